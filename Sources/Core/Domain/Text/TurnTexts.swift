import Synchronization

/// The texts of the turn that is being answered. Permission, grammar, search and recognisers all read the question: whatever
/// a reading makes of it is made once, and the others get the same.
///
/// It holds the question and what it means in full, never messages.
package final class TurnTexts: Sendable {
    @TaskLocal package static var current: TurnTexts?

    /// How often a text was read in one way, and how often that had to be worked out.
    package struct Count: Sendable, Hashable {
        package var asked = 0
        package var made = 0
    }

    private struct Text: Sendable {
        let text: String
        var readings: [String: any Sendable] = [:]
        var counts: [String: Count] = [:]
    }

    private static let maxTexts = 8

    private let texts = Mutex<[Text]>([])

    package init() {}

    /// From now on this text is read once. More than a few texts of a turn aren't kept.
    package func add(_ text: String) {
        texts.withLock { texts in
            guard texts.count < Self.maxTexts, Self.place(of: text, in: texts) == nil else { return }
            texts.append(Text(text: text))
        }
    }

    /// - Parameters:
    ///   - reading: names the way of reading, with all that its result depends on besides the text.
    ///   - read: works it out, always to the same result, and asks for no other reading.
    package func reading<Value: Sendable>(
        of text: String,
        _ reading: @autoclosure () -> String,
        _ read: () -> Value
    ) -> Value {
        let value: Value? = texts.withLock { texts in
            guard let place = Self.place(of: text, in: texts) else { return nil }
            let name = reading()
            texts[place].counts[name, default: Count()].asked += 1
            if let known = texts[place].readings[name] as? Value { return known }
            // Whoever asks meanwhile waits, rather than to work it out as well.
            let value = read()
            texts[place].readings[name] = value
            texts[place].counts[name, default: Count()].made += 1
            return value
        }
        return value ?? read()
    }

    /// The ways in which a text was read.
    package func counts(of text: String) -> [String: Count] {
        texts.withLock { texts in Self.place(of: text, in: texts).map { texts[$0].counts } ?? [:] }
    }

    /// By its bytes: what is equal in other bytes has its words at other places.
    private static func place(of text: String, in texts: [Text]) -> Int? {
        texts.firstIndex { known in
            known.text.utf8.count == text.utf8.count && known.text.utf8.elementsEqual(text.utf8)
        }
    }
}
