import Domain
import Scheduling

/// A record that can be read from the fields of a line.
protocol FieldDecodable {
    /// All known fields, except `type`.
    static var fieldNames: Set<String> { get }
    init(_ fields: RecordFields) throws
}

extension UserRecord: FieldDecodable {
    static let fieldNames: Set = ["email", "displayName", "role", "timezone", "password"]

    init(_ fields: RecordFields) throws {
        email = try fields.email("email")
        displayName = try fields.validated("displayName") { try Validation.displayName(fields.text("displayName")) }
        role = try fields.choice("role", of: Role.allCases)
        timezone = try fields.timezone("timezone") ?? "UTC"
        password = try fields.optionalText("password").map(Secret.init)
        if let password { try fields.validated("password") { try Validation.password(password) } }
    }
}

extension RelationRecord: FieldDecodable {
    static let fieldNames: Set = ["trainer", "client"]

    init(_ fields: RecordFields) throws {
        trainer = try fields.email("trainer")
        client = try fields.email("client")
    }
}

extension ProspectRecord: FieldDecodable {
    static let fieldNames: Set = ["trainer", "displayName", "timezone"]

    init(_ fields: RecordFields) throws {
        trainer = try fields.email("trainer")
        displayName = try fields.validated("displayName") { try Validation.displayName(fields.text("displayName")) }
        timezone = try fields.timezone("timezone")
    }
}

extension ChatRecord: FieldDecodable {
    static let fieldNames: Set = ["ref", "kind", "name", "members"]

    init(_ fields: RecordFields) throws {
        ref = try fields.ref("ref")
        members = try fields.emails("members")
        switch try fields.choice("kind", of: [ChatKind.direct, .group]) {
        case .direct:
            name = nil
            guard members.count == 2 else {
                throw fields.failure("a direct chat has two members; this one has \(members.count)")
            }
        case .group:
            name = try fields.validated("name") {
                try Validation.displayName(fields.text("name"), what: "group name")
            }
            guard Validation.groupSize.contains(members.count) else {
                let (least, most) = (Validation.groupSize.lowerBound, Validation.groupSize.upperBound)
                throw fields.failure("a group has \(least) to \(most) members; this one has \(members.count)")
            }
        }
    }
}

extension MessageRecord: FieldDecodable {
    static let fieldNames: Set = ["chat", "ref", "sender", "sentAt", "text"]

    init(_ fields: RecordFields) throws {
        chat = try fields.ref("chat")
        ref = try fields.ref("ref")
        sender = try fields.email("sender")
        sentAt = try fields.time("sentAt")
        text = try fields.validated("text") { try Validation.messageText(fields.text("text")) }
    }
}

extension EventRecord: FieldDecodable {
    static let fieldNames: Set = [
        "trainer", "ref", "client", "prospect", "eventType", "title", "startsAt", "endsAt", "status",
    ]

    init(_ fields: RecordFields) throws {
        trainer = try fields.email("trainer")
        ref = try fields.ref("ref")
        client = try fields.optionalEmail("client")
        prospect = try fields.optionalText("prospect").map { name in
            try fields.validated("prospect") { try Validation.displayName(name) }
        }
        eventType = try fields.choice("eventType", of: EventType.allCases)
        title = try fields.optionalText("title")
        startsAt = try fields.time("startsAt")
        endsAt = try fields.time("endsAt")
        status =
            try fields.optionalText("status") == nil ? .scheduled : fields.choice("status", of: EventStatus.allCases)
        guard startsAt < endsAt else { throw fields.failure("an event must end after it starts") }
        switch (eventType, client, prospect) {
        case (_, .some, .some):
            throw fields.failure("an event is with a 'client' or with a 'prospect'; leave one of them out")
        case (.adhoc, .some, nil): throw fields.failure("an adhoc event is with nobody; leave 'client' out")
        case (.adhoc, nil, .some): throw fields.failure("an adhoc event is with nobody; leave 'prospect' out")
        case (.training, nil, nil), (.call, nil, nil):
            throw fields.failure("a \(eventType.rawValue) needs a 'client' or a 'prospect'")
        default: break
        }
        if let title, !(1...200).contains(title.trimmed.count) || title.utf8.count > 800 {
            throw fields.failure("the field 'title' must be 1 to 200 characters")
        }
    }
}

extension ReminderRecord: FieldDecodable {
    static let fieldNames: Set = ["user", "ref", "text", "dueAt", "client", "recurrence", "timezone", "completed"]

    init(_ fields: RecordFields) throws {
        user = try fields.email("user")
        ref = try fields.ref("ref")
        text = try fields.validated("text") { try ReminderRules.text(fields.text("text")) }
        dueAt = try fields.time("dueAt")
        client = try fields.optionalEmail("client")
        recurrence = try fields.optionalText("recurrence")
        timezone = try fields.timezone("timezone")
        isCompleted = try fields.flag("completed", default: false)
        if let recurrence { try fields.validated("recurrence") { try ReminderRules.recurrence(recurrence) } }
    }
}

extension SettingsRecord: FieldDecodable {
    static let fieldNames: Set = ["user", "workingHours", "callMinutes", "trainingMinutes"]

    init(_ fields: RecordFields) throws {
        let standard = SchedulingSettings.standard
        let minutes = SchedulingPreferences.minutes
        user = try fields.email("user")
        let hours: [String: String?] =
            switch fields.values["workingHours"] ?? .null {
            case .null: standard.workingHours
            case .object(let days) where days.values.allSatisfy({ $0 == .null || $0.string != nil }):
                days.mapValues(\.string)
            default:
                throw fields.failure("the field 'workingHours' must be an object like {\"mon-fri\":\"07:00-20:00\"}")
            }
        _ = try fields.validated("workingHours") { try WorkingHours(hours) }
        settings = SchedulingSettings(
            workingHours: hours,
            callMinutes: try fields.integer("callMinutes", in: minutes, default: standard.callMinutes),
            trainingMinutes: try fields.integer("trainingMinutes", in: minutes, default: standard.trainingMinutes)
        )
    }
}
