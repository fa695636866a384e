import Domain

/// A line of iCalendar (RFC 5545 §3.1): `DTSTART;TZID=Europe/Stockholm:20260312T150000`.
struct ICalendarLine: Sendable, Hashable {
    /// In capitals.
    let name: String
    /// By names in capitals, without quotes.
    let parameters: [String: String]
    /// As it is written, with escapes.
    let value: String
    /// The whole line, unfolded.
    let text: String

    /// `nil` unless it has a name and a value. Separators are looked for among bytes: a mark that combines with one
    /// doesn't hide it.
    init?(_ text: String) {
        let bytes = text.utf8
        var parts: [Substring] = []
        var (begin, isQuoted) = (text.startIndex, false)
        var end: String.Index?
        for index in bytes.indices where end == nil {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                parts.append(text[begin..<index])
                begin = bytes.index(after: index)
            case UInt8(ascii: ":") where !isQuoted: end = index
            default: break
            }
        }
        guard let end else { return nil }
        parts.append(text[begin..<end])
        name = parts[0].uppercased()
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }) else {
            return nil
        }
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            parameters[part[..<equals].uppercased()] = String(part[part.utf8.index(after: equals)...]).replacing(
                "\"",
                with: ""
            )
        }
        self.parameters = parameters
        value = String(text[bytes.index(after: end)...])
        self.text = text
    }

    /// The value as a text (§3.3.11).
    var unescaped: String {
        var (text, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

/// A component with its lines and those within it.
struct ICalendarComponent: Sendable, Hashable {
    let name: String
    var lines: [ICalendarLine] = []
    var components: [ICalendarComponent] = []

    private static let maxDepth = 4
    private static let maxLines = 5_000

    func first(_ name: String) -> ICalendarLine? { lines.first { $0.name == name } }
    func all(_ name: String) -> [ICalendarLine] { lines.filter { $0.name == name } }

    /// Reads a document that is one component. Any bytes are read or refused. A byte order mark may come first.
    /// - Returns: `nil` unless every component that begins also ends, within bounds.
    static func read(_ bytes: [UInt8]) -> ICalendarComponent? {
        var open: [ICalendarComponent] = []
        var whole: ICalendarComponent?
        for bytes in unfolded(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]) {
            guard whole == nil, let text = String(validating: bytes, as: UTF8.self), let line = ICalendarLine(text)
            else { return nil }
            switch line.name {
            case "BEGIN":
                guard open.count < maxDepth else { return nil }
                open.append(ICalendarComponent(name: line.value.uppercased().trimmed))
            case "END":
                guard let ended = open.popLast(), ended.name == line.value.uppercased().trimmed else { return nil }
                if open.isEmpty { whole = ended } else { open[open.count - 1].components.append(ended) }
            default:
                guard !open.isEmpty else { return nil }
                open[open.count - 1].lines.append(line)
            }
        }
        return whole
    }

    /// The content lines: what a line break and a space have cut is joined, also where that was within a character (RFC
    /// 5545 §3.1).
    private static func unfolded(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for raw in bytes.split(separator: 0x0A) {
            let line = raw.last == 0x0D ? raw.dropLast() : raw
            guard let first = line.first else { continue }
            if first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(Array(line))
            }
            // What is longer isn't read to its end, and so has none.
            if lines.count > maxLines { return [] }
        }
        return lines
    }
}
