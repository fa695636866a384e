import Foundation

/// The lines of an iCalendar document (RFC 5545 §3.1): ended by CRLF, folded before their 76th byte.
struct ContentLines {
    private(set) var text = ""

    /// - Parameter value: written as it is.
    mutating func add(_ name: String, _ value: String) { fold("\(name):\(value)") }

    /// - Parameter line: a whole line, as another program has written it.
    mutating func add(line: String) { fold(line) }

    /// - Parameter value: any text, which is escaped.
    mutating func add(_ name: String, text value: String) { add(name, Self.escaped(value)) }

    /// RFC 5545 §3.3.11. What isn't allowed in a text, such as control characters, is left out.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case "\n", "\r", "\u{2028}", "\u{2029}": escaped.append(contentsOf: ["\\", "n"])
            case "\t": escaped.append(scalar)
            case _ where scalar.properties.generalCategory == .control: continue
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// A line of more than 75 bytes goes on in the next, after a space. Scalars aren't cut, and characters aren't unless
    /// they are longer than a line.
    private mutating func fold(_ line: String) {
        var width = 0
        for character in line {
            let size = character.utf8.count
            guard size <= 74 else {
                width = fold(character.unicodeScalars, after: width)
                continue
            }
            if width + size > 75, width > 1 {
                text += "\r\n "
                width = 1
            }
            text.append(character)
            width += size
        }
        text += "\r\n"
    }

    private mutating func fold(_ scalars: String.UnicodeScalarView, after width: Int) -> Int {
        var width = width
        for scalar in scalars {
            let size = UTF8.width(scalar)
            if width + size > 75 {
                text += "\r\n "
                width = 1
            }
            text.unicodeScalars.append(scalar)
            width += size
        }
        return width
    }
}
