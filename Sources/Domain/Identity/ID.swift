/// A UUID that names one kind of entity; `ID<User>` and `ID<Chat>` don't mix.
///
/// Its text form is the canonical lower-case one (`018f…-…`), its storage form 16 bytes, big-endian. New ids are
/// version 7 (RFC 9562 §5.7): they sort by the time they were made.
public struct ID<Entity>: Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 { words.0 = words.0 << 8 | UInt64(byte) } else { words.1 = words.1 << 8 | UInt64(byte) }
        }
        self.init(high: words.0, low: words.1)
    }

    /// The 16 bytes, big-endian.
    public var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}

extension ID: Hashable, Comparable {
    public static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension ID: LosslessStringConvertible {
    /// Total: any string that isn't 36 characters of hexadecimal digits and hyphens in their places gives `nil`.
    public init?(_ description: String) {
        let utf8 = description.utf8
        guard utf8.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (index, character) in utf8.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard character == UInt8(ascii: "-") else { return nil }
            default:
                guard let value = Self.hexValue(character) else { return nil }
                if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
                digits += 1
            }
        }
        self.init(high: words.0, low: words.1)
    }

    private static func hexValue(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            writeText(to: buffer)
            return Self.textLength
        }
    }

    /// Bytes of the text form.
    @inlinable public static var textLength: Int { 36 }

    /// Writes the text form to the front of a buffer that has room for it.
    @inlinable public func writeText(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.textLength, "the caller makes room")
        var position = 0
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 {
                buffer[position] = UInt8(ascii: "-")
                position &+= 1
            }
            let word = index < 8 ? high : low
            let byte = UInt8(truncatingIfNeeded: word >> (56 &- 8 &* UInt64(index & 7)))
            buffer[position] = Self.digit(byte >> 4)
            buffer[position &+ 1] = Self.digit(byte & 0xF)
            position &+= 2
        }
    }

    @inlinable static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }
}

extension ID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text.prefix(64))' is not an id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

public typealias UserID = ID<User>
public typealias SessionID = ID<Session>
public typealias ChatID = ID<Chat>
public typealias MessageID = ID<Message>
public typealias MediaID = ID<Media>
public typealias ProspectID = ID<Prospect>
public typealias InvitationID = ID<Invitation>
public typealias EventID = ID<CalendarEvent>
public typealias ReminderID = ID<Reminder>
