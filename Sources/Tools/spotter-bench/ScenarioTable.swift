import LoadTest

/// Formats results of scenarios as lines of text.
enum ScenarioTable {
    private static let columns: [(title: String, width: Int)] = [
        ("scenario", 22), ("messages/s", 11), ("deliveries/s", 13), ("p50 ms", 9), ("p99 ms", 9), ("p999 ms", 9),
        ("CPU s/100k", 11), ("fsync/msg", 10),
    ]

    static var head: String { line(columns.map(\.title)) }

    static func row(_ report: ScenarioReport) -> String {
        let numbers = [
            report.messagesPerSecond, report.deliveriesPerSecond, report.p50Ms, report.p99Ms, report.p999Ms,
            report.serverCpuSecondsPer100k, report.fsyncsPerMessage,
        ]
        let more: [(String, Double?)] = [
            ("log-ins/s", report.loginsPerSecond), ("all done after ms", report.allDoneMs),
            ("bytes/connection", report.bytesPerConnection), ("of them anonymous", report.anonymousBytesPerConnection),
            ("p99 ms without the slow reader", report.p99WithoutSlowMs),
            ("cut off after bytes", report.cutOffBytes.map(Double.init)),
            ("acked", report.acked.map(Double.init)), ("started again after ms", report.restartMs),
            ("acked and lost", report.ackedLost.map(Double.init)), ("missing", report.missing.map(Double.init)),
            ("doubled", report.duplicated.map(Double.init)), ("out of order", report.outOfOrder.map(Double.init)),
            ("all found by words after ms", report.allFoundByWordsMs),
            ("all found by meaning after ms", report.allFoundByMeaningMs),
            ("bytes on disk for each message", report.diskBytesPerMessage),
            ("CPU s/100k of the database", report.databaseCpuSecondsPer100k),
            ("server processors", report.serverProcessors), ("load thread busy", report.loadThreadShare),
        ]
        let details = more.compactMap { name, value in value.map { "\(name) \(show($0))" } }.joined(separator: " · ")
        let found = [("words", report.foundByWords), ("meaning", report.foundByMeaning)].compactMap { kind, found in
            found.map { "  found by \(kind) after ms: \(show($0))" }
        }
        let lines =
            [line([report.scenario] + numbers.map { $0.map(show) ?? "–" }), "  \(report.description)", "  \(details)"]
            + found + report.notes.map { "  note: \($0)" }
        return lines.joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).enumerated().map { index, pair in
            let (cell, width) = (pair.0, pair.1.width)
            let space = String(repeating: " ", count: max(1, width - cell.count))
            return index == 0 ? cell + space : space + cell
        }.joined()
    }

    private static func show(_ found: FoundReport) -> String {
        let numbers = [("p50", found.p50Ms), ("p99", found.p99Ms), ("max", found.maxMs)]
        let figures = numbers.map { name, value in "\(name) \(value.map(show) ?? "–")" }
        return figures.joined(separator: " · ") + " · never \(found.neverFound) of \(found.messages)"
    }

    private static func show(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
        return "\(value)"
    }
}
