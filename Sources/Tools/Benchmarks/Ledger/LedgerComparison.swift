import Foundation

/// A measurement beside the ledger that is committed.
package struct LedgerComparison: Sendable {
    /// How far above the committed figure a measured one may be, as a share of it.
    static let tolerance = 0.03

    /// What fails, one line each, with the operation, the column and both figures.
    package private(set) var failures: [String] = []
    /// What is cheaper than committed, one line each.
    package private(set) var savings: [String] = []

    package init(measured: Ledger, committed: Ledger) {
        guard measured.origin.configuration == committed.origin.configuration else {
            failures = [
                "the ledger is that of a \(committed.origin.configuration) build, and this is a \(measured.origin.configuration) build"
            ]
            return
        }
        for (name, cost) in committed.operations.sorted(by: { $0.key < $1.key }) {
            guard let found = measured.operations[name] else {
                failures.append("\(name): wasn't measured")
                continue
            }
            for column in CostColumn.allCases { compare(name, column, found[column], cost[column]) }
        }
        for name in measured.operations.keys.sorted() where committed.operations[name] == nil {
            failures.append("\(name): isn't in the ledger")
        }
    }

    private mutating func compare(_ name: String, _ column: CostColumn, _ measured: Int?, _ committed: Int?) {
        switch (measured, committed) {
        case (nil, nil): break
        case (nil, _?): failures.append("\(name), \(column.title): wasn't measured")
        case (_?, nil): failures.append("\(name), \(column.title): isn't in the ledger")
        case (let measured?, let committed?):
            let limit = Double(committed) * (1 + Self.tolerance)
            if Double(measured) > limit {
                failures.append("\(name), \(column.title): \(Self.change(from: committed, to: measured))")
            } else if Double(measured) < Double(committed) * (1 - Self.tolerance) {
                savings.append("\(name), \(column.title): \(Self.change(from: committed, to: measured))")
            }
        }
    }

    /// As `1030 instead of 1000 (+3.0 %)`.
    private static func change(from committed: Int, to measured: Int) -> String {
        guard committed > 0 else { return "\(measured) instead of \(committed)" }
        let percent = Double(measured - committed) * 100 / Double(committed)
        let rounded = (percent * 10).rounded() / 10
        return "\(measured) instead of \(committed) (\(rounded > 0 ? "+" : "")\(rounded) %)"
    }
}
