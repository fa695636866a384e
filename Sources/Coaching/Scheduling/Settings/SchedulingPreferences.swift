public import Domain
import Foundation
public import Storage

/// The trainers' scheduling settings, stored as JSON. The standard settings apply if none are stored.
public struct SchedulingPreferences: Sendable {
    private let database: any Database

    /// The allowed default lengths of events: 5 minutes to 8 hours.
    public static let minutes = 5...480

    public init(database: any Database) { self.database = database }

    /// - Throws: `forbidden` if the actor isn't a trainer.
    public func settings(of actor: Actor) async throws -> SchedulingSettings {
        try Self.requireTrainer(actor)
        return try await database.read { try Self.settings(of: actor.userId, on: $0) }
    }

    /// Changes the actor's settings and returns them.
    /// - Throws: `forbidden` if the actor isn't a trainer; `invalid_request` if hours or lengths are invalid.
    public func change(
        by actor: Actor,
        _ change: @escaping @Sendable (inout SchedulingSettings) -> Void
    ) async throws -> SchedulingSettings {
        try Self.requireTrainer(actor)
        return try await database.write { connection in
            var settings = try Self.settings(of: actor.userId, on: connection)
            change(&settings)
            try Self.store(settings, of: actor.userId, on: connection)
            return settings
        }
    }

    private static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageCalendar) else {
            throw SpotterError(.forbidden, "Only a trainer has settings for scheduling.")
        }
    }

    /// Replaces the actor's settings.
    /// - Throws: `forbidden` if the actor isn't a trainer; `invalid_request` if hours or lengths are invalid.
    public func set(_ settings: SchedulingSettings, by actor: Actor) async throws {
        try Self.requireTrainer(actor)
        try await database.write { try Self.store(settings, of: actor.userId, on: $0) }
    }

    package static func settings(of user: UserID, on connection: any SQLConnection) throws -> SchedulingSettings {
        let stored = try connection.first("SELECT settings FROM scheduling_settings WHERE user_id = $1", user) {
            try $0.text(0)
        }
        guard let stored else { return .standard }
        return try JSONDecoder().decode(SchedulingSettings.self, from: Data(stored.utf8))
    }

    package static func store(
        _ settings: SchedulingSettings,
        of user: UserID,
        on connection: any SQLConnection
    ) throws {
        _ = try WorkingHours(settings.workingHours)
        for length in [settings.callMinutes, settings.trainingMinutes] where !minutes.contains(length) {
            throw SpotterError.invalid("callMinutes and trainingMinutes must be 5 to 480.")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try connection.execute(
            """
            INSERT INTO scheduling_settings (user_id, settings) VALUES ($1, $2)
            ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings
            """,
            user,
            String(decoding: try encoder.encode(settings), as: UTF8.self)
        )
    }
}

extension SchedulingSettings {
    /// The length of an event of this type if none is given.
    public func defaultMinutes(for type: EventType) -> Int { type == .training ? trainingMinutes : callMinutes }
}
