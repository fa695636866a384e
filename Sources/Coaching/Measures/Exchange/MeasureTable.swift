import Domain
import Scheduling

/// Points as a table of comma-separated values (RFC 4180), with a line of names above.
enum MeasureTable {
    static let columns = [
        "day", "kind", "detail", "value", "unit", "diastolic", "repetitions", "sets", "seconds", "origin",
    ]

    /// - Parameter points: in any order; the table has the oldest first.
    static func text(of points: [StoredPoint]) -> String {
        let ordered = points.sorted { ($0.day, $0.at, $0.id) < ($1.day, $1.at, $1.id) }
        let rows = ordered.map { fields(of: $0).map(escaped).joined(separator: ",") }
        return ([columns.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n"
    }

    private static func fields(of point: StoredPoint) -> [String] {
        let counts = [point.repetitions, point.sets, point.seconds].map { count in count.map { "\($0)" } ?? "" }
        let diastolic = point.diastolic.map(MeasureNumberText.text) ?? ""
        let value = MeasureNumberText.text(point.value)
        return [
            point.day.iso, point.kind.name, point.detail, value, point.unit.name, diastolic,
        ] + counts + [point.origin.rawValue]
    }

    /// Spreadsheets calculate what begins like a formula, so that gets an apostrophe in front.
    private static func escaped(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@".contains($0) } == true && Double(text) == nil
        let text = isFormula ? "'" + text : text
        guard text.contains(where: { ",\"\r\n\r\n;".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// A row of values by the names of their columns, with the number of its line.
    struct Row: Sendable, Hashable {
        let number: Int
        let fields: [String: String]
    }

    /// - Throws: `invalid_request` if there is no line of names with `day`, `kind` and `value`.
    static func rows(of text: String) throws -> [Row] {
        let lines = records(of: text)
        guard let names = lines.first?.map({ $0.trimmed.lowercased() }),
            Set(names).isSuperset(of: ["day", "kind", "value"])
        else {
            throw SpotterError.invalid(
                "The first line has to name the columns: day,kind,value and, if you like, detail,unit."
            )
        }
        return lines.enumerated().dropFirst().compactMap { number, fields in
            guard fields.contains(where: { !$0.isEmpty }) else { return nil }
            let pairs = zip(names, fields.map(\.trimmed)).filter { !$0.1.isEmpty }
            return Row(number: number + 1, fields: Dictionary(pairs) { first, _ in first })
        }
    }

    /// Total: any text has records. The separator is a comma, or a semicolon if the first line has more of those.
    static func records(of text: String) -> [[String]] {
        let first = text.prefix { !$0.isNewline }
        let separator: Character = first.count { $0 == ";" } > first.count { $0 == "," } ? ";" : ","
        var (records, record, field): ([[String]], [String], String) = ([], [], "")
        var (isQuoted, index) = (false, text.startIndex)
        if text.first == "\u{FEFF}" { index = text.index(after: index) }
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if isQuoted {
                if character != "\"" {
                    field.append(character)
                } else if next < text.endIndex, text[next] == "\"" {
                    field.append(character)
                    index = next
                } else {
                    isQuoted = false
                }
            } else if character == "\"" {
                isQuoted = true
            } else if character == separator {
                record.append(field)
                field = ""
            } else if character.isNewline {
                records.append(record + [field])
                (record, field) = ([], "")
            } else {
                field.append(character)
            }
            index = text.index(after: index)
        }
        return field.isEmpty && record.isEmpty ? records : records + [record + [field]]
    }
}
