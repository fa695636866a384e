import Benchmarks
import Foundation
import TestSupport
import Testing

@Suite struct LedgerComparisonTests {
    private static let origin = Ledger.Origin(configuration: "debug", sqlite: "3.40.1")
    private static let committed = Ledger(
        origin: origin,
        operations: [
            "a send": [.statements: 6, .allocations: 1000], "a log-in": [.statements: 4, .allocations: 500],
        ]
    )

    private static func compared(_ change: (inout Ledger) -> Void) -> LedgerComparison {
        var measured = committed
        change(&measured)
        return LedgerComparison(measured: measured, committed: committed)
    }

    @Test func theSameCountsPass() {
        let comparison = Self.compared { _ in }
        #expect(comparison.failures == [] && comparison.savings == [])
    }

    @Test func whatCostsMoreDoesSoInEachWorld() {
        func measured(_ allocations: Int...) -> LedgerComparison {
            let reports = allocations.map { count in
                LedgerBenchmark.Report(
                    rows: [
                        .init(
                            name: "a send",
                            rounds: [[.statements: 6, .allocations: count], [.statements: 7, .allocations: 2000]]
                        ),
                        .init(name: "a log-in", rounds: [[.statements: 4, .allocations: 500]]),
                    ],
                    origin: Self.origin
                )
            }
            let all = reports.dropFirst().reduce(reports[0]) { $0.adding($1) }
            return LedgerComparison(measured: all.ledger, committed: Self.committed)
        }
        #expect(measured(1031, 1010).failures == [])
        #expect(measured(1031, 1040, 1035).failures == ["a send, allocations: 1031 instead of 1000 (+3.1 %)"])
    }

    @Test func theLineAndTheColumnAreNamedWithBothCounts() {
        let comparison = Self.compared { $0.operations["a send"]?[.allocations] = 1031 }
        #expect(comparison.failures == ["a send, allocations: 1031 instead of 1000 (+3.1 %)"])
    }

    @Test(arguments: [(1030, 0), (1031, 1), (970, 0), (1000, 0)])
    func upToThreePerCentAboveIsTaken(allocations: Int, failures: Int) {
        let comparison = Self.compared { $0.operations["a send"]?[.allocations] = allocations }
        #expect(comparison.failures.count == failures && comparison.savings == [])
    }

    @Test func oneStatementMoreFails() {
        let comparison = Self.compared { $0.operations["a send"]?[.statements] = 7 }
        #expect(comparison.failures == ["a send, statements: 7 instead of 6 (+16.7 %)"])
    }

    @Test func lessPassesAndIsTold() {
        let comparison = Self.compared { $0.operations["a log-in"]?[.allocations] = 250 }
        #expect(comparison.failures == [])
        #expect(comparison.savings == ["a log-in, allocations: 250 instead of 500 (-50.0 %)"])
    }

    @Test func whatIsMissingOnEitherSideFails() {
        let comparison = Self.compared { ledger in
            ledger.operations["a log-in"] = nil
            ledger.operations["a send"]?[.statements] = nil
            ledger.operations["a send"]?[.wireBytes] = 10
            ledger.operations["an upload"] = [.statements: 1]
        }
        #expect(
            comparison.failures == [
                "a log-in: wasn't measured", "a send, statements: wasn't measured",
                "a send, bytes on the wire: isn't in the ledger", "an upload: isn't in the ledger",
            ]
        )
    }

    @Test func anotherBuildIsNotCompared() {
        let comparison = Self.compared { $0.origin.configuration = "release" }
        #expect(comparison.failures == ["the ledger is that of a debug build, and this is a release build"])
    }

    // MARK: The file

    @Test func theFileHasOneLineForAnOperationAndIsReadBack() throws {
        let json = try Self.committed.json()
        let lines = json.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains(#""a log-in": {"allocations":500,"statements":4},"#))
        #expect(lines.contains(#""a send": {"allocations":1000,"statements":6}"#))
        #expect(try Ledger(json: Data(json.utf8)) == Self.committed)
    }

    @Test(arguments: ["", "[]", #"{"origin":{"configuration":"debug","sqlite":"3"},"operations":{"a":{"cost":1}}}"#])
    func whatIsNoLedgerIsRefused(text: String) {
        #expect(throws: (any Error).self) { try Ledger(json: Data(text.utf8)) }
    }

    @Test func theCommittedLedgerIsOneThatIsWritten() throws {
        let url = Repository.root.appending(path: "docs/ledger.json")
        let text = try String(contentsOf: url, encoding: .utf8)
        let ledger = try Ledger(json: Data(text.utf8))
        #expect(try ledger.json() == text)
        #expect(ledger.operations.count == 12 && ledger.origin.configuration == "debug")
    }
}
