public import Domain

/// What the assistant must know before it can propose an action. No action has been taken.
///
/// ```swift
/// func prompt(_ needs: Needs) -> String? {
///     if case .selection(_, let prompt, _) = needs { prompt } else { nil }
/// }
/// ```
public enum Needs: Sendable, Hashable {
    case selection(about: String, prompt: String, options: [Option])
    case conflict(Conflict)
    /// `missing` contains some of `client`, `time`, `text`, `event`, `duration`.
    case clarification(missing: [String], prompt: String)
    case notFound(about: String, name: String)
    case refusal(reason: String)
    /// A kind that this version doesn't know. The server never sends it.
    case other(kind: String)

    /// One of several people or events that a name can refer to.
    public struct Option: Sendable, Codable, Hashable {
        public let id: String
        public let title: String
        public let subtitle: String

        public init(id: String, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// The requested time is taken.
    public struct Conflict: Sendable, Codable, Hashable {
        /// The event that takes the time.
        public struct Event: Sendable, Codable, Hashable {
            public let eventId: EventID
            public let title: String
            public let startsAt: Timestamp
            public let endsAt: Timestamp

            public init(eventId: EventID, title: String, startsAt: Timestamp, endsAt: Timestamp) {
                self.eventId = eventId
                self.title = title
                self.startsAt = startsAt
                self.endsAt = endsAt
            }
        }

        /// The requested event. It can be proposed again at another time.
        public struct Proposed: Sendable, Codable, Hashable {
            public let tool: ToolName
            public let arguments: ToolArguments

            public init(arguments: ToolArguments) {
                self.tool = arguments.tool
                self.arguments = arguments
            }

            private enum CodingKeys: String, CodingKey { case tool, arguments }

            public init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                tool = try container.decode(ToolName.self, forKey: .tool)
                arguments = try ToolArguments(tool: tool, from: container.superDecoder(forKey: .arguments))
            }
        }

        public let conflictsWith: [Event]
        /// Three free start times within the trainer's working hours.
        public let suggestions: [Timestamp]
        public let proposed: Proposed

        public init(conflictsWith: [Event], suggestions: [Timestamp], proposed: Proposed) {
            self.conflictsWith = conflictsWith
            self.suggestions = suggestions
            self.proposed = proposed
        }
    }
}

extension Needs: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, about, prompt, options, conflictsWith, suggestions, proposed, missing, name, reason
    }

    enum Kind: String, Codable, CaseIterable { case selection, conflict, clarification, notFound, refusal }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .selection(let about, let prompt, let options):
            try container.encode(Kind.selection, forKey: .kind)
            try container.encode(about, forKey: .about)
            try container.encode(prompt, forKey: .prompt)
            try container.encode(options, forKey: .options)
        case .conflict(let conflict):
            try container.encode(Kind.conflict, forKey: .kind)
            try container.encode(conflict.conflictsWith, forKey: .conflictsWith)
            try container.encode(conflict.suggestions, forKey: .suggestions)
            try container.encode(conflict.proposed, forKey: .proposed)
        case .clarification(let missing, let prompt):
            try container.encode(Kind.clarification, forKey: .kind)
            try container.encode(missing, forKey: .missing)
            try container.encode(prompt, forKey: .prompt)
        case .notFound(let about, let name):
            try container.encode(Kind.notFound, forKey: .kind)
            try container.encode(about, forKey: .about)
            try container.encode(name, forKey: .name)
        case .refusal(let reason):
            try container.encode(Kind.refusal, forKey: .kind)
            try container.encode(reason, forKey: .reason)
        case .other(let kind):
            try container.encode(kind, forKey: .kind)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        switch Kind(rawValue: kind) {
        case .selection:
            self = .selection(
                about: try container.decode(String.self, forKey: .about),
                prompt: try container.decode(String.self, forKey: .prompt),
                options: try container.decode([Option].self, forKey: .options)
            )
        case .conflict: self = .conflict(try Conflict(from: decoder))
        case .clarification:
            self = .clarification(
                missing: try container.decode([String].self, forKey: .missing),
                prompt: try container.decode(String.self, forKey: .prompt)
            )
        case .notFound:
            self = .notFound(
                about: try container.decode(String.self, forKey: .about),
                name: try container.decode(String.self, forKey: .name)
            )
        case .refusal: self = .refusal(reason: try container.decode(String.self, forKey: .reason))
        case nil: self = .other(kind: kind)
        }
    }
}
