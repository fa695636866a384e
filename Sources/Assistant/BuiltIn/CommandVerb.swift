import Domain

/// The verb with which a clause asks for an action, and its position.
///
/// It must be the first word, except for polite phrases. "don't schedule", "did I schedule", "Mike asked me to
/// schedule" and "“schedule a call”, she wrote" therefore request nothing.
struct CommandVerb: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case schedule, reschedule, cancel, remind, message
    }

    let kind: Kind
    /// The words of the verb.
    let words: Range<Int>

    static func find(in words: [String], from start: Int = 0) -> CommandVerb? {
        let first = afterPoliteness(words, from: start)
        guard first < words.count else { return nil }
        for (phrase, kind) in phrases where matches(phrase, words, at: first) {
            let head = CommandVerb(kind: kind, words: first..<first + phrase.count)
            return head.isMeant(in: words) ? head : nil
        }
        return nil
    }

    /// Verbs that are also other words require an object.
    private func isMeant(in words: [String]) -> Bool {
        let rest = words[self.words.upperBound...]
        let next = rest.first ?? ""
        let namesEvent = rest.prefix(6).contains { EventWords.nouns.contains($0) }
        switch (kind, words[self.words.lowerBound]) {
        case (.schedule, "schedule"):
            return !["for", "today", "tomorrow", "this", "next", "on"].contains(next) || namesEvent
        case (.schedule, "set"), (.schedule, "plan"), (.schedule, "make"), (.schedule, "create"), (.schedule, "fix"):
            return self.words.count > 1 || namesEvent
        case (.schedule, "add"), (.schedule, "put"), (.schedule, "get"):
            return self.words.count > 1 || namesEvent || rest.contains { EventWords.calendars.contains($0) }
        case (.schedule, "call"):
            return !["me", "us", "it", "off", "with", "from", "to"].contains(next) && !rest.isEmpty
        case (.reschedule, "change"), (.cancel, "drop"), (.cancel, "delete"), (.cancel, "remove"), (.cancel, "scrap"):
            return namesEvent
        case (.message, "tell"), (.message, "send"), (.message, "ask"), (.message, "let"), (.message, "write"),
            (.message, "remind"):
            return !["me", "us", "myself"].contains(next) && !next.isEmpty
        case (.message, _): return !["me", "us", "from", "about", "in", "with"].contains(next) && !next.isEmpty
        default: return true
        }
    }

    private static func matches(_ phrase: [String], _ words: [String], at position: Int) -> Bool {
        position + phrase.count <= words.count && zip(phrase, words[position...]).allSatisfy(==)
    }

    private static func afterPoliteness(_ words: [String], from start: Int) -> Int {
        var position = start
        while let phrase = politeness.first(where: { matches($0, words, at: position) }) { position += phrase.count }
        return position
    }

    /// Longest first.
    private static let politeness: [[String]] = sorted([
        "please", "hey", "hi", "hello", "ok", "okay", "so", "also", "and", "then", "now", "spotter", "just", "quickly",
        "kindly", "yes", "can you", "could you", "would you", "will you", "can we", "could we", "i want to",
        "i want you to", "i'd like to", "i'd like you to", "i would like to", "i would like you to", "i need to",
        "i need you to", "i have to", "i've got to", "i must", "let's", "lets", "go ahead and", "help me", "help me to",
        "try to",
        "instead", "after that",
    ])

    private static let phrases: [([String], Kind)] = {
        let verbs: [(Kind, [String])] = [
            (
                .remind,
                [
                    "remind me", "remind us", "set a reminder", "set reminder", "set me a reminder",
                    "create a reminder",
                    "add a reminder", "make a reminder", "give me a reminder", "reminder", "don't let me forget",
                    "do not let me forget", "nudge me", "ping me", "poke me", "alert me",
                ]
            ),
            (
                .reschedule,
                ["reschedule", "move", "push", "push back", "postpone", "shift", "bring forward", "delay", "change"]
            ),
            (.cancel, ["cancel", "call off", "drop", "delete", "remove", "scrap"]),
            (
                .message,
                [
                    "tell", "message", "text", "msg", "dm", "send", "let", "ask", "notify", "inform", "write",
                    "write to",
                    "reply to", "respond to", "say to", "remind", "drop", "shoot",
                ]
            ),
            (
                .schedule,
                [
                    "schedule", "book", "book in", "arrange", "organize", "organise", "set up", "put in", "pencil in",
                    "block", "block off", "block out", "reserve", "set", "plan", "make", "create", "fix", "add", "put",
                    "get", "call", "phone", "facetime", "zoom",
                ]
            ),
        ]
        let all = verbs.flatMap { kind, phrases in phrases.map { ($0.split(separator: " ").map(String.init), kind) } }
        return all.sorted { $0.0.count > $1.0.count }
    }()

    private static func sorted(_ phrases: [String]) -> [[String]] {
        phrases.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }
}

/// Words for the entries of a calendar.
enum EventWords {
    static let training: Set<String> = [
        "session", "sessions", "training", "trainings", "workout", "workouts", "train", "pt", "lesson", "class", "gym",
    ]
    static let call: Set<String> = [
        "call", "calls", "phone", "zoom", "facetime", "videocall", "video", "meet", "meeting", "meetings", "catch-up",
        "catchup",
        "check-in", "checkin", "consultation", "consult",
    ]
    static let other: Set<String> = ["appointment", "appointments", "event", "events", "booking", "bookings", "slot"]
    static let calendars: Set<String> = ["calendar", "schedule", "agenda", "diary"]
    static let nouns = training.union(call).union(other)

    static func type(of words: [String]) -> EventType? {
        if words.contains(where: training.contains) { return .training }
        return words.contains(where: call.contains) ? .call : nil
    }
}
