// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The links of a dump on their way to a state. They are taken in as they are read, for there may be many
/// thousands; and most are what they are by themselves, so that it is found at once.
struct LinkDump {
    private(set) var interfaces = InterfaceTable<NetworkState.Interface>()
    private(set) var stacking = Stacking()
    /// Those that are what the interfaces below them are, which may not have been read yet.
    private(set) var stacked: [UInt32] = []

    /// Takes in a link.
    mutating func take(_ link: consuming LinkMessage) {
        stacking.insert(link)
        let index = link.index
        if LinkKind(link.kind).isStacked {
            stacked.append(index)
            interfaces[index] = NetworkState.Interface(link: link)
        } else {
            let classification = Classification.classify(InterfaceFacts(link))
            interfaces[index] = NetworkState.Interface(link: link, classification)
        }
    }
}
