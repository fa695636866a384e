import Domain
package import Storage

/// One uninterrupted time in which a node holds a lease. Its number is never given to another.
package struct LeaseTerm: Sendable {
    /// That of a server without others, which is never over.
    package static let alone = LeaseTerm(lease: nil, node: NodeID(high: 0, low: 0), number: 0)

    /// That of the work which this task does.
    @TaskLocal package static var current: LeaseTerm?

    private let lease: Lease?
    private let node: NodeID
    package let number: Int64

    init(lease: Lease?, node: NodeID, number: Int64) {
        self.lease = lease
        self.node = node
        self.number = number
    }

    /// Whether the node may still act. Asks nobody: for right before what can't be undone, such as a request to somebody else.
    package var isValid: Bool { lease.map { $0.term?.number == number } ?? true }

    /// - Throws: `LeaseLost` if the work that this task does was taken over.
    package static func check() throws(LeaseLost) { guard current?.isValid ?? true else { throw LeaseLost() } }

    /// Runs work whose writes the term fences.
    package func perform<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard lease != nil else { return try await work() }
        return try await Self.$current.withValue(self) { try await work() }
    }

    /// Makes sure that the term lasts until this transaction has committed.
    ///
    /// - Throws: `LeaseLost` if the term is over.
    package func confirm(on connection: any SQLConnection) throws {
        guard let lease else { return }
        // Changes nothing, and keeps the row from a node that would take it over.
        let held = try connection.execute(
            "UPDATE cluster_leases SET fence = fence WHERE name = $1 AND node_id = $2 AND fence = $3",
            lease.name,
            node,
            number
        )
        guard held == 1 else { throw LeaseLost() }
    }
}

/// Another node does this work now.
package struct LeaseLost: Error, Hashable, CustomStringConvertible {
    package init() {}
    package var description: String { "another node does this now" }
}
