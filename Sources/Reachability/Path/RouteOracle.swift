// SPDX-License-Identifier: Apache-2.0

package import Netlink

/// Who knows the routes: the kernel, or a table in a test.
package protocol RouteOracle {
    /// By which route would a packet go? Nothing is sent.
    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer
}
