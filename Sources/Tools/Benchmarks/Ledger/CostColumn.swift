/// What a ledger counts of an operation.
package enum CostColumn: String, CaseIterable, Codable, Sendable {
    /// SQL statements.
    case statements
    /// Steps of SQLite's virtual machine.
    case vmSteps
    /// Calls of the allocator, and the bytes that they asked for.
    case allocations, allocatedBytes
    /// System calls on files and sockets.
    case systemCalls
    /// Bytes written to files.
    case bytesWritten
    /// Bytes over connections, both ways.
    case wireBytes

    /// At the head of a printed table.
    package var title: String {
        switch self {
        case .statements: "statements"
        case .vmSteps: "VM steps"
        case .allocations: "allocations"
        case .allocatedBytes: "allocated bytes"
        case .systemCalls: "system calls"
        case .bytesWritten: "bytes written"
        case .wireBytes: "bytes on the wire"
        }
    }
}

/// What one operation costs, or the costs of a server so far.
package typealias Cost = [CostColumn: Int]

extension Cost {
    static func - (cost: Cost, before: Cost) -> Cost {
        cost.merging(before) { $0 - $1 }
    }

    /// The least of each column.
    static func least(of costs: [Cost]) -> Cost {
        costs.reduce(into: [:]) { least, cost in least.merge(cost) { Swift.min($0, $1) } }
    }
}
