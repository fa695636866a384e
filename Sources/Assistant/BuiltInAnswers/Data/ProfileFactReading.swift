import ClientProfiles
package import Domain
package import Storage

/// What the assistant asks of profiles.
package struct ProfileFactReading: FactReading {
    private let database: any Database
    private let clock: any WallClock

    package init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    package func facts(
        _ question: String,
        of client: UserID?,
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> KnownFacts? {
        guard let asked = FactQuestion(question, isAboutOne: client != nil) else { return nil }
        let now = clock.now()
        let during = asked.isAboutTravel ? period ?? now..<now.adding(seconds: 86_400) : nil
        let facts = ClientFacts(clock: clock)
        let lines = try await database.read { connection in
            try facts.lines(for: asked, of: trainer, only: client, during: during, on: connection)
        }
        return KnownFacts(
            lines: lines.map { KnownFacts.Line(client: $0.client, items: $0.items) },
            isAboutInjuries: asked.isAboutInjuries,
            isAboutBody: asked.isAboutBody,
            mayHealUnseen: asked.isAboutPain,
            isAboutTravel: asked.isAboutTravel,
            asksForPast: asked.asksForPast,
            isAboutHealth: asked.isAboutHealth,
            foods: asked.foods
        )
    }

    package func all(of client: UserID, for trainer: UserID) async throws -> [ProfileItem] {
        let facts = ClientFacts(clock: clock)
        return try await database.read { try facts.items(of: client, for: trainer, on: $0) }
    }
}
