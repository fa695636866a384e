package import AssistantTools
import Domain
import Scheduling
package import SpotterAPI
package import TextReading
package import TimeExpressions

/// Completes a request with the short reply to a question: "the second", "Mike Chen", "at 3pm".
package struct FollowUp: Sendable {
    package static let maxWords = 10

    package let pending: ToolRequest
    package let needs: Needs
    package let times: TimeExpressionParser

    package init(pending: ToolRequest, needs: Needs, times: TimeExpressionParser) {
        self.pending = pending
        self.needs = needs
        self.times = times
    }

    /// The request completed by the reply; `nil` if the reply is about something else.
    package func completed(by reply: String) -> ToolRequest? {
        let words = TextWord.words(of: reply)
        guard !words.isEmpty, !isLimited(words) else { return nil }
        switch needs {
        case .selection(let about, _, let options):
            guard words.count <= Self.maxWords,
                let option = Self.choice(reply, words, among: options)
                    ?? (about == "event" ? choice(byTime: reply, words, among: options) : nil)
            else { return nil }
            return chosen(option.id, about: about)
        case .conflict(let conflict):
            guard words.count <= Self.maxWords else { return nil }
            var request = pending
            if let time = found(in: reply) {
                request.time = time
            } else if let position = Self.ordinal(words, of: conflict.suggestions.count) {
                request.time = .instant(conflict.suggestions[position])
            } else {
                return nil
            }
            return request
        case .clarification(let missing, _): return clarified(missing, by: reply, words)
        case .notFound: return words.count <= 4 ? renamed(words) : nil
        case .refusal, .other: return nil
        }
    }

    /// Whether a short reply says what isn't meant, rather than what is: "not on Friday", "anybody but Sara". A text may say
    /// anything, and "no, Tuesday" corrects.
    package func isLimited(_ words: [TextWord]) -> Bool {
        if case .clarification(let missing, _) = needs, missing.contains("text") { return false }
        let folded = words.map(\.folded)
        guard words.count <= Self.maxWords else { return false }
        let start = folded.first == "no" ? 1 : 0
        return (start..<folded.count).contains { Qualifiers.read.limits(folded, at: $0) }
    }

    // MARK: Choices

    private static func choice(_ reply: String, _ words: [TextWord], among options: [Needs.Option]) -> Needs.Option? {
        if let position = ordinal(words, of: options.count) { return options[position] }
        let said = Set(words.map(\.folded)).subtracting(GrammarWords.of("choice filler").all)
        guard !said.isEmpty else { return nil }
        let matching = options.filter { option in
            let own = Set(TextWord.words(of: "\(option.title) \(option.subtitle)").map(\.folded))
            return said.isSubset(of: own)
        }
        // For "Mike Chen", with the options "Mike Chen" and "Mike Chen Lee", the whole name wins.
        let exact = matching.filter { $0.title.lowercased() == reply.trimmed.lowercased() }
        return exact.count == 1 ? exact.first : matching.count == 1 ? matching.first : nil
    }

    /// "the one tomorrow", "Friday's": the only option at that time.
    private func choice(
        byTime reply: String,
        _ words: [TextWord],
        among options: [Needs.Option]
    ) -> Needs.Option? {
        let filler = GrammarWords.of("choice by time filler")
        guard let time = times.find(in: reply).first, let start = time.reading.startsAt,
            words.allSatisfy({ filler.contains($0.folded) || time.range.overlaps($0.range) })
        else { return nil }
        let matching = options.filter { option in
            guard
                let instant = times.parse(option.subtitle).startsAt
                    ?? times.find(in: option.subtitle).first?.reading.startsAt
            else { return false }
            if let end = time.reading.endsAt, end > start { return start <= instant && instant < end }
            return instant == start
        }
        return matching.count == 1 ? matching.first : nil
    }

    /// "first", "the second one", "2", "#2", "option 3", "last": an index below `count`.
    static func ordinal(_ words: [TextWord], of count: Int) -> Int? {
        let filler = GrammarWords.of("choosing filler")
        let left = words.map(\.folded).filter { !filler.contains($0) || ($0 == "one" && words.count == 1) }
        guard left.count == 1, let word = left.first, count > 0 else { return nil }
        let position: Int
        if GrammarWords.of("last choice").contains(word) {
            position = count - 1
        } else if let named = ordinals[word] {
            position = named - 1
        } else {
            let digits = word.prefix(while: \.isNumber)
            guard digits.count < 4, let number = Int(digits),
                case let ending = word.dropFirst(digits.count),
                ending.isEmpty || GrammarWords.of("ending of ordinals").contains(String(ending))
            else { return nil }
            position = number - 1
        }
        return (0..<count).contains(position) ? position : nil
    }

    private static let ordinals = GrammarWords.numbers("ordinal")

    private func chosen(_ id: String, about: String) -> ToolRequest? {
        var request = pending
        switch about {
        case "event":
            guard let event = EventID(id) else { return nil }
            request.eventId = event
        case "chat":
            guard let chat = ChatID(id) else { return nil }
            request.chatId = chat
        case "prospect":
            guard let prospect = ProspectID(id) else { return nil }
            request.person = .prospect(prospect)
        default:
            guard let user = UserID(id) else { return nil }
            request.person = .id(user)
        }
        return request
    }

    // MARK: Missing values

    private func clarified(_ missing: [String], by reply: String, _ words: [TextWord]) -> ToolRequest? {
        var request = pending
        var isBetter = false
        if missing.contains("time"), words.count <= Self.maxWords, let time = found(in: reply) {
            request.time = time
            isBetter = true
        }
        if missing.contains("duration"),
            let minutes = times.find(in: reply).first(where: { $0.reading.kind == .duration })?
                .reading.minutes
        {
            request.durationMinutes = minutes
            isBetter = true
        }
        if missing.contains("text"), !isBetter {
            let isIntroduced = GrammarWords.of("reply that").contains(words.first?.folded ?? "")
            let composed = isIntroduced ? MessageComposer(verb: "tell", rest: reply).text : nil
            request.text = Quotation.ranges(in: reply).first.map { String(reply[$0]) } ?? composed ?? reply.trimmed
            isBetter = true
        }
        if missing.contains("client") || missing.contains("event"), !isBetter || missing.count > 1,
            let named = renamed(
                words.filter { word in !times.find(in: reply).contains { $0.range.overlaps(word.range) } }
            )
        {
            request.person = named.person
            isBetter = true
        }
        return isBetter ? request : nil
    }

    private func renamed(_ words: [TextWord]) -> ToolRequest? {
        let filler = GrammarWords.of("renamed filler")
        let name = words.filter { !filler.contains($0.folded) }
        guard (1...4).contains(name.count) else { return nil }
        var request = pending
        request.person = .named(NameWords.joined(name))
        return request
    }

    /// The time in the reply. If it is only a clock time, it is combined with the day of the request.
    private func found(in reply: String) -> ToolRequest.Time? {
        let points = times.find(in: reply).filter { $0.reading.kind != .duration }
        guard !points.isEmpty else { return nil }
        let said = points.map { String(reply[$0.range]) }.joined(separator: " ")
        if case .expression(let before) = pending.time, Self.isClockTime(said),
            let day = times.parse(before).local?.prefix(10), times.parse(String(day)).kind == .date
        {
            let joined = "\(day) \(said)"
            if times.parse(joined).startsAt != nil { return .expression(joined) }
        }
        return .expression(said)
    }

    /// Whether the text names a clock time without a day: "at 3pm", "half past nine".
    private static func isClockTime(_ text: String) -> Bool {
        let clock = GrammarWords.of("reply clock")
        return TextWord.words(of: text).allSatisfy { word in
            clock.contains(word.folded) || word.folded.first?.isNumber ?? false
        }
    }
}
