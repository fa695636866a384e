import Domain

/// A component with its lines and those within it.
struct ICalendarComponent: Sendable, Hashable {
    let name: String
    var lines: [ICalendarLine] = []
    var components: [ICalendarComponent] = []

    private static let maxDepth = 4

    func first(_ name: String) -> ICalendarLine? { lines.first { $0.name == name } }
    func all(_ name: String) -> [ICalendarLine] { lines.filter { $0.name == name } }

    /// Reads a document that is one component. Any bytes are read or refused.
    /// - Throws: `CalendarObjectRefusal` that names the line, unless every component that begins also ends, within bounds.
    static func read(_ bytes: [UInt8]) throws(CalendarObjectRefusal) -> ICalendarComponent {
        var open: [ICalendarComponent] = []
        var whole: ICalendarComponent?
        for (number, bytes) in try ICalendarBytes.lines(bytes) {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .data("Line \(number) is not UTF-8.")
            }
            if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0 }), open.isEmpty { continue }
            guard whole == nil, let line = ICalendarLine(text), line.name == "BEGIN" || !open.isEmpty else {
                throw .data("This is not an iCalendar document: line \(number) is '\(text.prefix(64))'.")
            }
            switch line.name {
            case "BEGIN":
                guard open.count < maxDepth else { throw .data("Line \(number) is too deep within others.") }
                open.append(ICalendarComponent(name: line.value.uppercased().trimmed))
            case "END":
                guard let ended = open.popLast(), ended.name == line.value.uppercased().trimmed else {
                    throw .data("Line \(number) ends what hasn't begun.")
                }
                if open.isEmpty { whole = ended } else { open[open.count - 1].components.append(ended) }
            default: open[open.count - 1].lines.append(line)
            }
        }
        guard let whole else { throw .data("This is not an iCalendar document: it has no end.") }
        return whole
    }
}
