/// Decodes a terminal's bytes into keys, wherever reads split them. Any bytes decode to some keys.
public struct KeyDecoder {
    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
    /// Longer pastes are cut off: a message has at most 10 000 characters.
    private static let maxPasteBytes = 64 << 10

    public init() {}

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if pasted != nil {
                if let text = paste(byte) { keys.append(.paste(text)) }
            } else {
                pending.append(byte)
                while let key = take() { keys.append(key) }
            }
        }
        return Self.joined(keys)
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

    /// The next key, once `pending` holds all of its bytes.
    private mutating func take() -> Key? {
        guard let first = pending.first else { return nil }
        if first == 0x1B { return nextEscapeSequence() }
        let key: Key?
        if first < 0x20 || first == 0x7F {
            key = Self.control(first)
        } else {
            let wanted = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
            let last = pending.last ?? first
            if pending.count > 1, !(0x80...0xBF).contains(last) {
                // An incomplete character, then a new one.
                pending = [last]
                return .text("\u{FFFD}")
            }
            guard pending.count >= wanted else { return nil }
            key = .text(String(decoding: pending, as: UTF8.self))
        }
        pending = []
        return key
    }

    private mutating func nextEscapeSequence() -> Key? {
        guard pending.count > 1 else { return nil }
        let second = pending[1]
        guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
            pending = second == 0x1B ? [second] : []
            return switch second {
            case UInt8(ascii: "b"): .wordLeft
            case UInt8(ascii: "f"): .wordRight
            case 0x7F: .killWord
            default: .unknown
            }
        }
        guard pending.count > 2, let last = pending.last else { return nil }
        // Parameters, then one final byte (ECMA-48 §5.4).
        guard (0x40...0x7E).contains(last) else {
            if pending.count > 32 || !(0x20...0x3F).contains(last) {
                pending = []
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
        return Self.sequences[sequence] ?? .unknown
    }

    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
        "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .delete,
        "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight, "1;3D": .wordLeft,
    ]

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0B: .killToEnd
        case 0x0C: .redraw
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .killLine
        case 0x17: .killWord
        case 0x1A: .suspend
        default: .unknown
        }
    }

    /// Merges typed characters that arrived together, so that the screen is updated once.
    private static func joined(_ keys: [Key]) -> [Key] {
        var result: [Key] = []
        for key in keys {
            if case .text(let more) = key, case .text(let text)? = result.last {
                result[result.count - 1] = .text(text + more)
            } else {
                result.append(key)
            }
        }
        return result
    }
}
