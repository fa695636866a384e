import Domain

/// A line of iCalendar (RFC 5545 §3.1): `DTSTART;TZID=Europe/Stockholm:20260312T150000`.
struct ICalendarLine: Sendable, Hashable {
    /// In capitals.
    let name: String
    /// By names in capitals, without quotes and with what carets stand for (RFC 6868).
    let parameters: [String: String]
    /// As it is written, with escapes.
    let value: String
    /// The whole line, unfolded.
    let text: String

    /// `nil` unless it has a name and a value. Separators are looked for among bytes: a mark that combines with one
    /// doesn't hide it. A quote that nothing closes quotes nothing.
    init?(_ text: String) {
        guard let parts = Self.parts(text, quoting: true) ?? Self.parts(text, quoting: false),
            let first = parts.head.first
        else { return nil }
        name = String(first).trimmed.uppercased()
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfNames) else { return nil }
        var parameters: [String: String] = [:]
        for part in parts.head.dropFirst() {
            // Separators with nothing behind them mean nothing; a name alone is what iCalendar's predecessor had.
            let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = String(part[..<equals]).trimmed.uppercased()
            guard !name.isEmpty else { continue }
            parameters[name] = Self.unquoted(part[equals...].utf8.dropFirst())
        }
        self.parameters = parameters
        value = String(parts.value)
        self.text = text
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        byte == 0x2D || byte == 0x5F || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte
    }

    /// The name with its parameters, and the value.
    private static func parts(_ text: String, quoting: Bool) -> (head: [Substring], value: Substring)? {
        let bytes = text.utf8
        var head: [Substring] = []
        var (begin, isQuoted) = (text.startIndex, false)
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted = quoting && !isQuoted
            case UInt8(ascii: ";") where !isQuoted:
                head.append(text[begin..<index])
                begin = bytes.index(after: index)
            case UInt8(ascii: ":") where !isQuoted:
                head.append(text[begin..<index])
                return (head, text[bytes.index(after: index)...])
            default: break
            }
        }
        return nil
    }

    /// Without quotes; `^n`, `^^` and `^'` stand for what can't be within them.
    private static func unquoted(_ bytes: Substring.UTF8View.SubSequence) -> String {
        var (text, isCaret) = ([UInt8](), false)
        for byte in bytes where isCaret || byte != UInt8(ascii: "\"") {
            switch (isCaret, byte) {
            case (false, UInt8(ascii: "^")):
                isCaret = true
                continue
            case (true, UInt8(ascii: "n")): text.append(UInt8(ascii: "\n"))
            case (true, UInt8(ascii: "'")): text.append(UInt8(ascii: "\""))
            case (true, UInt8(ascii: "^")): text.append(UInt8(ascii: "^"))
            case (true, UInt8(ascii: "\"")): text.append(UInt8(ascii: "^"))
            case (true, _): text += [UInt8(ascii: "^"), byte]
            case (false, _): text.append(byte)
            }
            isCaret = false
        }
        if isCaret { text.append(UInt8(ascii: "^")) }
        return String(decoding: text, as: UTF8.self)
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

    /// What a list has, each as it is written.
    var values: [String] {
        value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmed }
    }
}
