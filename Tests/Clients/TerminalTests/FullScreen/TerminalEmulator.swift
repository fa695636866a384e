import Foundation

@testable import Terminal

/// A terminal as far as the full screen uses one. It traps nothing: what it doesn't know is recorded.
struct TerminalEmulator {
    private(set) var cells: [[Character]]
    private(set) var cursor = (row: 0, column: 0)
    private(set) var isCursorVisible = true
    /// Commands for pictures, as kitty and as sixels.
    private(set) var pictures: [String] = []
    /// Control bytes and sequences that the full screen may not send.
    private(set) var unknown: [String] = []
    private let size: ScreenSize
    /// How many columns a cluster takes here. Terminals disagree.
    private let width: (Character) -> Int

    init(_ size: ScreenSize, width: @escaping (Character) -> Int = { DisplayWidth.of($0) }) {
        self.size = size
        self.width = width
        cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    }

    func text(ofRow row: Int) -> String { String(cells[row].filter { $0 != "\u{0}" }) }

    /// Parsed by scalars, as terminals do: a mark after a sequence isn't part of it.
    mutating func feed(_ text: String) {
        let parts = text.unicodeScalars.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        var rest = parts[...]
        draw(rest.removeFirst())
        while let part = rest.popFirst() {
            if part.first == "]" {
                let address = String(String.UnicodeScalarView(part))
                if !address.hasPrefix("]8;;") { unknown.append(address) }
                // The end of the string: ESC \.
                guard let end = rest.popFirst(), end.first == "\\" else {
                    return unknown.append("an unfinished string")
                }
                draw(end.dropFirst())
            } else if part.first == "_" || part.first == "P" {
                pictures.append(String(String.UnicodeScalarView(part)))
                guard let end = rest.popFirst(), end.first == "\\" else {
                    return unknown.append("an unfinished picture")
                }
                draw(end.dropFirst())
            } else {
                draw(sequence(part))
            }
        }
    }

    private mutating func draw(_ scalars: Substring.UnicodeScalarView) {
        for character in String(String.UnicodeScalarView(scalars)) {
            if character.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) {
                unknown.append(character.debugDescription)
            } else {
                put(character)
            }
        }
    }

    private mutating func put(_ character: Character) {
        // Isolates take no column.
        guard character != "\u{2068}", character != "\u{2069}" else { return }
        let columns = width(character)
        guard columns > 0, cells.indices.contains(cursor.row), cursor.column + columns <= size.columns else { return }
        cells[cursor.row][cursor.column] = character
        for offset in 1..<max(columns, 1) where columns > 1 { cells[cursor.row][cursor.column + offset] = "\u{0}" }
        cursor.column += columns
    }

    /// - Returns: what follows the sequence.
    private mutating func sequence(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        guard text.first == "[",
            let end = text.dropFirst().firstIndex(where: { ("A"..."Z").contains($0) || ("a"..."z").contains($0) })
        else {
            unknown.append("ESC \(String(String.UnicodeScalarView(text.prefix(3))))")
            return text
        }
        let parameters = String(String.UnicodeScalarView(text[..<end].dropFirst()))
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch text[end] {
        case "H": cursor = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "m": break
        case "J": cells = cells.map { $0.map { _ in " " } }
        case "X":
            for offset in 0..<(numbers.first ?? 1) where cursor.column + offset < size.columns {
                cells[cursor.row][cursor.column + offset] = " "
            }
        case "h", "l":
            switch parameters {
            case "?2026": break
            case "?25": isCursorVisible = text[end] == "h"
            default: unknown.append(parameters + String(text[end]))
            }
        default: unknown.append(parameters + String(text[end]))
        }
        return text[text.index(after: end)...]
    }
}
