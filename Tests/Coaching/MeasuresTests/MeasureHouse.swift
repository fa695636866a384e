import ContactsTestKit
import Domain
import Logging
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport

@testable import Measures

/// Measures over a messaging fixture: a trainer, a client and their chat.
struct MeasureHouse: Sendable {
    let fixture: MessagingFixture
    let service: MeasureService
    let chat: ChatID
    let trainer: User
    let client: User

    private static let measures = UpperModule(
        MeasuresSchema.migrations,
        messageObservers: { parts in
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let alerts = MeasureAlerts(clock: parts.clock, ids: parts.ids)
            return [MeasureFollower(database: parts.database, alerts: alerts, logger: logger)]
        }
    )

    static func run(_ body: (MeasureHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: [.scheduling, measures]) { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await body(MeasureHouse(fixture, chat, trainer, client))
        }
    }

    init(_ fixture: MessagingFixture, _ chat: ChatID, _ trainer: User, _ client: User) {
        self.fixture = fixture
        self.chat = chat
        self.trainer = trainer
        self.client = client
        service = MeasureService(
            database: fixture.database,
            clock: fixture.clock,
            ids: UUIDv7Source(clock: fixture.clock)
        )
    }

    var follower: MeasureFollower { fixture.observer(MeasureFollower.self) }

    /// The client writes to the trainer, and the message is read.
    @discardableResult
    func say(_ text: String, _ id: String) async throws -> MessageID {
        fixture.clock.advance(milliseconds: 60_000)
        let sent = try await fixture.send(text, id, to: chat, by: client)
        try await follower.readPending()
        return sent.message.id
    }

    func series(_ query: MeasureService.Query = .init(), for user: User? = nil) async throws -> [MeasureSeries] {
        try await service.series(of: client.id, query, for: (user ?? trainer).actor).series
    }

    func points() async throws -> [MeasurePoint] { try await series().flatMap(\.points) }

    /// `weight 81.3 kg`
    func told() async throws -> [String] {
        try await series().flatMap { series in
            series.points.map { "\(series.kind) \(MeasureNumberText.text($0.value)) \(series.unit)" }
        }
    }

    func rows() async throws -> Int64 { try await fixture.count("SELECT count(*) FROM measure_points") }
}

func code(_ body: () async throws -> Void) async -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? SpotterError)?.code
    }
}
