// SPDX-License-Identifier: Apache-2.0

/// The version of the package and its command.
package let version = "0.2.0"
