public import Domain

/// What the assistant has to know before it can propose anything. A kind that this client doesn't know is `other`.
public enum Needs: Sendable, Equatable {
    public struct Option: Sendable, Equatable, Codable {
        public let id: String
        public let title: String
        public let subtitle: String?
    }

    public struct Conflict: Sendable, Equatable, Codable {
        public struct Event: Sendable, Equatable, Codable {
            public let eventId: String
            public let title: String
            public let startsAt: Timestamp
            public let endsAt: Timestamp
        }
        public let conflictsWith: [Event]
        /// Starts that are really free.
        public let suggestions: [Timestamp]
        /// The tool and arguments that were asked for.
        public let proposed: JSONValue?
    }

    case selection(about: String, prompt: String, options: [Option])
    case conflict(Conflict)
    case clarification(missing: [String], prompt: String)
    case notFound(about: String, name: String)
    case refusal(reason: String)
    case other(kind: String)
}

extension Needs: Codable {
    private enum Key: String, CodingKey {
        case kind, about, prompt, options, missing, name, reason
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        let kind = try box.decode(String.self, forKey: .kind)
        switch kind {
        case "selection":
            self = .selection(
                about: try box.decode(String.self, forKey: .about),
                prompt: try box.decode(String.self, forKey: .prompt),
                options: try box.decode([Option].self, forKey: .options)
            )
        case "conflict":
            self = .conflict(try Conflict(from: decoder))
        case "clarification":
            self = .clarification(
                missing: try box.decode([String].self, forKey: .missing),
                prompt: try box.decode(String.self, forKey: .prompt)
            )
        case "notFound":
            self = .notFound(
                about: try box.decode(String.self, forKey: .about),
                name: try box.decode(String.self, forKey: .name)
            )
        case "refusal":
            self = .refusal(reason: try box.decode(String.self, forKey: .reason))
        default:
            self = .other(kind: kind)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        switch self {
        case .selection(let about, let prompt, let options):
            try box.encode("selection", forKey: .kind)
            try box.encode(about, forKey: .about)
            try box.encode(prompt, forKey: .prompt)
            try box.encode(options, forKey: .options)
        case .conflict(let conflict):
            try box.encode("conflict", forKey: .kind)
            try conflict.encode(to: encoder)
        case .clarification(let missing, let prompt):
            try box.encode("clarification", forKey: .kind)
            try box.encode(missing, forKey: .missing)
            try box.encode(prompt, forKey: .prompt)
        case .notFound(let about, let name):
            try box.encode("notFound", forKey: .kind)
            try box.encode(about, forKey: .about)
            try box.encode(name, forKey: .name)
        case .refusal(let reason):
            try box.encode("refusal", forKey: .kind)
            try box.encode(reason, forKey: .reason)
        case .other(let kind):
            try box.encode(kind, forKey: .kind)
        }
    }
}
