import Foundation

/// Decodes a terminal's bytes into events, wherever reads split them. Any bytes decode to some events.
///
/// An escape byte alone may be the Esc key or the start of a sequence: `isWaitingForEscape` says so, and `flush` decides
/// for the key once nothing has followed for a moment.
public struct TerminalEventDecoder: Sendable {
    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
    /// Longer pastes are cut off: a message has at most 10 000 characters.
    private static let maxPasteBytes = 64 << 10
    private static let maxSequenceBytes = 64

    public init() {}

    public var isWaitingForEscape: Bool { pasted == nil && pending == [Self.escape] }

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        for byte in bytes {
            if pasted != nil {
                if let text = paste(byte) { events.append(.paste(text)) }
            } else {
                pending.append(byte)
                while let event = take() { events.append(event) }
            }
        }
        return events
    }

    /// The Esc key, if an escape byte has stayed alone.
    public mutating func flush() -> [TerminalEvent] {
        guard isWaitingForEscape else { return [] }
        pending = []
        return [.key(KeyPress(.escape))]
    }

    private mutating func paste(_ byte: UInt8) -> String? {
        guard var bytes = pasted else { return nil }
        pasted = nil  // so that appending doesn't copy
        bytes.append(byte)
        guard bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
            if bytes.count > Self.maxPasteBytes + Self.pasteEnd.count {
                // Keep the last bytes: they may be the start of the end marker.
                bytes.removeSubrange(Self.maxPasteBytes..<(bytes.count - Self.pasteEnd.count))
            }
            pasted = bytes
            return nil
        }
        return String(decoding: bytes.dropLast(Self.pasteEnd.count), as: UTF8.self)
    }

    /// The next event, once `pending` holds all of its bytes.
    private mutating func take() -> TerminalEvent? {
        guard let first = pending.first, let last = pending.last else { return nil }
        if first == Self.escape { return takeSequence(last) }
        return takeCharacter(first, last).map { .key($0) }
    }

    private mutating func takeCharacter(_ first: UInt8, _ last: UInt8) -> KeyPress? {
        if first < 0x20 || first == 0x7F {
            pending = []
            return Self.control(first)
        }
        let wanted = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
        if pending.count > 1, !(0x80...0xBF).contains(last) {
            // An incomplete character, then a new one.
            pending = [last]
            return KeyPress(.character("\u{FFFD}"))
        }
        guard pending.count >= wanted else { return nil }
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        return text.first.map { KeyPress(.character($0)) }
    }

    // MARK: Escape sequences

    private mutating func takeSequence(_ last: UInt8) -> TerminalEvent? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["), UInt8(ascii: "O"): return takeControlSequence(last)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): return takeString(last)
        case Self.escape:
            pending = [Self.escape]
            return .key(KeyPress(.escape))
        case let second:
            // Alt sends the key after an escape byte.
            pending.removeFirst()
            guard var key = takeCharacter(second, last) else {
                pending.insert(Self.escape, at: 0)
                return nil
            }
            key.modifiers.insert(.alt)
            return .key(key)
        }
    }

    /// Parameters, then one final byte (ECMA-48 §5.4).
    private mutating func takeControlSequence(_ last: UInt8) -> TerminalEvent? {
        guard pending.count > 2 else { return nil }
        guard (0x40...0x7E).contains(last) else {
            guard pending.count <= Self.maxSequenceBytes, (0x20...0x3F).contains(last) else {
                pending = last == Self.escape ? [last] : []
                return .unknown
            }
            return nil
        }
        let sequence = String(decoding: pending.dropFirst(2), as: UTF8.self)
        pending = []
        if sequence == "200~" {
            pasted = []
            return nil
        }
        return ControlSequence.event(sequence)
    }

    /// An operating system command or another string, up to BEL or ESC \.
    private mutating func takeString(_ last: UInt8) -> TerminalEvent? {
        let endsWithTerminator =
            pending.count > 3 && pending.suffix(2).elementsEqual([Self.escape, UInt8(ascii: "\\")])
        guard last == 0x07 || endsWithTerminator else {
            if pending.count > Self.maxSequenceBytes * 16 {
                pending = []
                return .unknown
            }
            return nil
        }
        let body = String(decoding: pending.dropFirst(2).dropLast(endsWithTerminator ? 2 : 1), as: UTF8.self)
        pending = []
        return TerminalReport.event(body)
    }

    private static func control(_ byte: UInt8) -> KeyPress {
        switch byte {
        case 0x08, 0x7F: KeyPress(.backspace)
        case 0x09: KeyPress(.tab)
        case 0x0A: KeyPress(.character("j"), .control)
        case 0x0D: KeyPress(.enter)
        case 0x00: KeyPress(.character(" "), .control)
        case 0x01...0x1A: KeyPress(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        default: KeyPress(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        }
    }
}
