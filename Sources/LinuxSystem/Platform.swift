// SPDX-License-Identifier: Apache-2.0

#if !os(Linux)
    #error(
        """
        Reachability is for Linux: it asks the kernel over netlink. On Apple's systems use \
        NWPathMonitor of the Network framework, whose shape this package has.
        """)
#endif
