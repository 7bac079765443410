// SPDX-License-Identifier: Apache-2.0

/// What a Wi-Fi access point says of the cost of its network, as phones do that share their connection:
/// the network cost element of Microsoft ([MS-NCT] 2.2; "Network cost information element" of the
/// Windows driver documentation).
package enum NetworkCost: UInt8, Hashable, Sendable {
    /// Traffic costs nothing.
    case unrestricted = 1
    /// Traffic counts against a limit.
    case fixed = 2
    /// All traffic costs.
    case variable = 4

    /// IEEE 802.11's element for vendors.
    static let element: UInt8 = 221
    /// Microsoft's number and that of its element.
    private static let identifier: [UInt8] = [0x00, 0x50, 0xf2, 0x11]

    /// Reads the content of a vendor's element: the identifier, then 32 bits, the least first, of which
    /// the lowest eight hold the cost.
    ///
    /// - Returns: `nil` if it is another element, or says none of the costs.
    init?(vendorElement content: [UInt8]) {
        guard content.count >= 8, content.starts(with: Self.identifier) else { return nil }
        self.init(rawValue: content[4])
    }
}
