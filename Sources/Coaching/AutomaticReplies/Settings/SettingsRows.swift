import Accounts
import Contacts
import Domain
import Scheduling
import SpotterAPI
import Storage

/// The stored settings and agreements.
enum SettingsRows {
    static func isAllowed(on connection: any SQLConnection) throws -> Bool {
        try !connection.exists("SELECT 1 FROM automatic_stop")
    }

    static func allow(_ isAllowed: Bool, on connection: any SQLConnection) throws {
        try connection.execute(
            isAllowed
                ? "DELETE FROM automatic_stop" : "INSERT INTO automatic_stop (id) VALUES (1) ON CONFLICT DO NOTHING"
        )
    }

    /// Whether any trainer has turned it on.
    static func isUsed(on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM automatic_settings WHERE enabled = 1")
    }

    // MARK: Settings

    /// - Returns: the default ones, which are off, if the trainer has none.
    static func settings(of trainer: UserID, on connection: any SQLConnection) throws -> AutomaticSettings {
        try connection.first(
            """
            SELECT enabled, after_minutes, per_client_day, per_day, per_week, quiet_from, quiet_to, acknowledgement
            FROM automatic_settings WHERE trainer_id = $1
            """,
            trainer
        ) { row in
            guard let quiet = QuietSpan(from: Int(try row.int(5)), to: Int(try row.int(6))) else {
                throw SpotterError(.internalError, "automatic_settings holds no quiet hours")
            }
            return AutomaticSettings(
                enabled: try row.bool(0),
                afterMinutes: Int(try row.int(1)),
                perClientPerDay: Int(try row.int(2)),
                perDay: Int(try row.int(3)),
                perWeek: Int(try row.int(4)),
                quietHours: quiet.hours,
                acknowledgement: try row.optionalText(7)
            )
        } ?? AutomaticSettings()
    }

