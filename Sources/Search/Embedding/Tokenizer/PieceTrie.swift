/// A set of byte strings with ids, searched for the longest one that given bytes begin with.
struct PieceTrie: Sendable {
    private static let root: UInt32 = 0
    private static let noID: Int32 = -1
    /// An edge's 32-bit key holds a node and a byte.
    static let maxNodes = 1 << 24

    /// (node << 8 | byte) → next node.
    private var edges: [UInt32: UInt32] = [:]
    /// The id of the piece that ends at each node.
    private var ids: [Int32] = [noID]

    init(expectedBytes: Int = 0) {
        edges.reserveCapacity(expectedBytes)
    }

    /// Adds a piece; a later id for the same bytes replaces the earlier one. Returns `false` if the trie is full.
    mutating func insert(_ piece: some Sequence<UInt8>, id: Int32) -> Bool {
        var node = Self.root
        for byte in piece {
            let key = node << 8 | UInt32(byte)
            if let next = edges[key] {
                node = next
            } else {
                guard ids.count < Self.maxNodes else { return false }
                let next = UInt32(ids.count)
                edges[key] = next
                ids.append(Self.noID)
                node = next
            }
        }
        ids[Int(node)] = id
        return true
    }

    /// The longest piece that `bytes` begins with, as its id and the index after it; `nil` if none matches.
    func longestPrefix(of bytes: ArraySlice<UInt8>) -> (id: Int32, end: Int)? {
        var node = Self.root
        var best: (id: Int32, end: Int)?
        for index in bytes.indices {
            guard let next = edges[node << 8 | UInt32(bytes[index])] else { break }
            node = next
            let id = ids[Int(node)]
            if id != Self.noID { best = (id, index + 1) }
        }
        return best
    }
}
