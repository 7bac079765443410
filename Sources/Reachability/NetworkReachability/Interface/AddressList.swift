// SPDX-License-Identifier: Apache-2.0

/// The addresses of one interface: a persistent list.
///
/// An interface of a server can have tens of thousands of addresses. A change of one of them takes about as long as
/// among ten, and so does the comparison of a list with one that was made from it: copies share their chunks.
/// The list stores the addresses by value. The order in which they are shown (``ordered``) is made when it is needed.
struct AddressList: Sendable {
    /// An address with its place among the IPv4 addresses: a later one has a higher number.
    private struct Entry: Sendable, Hashable {
        var address: InterfaceAddress
        var sequence: Int
    }

    /// Entries in ascending order, in chunks that are never empty.
    private var chunks: [[Entry]] = []
    private var nextSequence = 0
    /// The number of addresses.
    private(set) var count = 0
    /// The number of addresses of each family that can be the source of packets to the internet.
    private var usable = PerFamily(0)

    /// The largest number of entries in a chunk. A change copies one chunk, and the references to all: with 20,000
    /// addresses in cold caches, chunks of some hundred entries cost least.
    private static let maximumOfChunk = 512

    /// Creates an empty list.
    init() {}

    /// Creates a list from a dump, in the kernel's order.
    init(_ addresses: some Sequence<InterfaceAddress>) {
        for address in addresses { insertOrReplace(address) }
    }

    /// Whether there are no addresses.
    var isEmpty: Bool { count == 0 }

    /// Whether an address of a family can be the source of packets to the internet.
    func hasUsable(_ family: IPAddress.Family) -> Bool { usable[family] > 0 }

    /// Whether an address of any family can be the source of packets to the internet.
    var hasUsable: Bool { usable.contains { $0 > 0 } }

    /// Adds an address, or replaces the same address with other flags.
    mutating func insertOrReplace(_ address: InterfaceAddress) {
        var entry = Entry(address: address, sequence: nextSequence)
        let (chunk, position) = place(of: address)
        if let old = self[chunk, position], old.address.isSame(as: address) {
            guard old.address != address else { return }
            // The kernel turns a secondary address into a primary one when its primary is removed, and moves it.
            if old.address.isPrimary == address.isPrimary, old.address.scope == address.scope {
                entry.sequence = old.sequence
            }
            count(old.address, -1)
            chunks[chunk][position] = entry
        } else {
            insert(entry, chunk, position)
        }
        count(address, 1)
        if entry.sequence == nextSequence { nextSequence += 1 }
    }

