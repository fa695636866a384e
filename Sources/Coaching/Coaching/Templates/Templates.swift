public import Domain
import Messaging
public import Scheduling
import SpotterAPI
public import Storage

/// Texts with slots that a trainer sends again and again.
public struct Templates: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let publish: ScheduledMessages.Publish

    static let maxTemplates = 500

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        publish: @escaping ScheduledMessages.Publish
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.publish = publish
    }

    /// The actor's templates, by name.
    public func list(for actor: Actor) async throws -> [MessageTemplate] {
        let rows = try await database.read { try Self.rows(of: actor.userId, on: $0) }
        return await BackgroundWork.shared.run(of: actor.userId) { rows.map { $0.withSlots() } }
    }

    /// - Throws: `invalid_request` if name or text are invalid; `conflict` if the actor has too many.
    public func create(name: String, text: String, by actor: Actor) async throws -> MessageTemplate {
        let template = await withSlots(
            MessageTemplate(
                id: ids.next(),
                name: try Validation.displayName(name, what: "template's name", mayBeOurs: true),
                text: try Validation.messageText(text),
                slots: [],
                createdAt: clock.now(),
                updatedAt: clock.now()
            ),
            of: actor
        )
        try await database.write { connection in
            let count = try connection.first(
                "SELECT count(*) FROM message_templates WHERE owner_id = $1",
                actor.userId
            ) { try $0.int(0) }
            guard count ?? 0 < Self.maxTemplates else {
                throw SpotterError(.conflict, "You have \(Self.maxTemplates) templates; delete some first.")
            }
            try connection.execute(
                """
                INSERT INTO message_templates (id, owner_id, name, text, created_at, updated_at)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                template.id,
                actor.userId,
                template.name,
                template.text,
                template.createdAt,
                template.updatedAt
            )
        }
        publish(ServerFrames.template(template.id, template), actor.userId)
        return template
    }

    /// - Throws: `not_found` if it isn't the actor's; `invalid_request` if name or text are invalid.
    public func change(
        _ id: TemplateID,
        name: String?,
        text: String?,
        by actor: Actor
    ) async throws -> MessageTemplate {
        let name = try name.map { try Validation.displayName($0, what: "template's name", mayBeOurs: true) }
        let text = try text.map { try Validation.messageText($0) }
        let now = clock.now()
        let changed = try await database.write { connection in
            var template = try Self.template(id, for: actor, on: connection)
            if let name { template.name = name }
            if let text {
                connection.markErasure()
                template.text = text
            }
            template.updatedAt = now
            try connection.execute(
                "UPDATE message_templates SET name = $1, text = $2, updated_at = $3 WHERE id = $4",
                template.name,
                template.text,
                template.updatedAt,
                id
            )
            return template
        }
        let template = await withSlots(changed, of: actor)
        publish(ServerFrames.template(id, template), actor.userId)
        return template
    }

    /// - Throws: `not_found` if it isn't the actor's.
    public func delete(_ id: TemplateID, by actor: Actor) async throws {
        try await database.write { connection in
            _ = try Self.template(id, for: actor, on: connection)
            connection.markErasure()
            try connection.execute("DELETE FROM message_templates WHERE id = $1", id)
        }
        publish(ServerFrames.template(id, nil), actor.userId)
    }

    /// The template's text for one client.
    /// - Throws: `not_found` if template or client aren't the actor's; `invalid_request` with the name of a slot that has
    ///   no value.
    public func render(
        _ id: TemplateID,
        for client: UserID,
        slots: [String: String],
        by actor: Actor
    ) async throws -> String {
        let now = clock.now()
        let (text, values) = try await database.read { connection in
            (
                try Self.template(id, for: actor, on: connection).text,
                try ClientValues(of: client, for: actor.userId, at: now, on: connection)
            )
        }
        return try await BackgroundWork.shared.run(of: actor.userId) {
            try Validation.messageText(try TemplateText(text).filled(with: values.merged(with: slots)))
        }
    }

    /// Looking through a long text takes milliseconds.
    private func withSlots(_ template: MessageTemplate, of actor: Actor) async -> MessageTemplate {
        await BackgroundWork.shared.run(of: actor.userId) { template.withSlots() }
    }

    // MARK: Rows

    /// Without its slots.
    static func template(
        _ id: TemplateID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> MessageTemplate {
        let found = try connection.first(
            "SELECT id, name, text, created_at, updated_at, owner_id FROM message_templates WHERE id = $1",
            id
        ) { (template: try MessageTemplate(row: $0), owner: try $0.id(5, UserID.self)) }
        guard let found, Access.can(actor, .own(found.owner)) else { throw SpotterError.notFound("template") }
        return found.template
    }

    /// By name, without their slots: reading many long texts for them takes a while.
    static func rows(of user: UserID, on connection: any SQLConnection) throws -> [MessageTemplate] {
        try connection.query(
            """
            SELECT id, name, text, created_at, updated_at FROM message_templates WHERE owner_id = $1 ORDER BY name, id
            """,
            user
        ) { try MessageTemplate(row: $0) }
    }
}

extension MessageTemplate {
    /// Without its slots.
    fileprivate init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            name: try row.text(1),
            text: try row.text(2),
            slots: [],
            createdAt: try row.timestamp(3),
            updatedAt: try row.timestamp(4)
        )
    }

    func withSlots() -> MessageTemplate {
        var template = self
        template.slots = TemplateText(text).slots
        return template
    }
}
