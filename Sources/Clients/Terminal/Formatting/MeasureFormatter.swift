import Domain
public import SpotterAPI

/// Series of a client, each with a chart, its first and last values, and the change between them.
public enum MeasureFormatter {
    /// - Parameter name: whose they are; `nil` for the user's own.
    public static func lines(_ found: MeasuresResponse, of name: String?) -> [String] {
        guard !found.series.isEmpty else {
            return ["\(name.map { "\(TerminalText.line($0)) hasn't" } ?? "You haven't") measured anything yet."]
        }
        let rest = found.hasMore ? ["", "There are older values: --csv prints all, --measure goes further back."] : []
        return Array(found.series.map(lines).joined(separator: [""])) + rest
    }

    /// The pictures of a client, newest first.
    public static func lines(_ found: ClientPhotosResponse) -> [String] {
        guard !found.photos.isEmpty else { return ["There are no pictures yet."] }
        let lines = found.photos.map { photo in
            [photo.day, photo.media.fileName, photo.question ?? ""].filter { !$0.isEmpty }.map(TerminalText.line)
                .joined(separator: "  ")
        }
        return lines + (found.hasMore ? ["There are older pictures."] : [])
    }

    private static func lines(_ series: MeasureSeries) -> [String] {
        guard let first = series.points.first, let last = series.points.last else { return [] }
        let unit = TerminalText.line(series.unit)
        let title = [series.kind, series.detail].filter { !$0.isEmpty }.map(TerminalText.line).joined(separator: ", ")
        guard series.points.count > 1 else { return ["\(title): \(told(last)) \(unit) on \(date(last))"] }
        let values = series.points.map(\.value)
        let chart = BrailleChart().rows(
            series.points.compactMap { point in day(point.day).map { .init(day: $0, value: point.value) } }
        )
        let bounds = [text(values.max() ?? 0), text(values.min() ?? 0)]
        let width = bounds.map(\.count).max() ?? 0
        let rows = chart.enumerated().map { number, row in
            let bound = number == 0 ? bounds[0] : number == chart.count - 1 ? bounds[1] : ""
            return "  " + String(repeating: " ", count: width - bound.count) + bound + " " + row
        }
        let change = last.value - first.value
        let sign = change > 0 ? "+" : ""
        return ["\(title), \(unit)"] + rows + [
            "  \(date(first)) \(told(first)) → \(date(last)) \(told(last)) "
                + "(\(sign)\(text(change)), \(values.count) values)"
        ]
    }

    private static func date(_ point: MeasurePoint) -> String { TerminalText.line(point.day) }

    private static func told(_ point: MeasurePoint) -> String {
        var told = text(point.value)
        if let diastolic = point.diastolic { told += "/" + text(diastolic) }
        if let repetitions = point.repetitions { told += " × \(point.sets ?? 1)×\(repetitions)" }
        if let seconds = point.seconds {
            told += " in \(clock(seconds))"
            // How long each kilometre or mile took.
            let pace = Double(seconds) / point.value
            if point.value > 0, pace < 86_400 { told += " (\(clock(Int(pace.rounded()))) each)" }
        }
        return told
    }

    private static func clock(_ seconds: Int) -> String {
        "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }

    private static func text(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    private static func day(_ text: String) -> Int? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2])
        else { return nil }
        return CivilCalendar.days(year: parts[0], month: parts[1], day: parts[2])
    }
}
