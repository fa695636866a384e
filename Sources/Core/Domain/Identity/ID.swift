/// A UUID that identifies one kind of entity: `ID<User>` and `ID<Chat>` are different types.
///
/// As text it has the canonical lower-case form, in storage 16 big-endian bytes. New ids are version 7
/// (RFC 9562 §5.7), so they sort by the time at which they were made.
///
/// ```swift
/// let chat = ChatID("018f3c5a-0000-7000-8000-00000000002a")  // nil if the text isn't a UUID
/// ```
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

    /// An id that follows from a hash: the same for the same hash. It is of version 8 (RFC 9562 §5.8), which is for ids of
    /// one's own making.
    /// - Parameter hash: at least 16 bytes, the first of which count; missing ones are 0.
    public init(hash: some Sequence<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        for (index, byte) in hash.prefix(16).enumerated() {
            let shifted = UInt64(byte) << (56 - 8 * UInt64(index % 8))
            if index < 8 { words.0 |= shifted } else { words.1 |= shifted }
        }
        self.init(
            high: words.0 & ~0xF000 | 0x8000,
            low: words.1 & ~(0xC0 << 56) | 0x80 << 56
        )
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
    /// `nil` unless the text is 36 characters: hexadecimal digits of either case, and hyphens in their places.
    public init?(_ description: String) {
        var description = description
        guard let id = description.withUTF8({ Self(utf8: $0) }) else { return nil }
        self = id
    }

    /// Reads the text form, as UTF-8.
    public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.textLength else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<Self.textLength {
            let character = text[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = Hexadecimal.value(of: character) else { return nil }
                // 128 bits, shifted by a digit.
                words.0 = words.0 << 4 | words.1 >> 60
                words.1 = words.1 << 4 | UInt64(value)
            }
        }
        self.init(high: words.0, low: words.1)
    }

    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            writeText(to: buffer)
            return Self.textLength
        }
    }

    /// The length of the text form in bytes.
    @inlinable public static var textLength: Int { 36 }

    /// Writes the text form to the start of `buffer`, which must have room for it.
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
            buffer[position] = Hexadecimal.digit(byte >> 4)
            buffer[position &+ 1] = Hexadecimal.digit(byte & 0xF)
            position &+= 2
        }
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
public typealias ContactRequestID = ID<SentContactRequest>
public typealias EventID = ID<CalendarEvent>
public typealias EventSeriesID = ID<EventSeries>
public typealias ReminderID = ID<Reminder>
public typealias ScheduledMessageID = ID<ScheduledMessage>
public typealias TemplateID = ID<MessageTemplate>
public typealias BroadcastID = ID<Broadcast>
public typealias NoticeID = ID<Notice>
public typealias ProfileItemID = ID<ProfileItem>
public typealias MeasurePointID = ID<MeasurePoint>
public typealias CustomMeasureID = ID<CustomMeasure>
public typealias CheckInID = ID<CheckIn>
public typealias AskedCheckInID = ID<AskedCheckIn>