    static func store(
        _ settings: AutomaticSettings,
        quiet: QuietSpan,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO automatic_settings
                (trainer_id, enabled, after_minutes, per_client_day, per_day, per_week, quiet_from, quiet_to,
                 acknowledgement)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (trainer_id) DO UPDATE SET
                enabled = excluded.enabled, after_minutes = excluded.after_minutes,
                per_client_day = excluded.per_client_day, per_day = excluded.per_day, per_week = excluded.per_week,
                quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                acknowledgement = excluded.acknowledgement
            """,
            trainer,
            settings.enabled,
            settings.afterMinutes,
            settings.perClientPerDay,
            settings.perDay,
            settings.perWeek,
            quiet.from,
            quiet.to,
            settings.acknowledgement
        )
    }

    // MARK: Agreements

    struct Agreement: Sendable {
        var kinds: Set<AutomaticKind>
        var offeredAt: Timestamp
        var agreedAt: Timestamp?
        /// Whether it was another offer before, which its client may still look at.
        var isRevised = false

        /// Whether it has nothing that wasn't shown.
        func isWhatWasShown(_ shown: AcceptAutomaticRequest) -> Bool {
            guard shown.kinds != nil || shown.offeredAt != nil else { return !isRevised }
            return shown.kinds.map { kinds.isSubset(of: $0) } ?? true && shown.offeredAt.map { $0 == offeredAt } ?? true
        }
    }

    static func agreement(
        of trainer: UserID,
        with client: UserID,
        on connection: any SQLConnection
    ) throws -> Agreement? {
        try connection.first(
            """
            SELECT kinds, offered_at, agreed_at, revised FROM automatic_agreements
            WHERE trainer_id = $1 AND client_id = $2
            """,
            trainer,
            client
        ) { try agreement($0, from: 0) }
    }

    /// Those of a trainer or a client, with the names of the others.
    static func agreements(of actor: Actor, on connection: any SQLConnection) throws -> [AutomaticAgreement] {
        let (own, other) = actor.role == .trainer ? ("trainer_id", "client_id") : ("client_id", "trainer_id")
        return try connection.query(
            """
            SELECT u.id, u.display_name, a.kinds, a.offered_at, a.agreed_at, a.revised
            FROM automatic_agreements a \(User.join("u", on: "a.\(other)"))
            WHERE a.\(own) = $1 ORDER BY u.display_name, u.id
            """,
            actor.userId
        ) { row in
            let agreement = try agreement(row, from: 2)
            return AutomaticAgreement(
                userId: try row.id(0),
                displayName: try row.text(1),
                kinds: AutomaticKind.allCases.filter(agreement.kinds.contains),
                offeredAt: agreement.offeredAt,
                agreedAt: agreement.agreedAt
            )
        }
    }

    private static func agreement(_ row: any SQLRow, from column: Int) throws -> Agreement {
        Agreement(
            kinds: Set(try row.text(column).split(separator: " ").compactMap { AutomaticKind(rawValue: String($0)) }),
            offeredAt: try row.timestamp(column + 1),
            agreedAt: try row.optionalTimestamp(column + 2),
            isRevised: try row.bool(column + 3)
        )
    }

    static func store(
        _ agreement: Agreement,
        of trainer: UserID,
        with client: UserID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO automatic_agreements (trainer_id, client_id, kinds, offered_at, agreed_at, revised)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (trainer_id, client_id) DO UPDATE SET
                kinds = excluded.kinds, offered_at = excluded.offered_at, agreed_at = excluded.agreed_at,
                revised = excluded.revised
            """,
            trainer,
            client,
            agreement.kinds.map(\.rawValue).sorted().joined(separator: " "),
            agreement.offeredAt,
            agreement.agreedAt,
            agreement.isRevised
        )
    }

    @discardableResult
    static func removeAgreement(
        of trainer: UserID,
        with client: UserID,
        on connection: any SQLConnection
    ) throws -> Bool {
        let exists = try agreement(of: trainer, with: client, on: connection) != nil
        try connection.execute(
            "DELETE FROM automatic_agreements WHERE trainer_id = $1 AND client_id = $2",
            trainer,
            client
        )
        return exists
    }

    // MARK: Terms

    /// What holds between the two now; `nil` if one of them is gone.
    static func terms(
        of trainer: UserID,
        with client: UserID,
        on connection: any SQLConnection
    ) throws -> AutomaticTerms? {
        guard let trainer = try User.find(trainer, on: connection), let client = try User.find(client, on: connection)
        else { return nil }
        let settings = try settings(of: trainer.id, on: connection)
        let agreement = try agreement(of: trainer.id, with: client.id, on: connection)
        let isRelated = try Contacts.exists(trainer: trainer.id, client: client.id, on: connection)
        let kinds = agreement.flatMap { $0.agreedAt == nil ? nil : $0.kinds } ?? []
        return try AutomaticTerms(
            settings,
            kinds: isRelated ? kinds : [],
            trainer: trainer,
            client: client,
            isAllowed: isAllowed(on: connection)
        )
    }
}

extension AutomaticTerms {
    /// - Throws: `invalid_request` if the quiet hours aren't two times.
    init(
        _ settings: AutomaticSettings,
        kinds: Set<AutomaticKind>,
        trainer: User,
        client: User,
        isAllowed: Bool
    ) throws {
        self.init(
            isEnabled: settings.enabled && isAllowed,
            kinds: settings.acknowledgement == nil ? kinds.subtracting([.acknowledgement]) : kinds,
            afterMinutes: settings.afterMinutes,
            perClientPerDay: settings.perClientPerDay,
            perDay: settings.perDay,
            perWeek: settings.perWeek,
            quiet: try QuietSpan(settings.quietHours),
            trainerClock: LocalClock(identifier: trainer.timezone) ?? .utc,
            clientClock: LocalClock(identifier: client.timezone) ?? .utc
        )
    }
}