    /// Removes an address.
    mutating func remove(_ address: InterfaceAddress) {
        let (chunk, position) = place(of: address)
        guard let old = self[chunk, position], old.address.isSame(as: address) else { return }
        chunks[chunk].remove(at: position)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) } else { merge(chunk) }
        count(old.address, -1)
    }

    /// Merges a chunk with a neighbor if both together fill at most half a chunk. Each change of the list copies the
    /// references to all chunks, so there must not be many small ones.
    private mutating func merge(_ chunk: Int) {
        for first in [chunk - 1, chunk] where first >= 0 && first + 1 < chunks.count {
            guard chunks[first].count + chunks[first + 1].count <= Self.maximumOfChunk / 2 else {
                continue
            }
            chunks[first] += chunks[first + 1]
            chunks.remove(at: first + 1)
            return
        }
    }

    private mutating func insert(_ entry: Entry, _ chunk: Int, _ position: Int) {
        guard chunk < chunks.count else { return chunks.append([entry]) }
        let isFull = chunks[chunk].count == Self.maximumOfChunk
        // The addresses of a dump often ascend. Then every chunk is filled.
        if isFull, position == Self.maximumOfChunk { return chunks.append([entry]) }
        chunks[chunk].insert(entry, at: position)
        guard isFull else { return }
        let half = chunks[chunk].count / 2
        let rest = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(rest, at: chunk + 1)
    }

    private mutating func count(_ address: InterfaceAddress, _ number: Int) {
        count += number
        if address.isUsable { usable[address.address.family] += number }
    }

    private subscript(chunk: Int, position: Int) -> Entry? {
        chunk < chunks.count && position < chunks[chunk].count ? chunks[chunk][position] : nil
    }

    /// The place of the first address that does not precede another one. If every address precedes it, the place is the
    /// end of the last chunk, so that the address can be inserted there.
    private func place(of address: InterfaceAddress) -> (chunk: Int, position: Int) {
        place { $0.precedes(address) }
    }

    private func place(
        whereNot precedes: (InterfaceAddress) -> Bool
    ) -> (chunk: Int, position: Int) {
        var chunk = Self.firstIndex(in: chunks) { chunk in !precedes(chunk[chunk.count - 1].address)
        }
        if chunk == chunks.count, chunk > 0 { chunk -= 1 }
        guard chunk < chunks.count else { return (chunk, 0) }
        return (chunk, Self.firstIndex(in: chunks[chunk]) { !precedes($0.address) })
    }

    /// The first index whose element satisfies a condition, as all elements after it do; the end if none does.
    private static func firstIndex<Element>(
        in array: [Element], where holds: (Element) -> Bool
    ) -> Int {
        var (low, high) = (0, array.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(array[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Searches, which do not visit all addresses.
extension AddressList {
    /// The entries for an IP address, which may have several prefix lengths or peers.
    func entries(of address: IPAddress) -> [InterfaceAddress] {
        var (chunk, position) = place { $0.address.precedes(address) }
        var entries: [InterfaceAddress] = []
        while chunk < chunks.count {
            while let entry = self[chunk, position] {
                guard entry.address.address == address else { return entries }
                entries.append(entry.address)
                position += 1
            }
            (chunk, position) = (chunk + 1, 0)
        }
        return entries
    }

    /// The first usable IPv6 address of each 64-bit prefix.
    ///
    /// - Parameter limit: the greatest number of addresses.
    func usableIPv6OfEachPrefix(limit: Int) -> [IPAddress] {
        var sources: [IPAddress] = []
        var next: IPAddress? = IPAddress(family: .ipv6, high: 0, low: 0)
        while let first = next, sources.count < limit {
            next = nil
            var (chunk, position) = place { $0.address.precedes(first) }
            search: while chunk < chunks.count {
                while let entry = self[chunk, position] {
                    if entry.address.isUsable {
                        let (source, overflow) = (
                            entry.address.address, entry.address.address.high == .max
                        )
                        sources.append(source)
                        if !overflow {
                            next = IPAddress(family: .ipv6, high: source.high + 1, low: 0)
                        }
                        break search
                    }
                    position += 1
                }
                (chunk, position) = (chunk + 1, 0)
            }
        }
        return sources
    }
}

/// The addresses to show.
extension AddressList {
    /// The addresses in the order in which they are shown. It is the same whether the addresses come from a dump or
    /// from single messages.
    ///
    /// IPv4 addresses come first, in the kernel's order (`__inet_insert_ifa`): the primary ones by scope, the narrowest
    /// first, then the secondary ones. The kernel uses the first one that fits as the source of packets. IPv6 addresses
    /// follow, sorted by scope, the widest first, and then by value. The kernel's own order of these, the newest first,
    /// is not known from messages, because each one is reported only after duplicate address detection.
    var ordered: [InterfaceAddress] {
        let entries = chunks.flatMap(\.self)
        let firstOfIPv6 =
            entries.firstIndex { $0.address.address.family == .ipv6 } ?? entries.endIndex
        let ipv4 = entries[..<firstOfIPv6].sorted {
            ($0.address.rankOfIPv4, $0.sequence) < ($1.address.rankOfIPv4, $1.sequence)
        }
        let ipv6 = entries[firstOfIPv6...].enumerated().sorted {
            ($0.element.address.scope.number, $0.offset)
                < ($1.element.address.scope.number, $1.offset)
        }
        return ipv4.map(\.address) + ipv6.map(\.element.address)
    }

    /// The addresses that one list has and the other has not, or has with other flags. Chunks that both share are
    /// skipped.
    func differences(
        from other: AddressList
    ) -> (these: [InterfaceAddress], others: [InterfaceAddress]) {
        var (these, others): ([InterfaceAddress], [InterfaceAddress]) = ([], [])
        var (mine, yours) = (Cursor(chunks), Cursor(other.chunks))
        while true {
            if mine.skip(asIn: &yours) { continue }
            switch (mine.entry?.address, yours.entry?.address) {
            case (nil, nil): return (these, others)
            case (let this?, let that?) where this.isSame(as: that):
                if this != that {
                    these.append(this)
                    others.append(that)
                }
                mine.advance()
                yours.advance()
            case (let this?, let that) where that.map(this.precedes) ?? true:
                these.append(this)
                mine.advance()
            case (_, let that?):
                others.append(that)
                yours.advance()
            case (_?, nil): preconditionFailure("what precedes nothing is taken before")
            }
        }
    }

    /// A place in a list that is read from its beginning to its end.
    private struct Cursor {
        private let chunks: [[Entry]]
        private var chunk = 0
        private var position = 0

        init(_ chunks: [[Entry]]) { self.chunks = chunks }

        var entry: Entry? { chunk < chunks.count ? chunks[chunk][position] : nil }

        mutating func advance() {
            position += 1
            if position == chunks[chunk].count { (chunk, position) = (chunk + 1, 0) }
        }

        /// Skips a chunk that both lists have at this place. (Arrays with the same storage are compared in constant
        /// time.)
        mutating func skip(asIn other: inout Cursor) -> Bool {
            guard position == 0, other.position == 0, chunk < chunks.count,
                other.chunk < other.chunks.count, chunks[chunk] == other.chunks[other.chunk]
            else { return false }
            chunk += 1
            other.chunk += 1
            return true
        }
    }
}

extension AddressList: Hashable {
    /// Whether two lists show the same addresses in the same order.
    static func == (one: AddressList, other: AddressList) -> Bool {
        one.isEqual(to: other) ?? (one.ordered == other.ordered)
    }

    /// Whether another list shows the same addresses in the same order; `nil` if they must be sorted to tell.
    ///
    /// An address that comes and goes leaves other chunks, or is the last one again. Neither needs a sort.
    func isEqual(to other: AddressList) -> Bool? {
        guard count == other.count, usable.ipv4 == other.usable.ipv4,
            usable.ipv6 == other.usable.ipv6
        else { return false }
        var (mine, yours) = (Cursor(chunks), Cursor(other.chunks))
        var moved: [Int] = []
        while true {
            if mine.skip(asIn: &yours) { continue }
            guard let this = mine.entry, let that = yours.entry else { break }
            guard this.address == that.address else { return false }
            if this.address.address.family == .ipv4, this.sequence != that.sequence {
                moved.append(Swift.min(this.sequence, that.sequence))
            }
            mine.advance()
            yours.advance()
        }
        if moved.isEmpty { return true }
        // All others have lower numbers in both lists, so that it is the last one of its rank.
        let last = Swift.min(nextSequence, other.nextSequence) - 1
        return moved == [last] ? true : nil
    }

    func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension AddressList: Sequence {
    /// Returns the addresses in the order in which they are shown.
    func makeIterator() -> IndexingIterator<[InterfaceAddress]> { ordered.makeIterator() }
}

extension InterfaceAddress {
    fileprivate var isPrimary: Bool { !flags.contains(.secondary) }

    /// The place of an IPv4 address among those that came before and after it.
    fileprivate var rankOfIPv4: Int { isPrimary ? 255 - Int(scope.number) : 256 }

    /// Whether the address is stored before another one. Of two addresses that are the same (``isSame(as:)``), neither
    /// is.
    fileprivate func precedes(_ other: InterfaceAddress) -> Bool {
        guard address == other.address else { return address.precedes(other.address) }
        guard prefixLength == other.prefixLength else { return prefixLength < other.prefixLength }
        guard address.family == .ipv4, let peer = other.peer else { return false }
        return self.peer.map { $0.precedes(peer) } ?? true
    }
}

extension IPAddress {
    /// Whether the address is stored before another one: IPv4 addresses first, then by value.
    fileprivate func precedes(_ other: IPAddress) -> Bool {
        guard family == other.family else { return family == .ipv4 }
        return (high, low) < (other.high, other.low)
    }
}

extension InterfaceAddress.Scope {
    /// The number of the scope (`RT_SCOPE_*`). A lower number reaches farther.
    var number: UInt8 {
        switch self {
        case .global: 0
        case .site: 200
        case .link: 253
        case .host: 254
        case .number(let number): number
        }
    }
}
