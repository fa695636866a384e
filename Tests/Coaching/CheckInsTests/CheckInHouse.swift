import ContactsTestKit
import Domain
import Logging
import Measures
import MediaStore
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport

@testable import CheckIns

/// A server's check-ins over a messaging fixture.
struct CheckInHouse: Sendable {
    let fixture: MessagingFixture
    let checkIns: CheckIns
    let service: CheckInService
    let measures: MeasureService

    private static var logger: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    private static let module = UpperModule(
        MeasuresSchema.migrations + CheckInsSchema.migrations,
        messageObservers: { parts in
            [
                MeasureFollower(database: parts.database, logger: logger),
                CheckInFollower(
                    database: parts.database,
                    clock: parts.clock,
                    media: StoredMediaCatalog(),
                    logger: logger
                ),
            ]
        }
    )

    static func run(_ body: (CheckInHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: [.scheduling, module]) { try await body(CheckInHouse($0)) }
    }

    init(_ fixture: MessagingFixture) {
        self.fixture = fixture
        let ids = UUIDv7Source(clock: fixture.clock)
        checkIns = CheckIns(
            database: fixture.database,
            clock: fixture.clock,
            ids: ids,
            chats: fixture.services.chats,
            messages: fixture.services.messages,
            media: StoredMediaCatalog()
        )
        service = CheckInService(checkIns, logger: Self.logger)
        measures = MeasureService(database: fixture.database, clock: fixture.clock, ids: ids)
    }

    /// Moves the clock and lets the service look until nothing is due.
    func pass(to instant: Timestamp) async throws {
        fixture.clock.set(instant)
        while try await service.askDue() > 0 {}
        while try await service.remindDue() > 0 {}
    }

    func pass(hours: Int64) async throws { try await pass(to: fixture.clock.now().adding(seconds: hours * 3600)) }

    func setZone(_ zone: String, of user: User) async throws {
        try await fixture.database.write { connection in
            _ = try connection.execute("UPDATE users SET timezone = $1 WHERE id = $2", zone, user.id)
        }
    }

    /// Reads what clients wrote, first for answers and then for measures, or the other way round.
    func read(measuresFirst: Bool = false) async throws {
        if measuresFirst { try await fixture.observer(MeasureFollower.self).readPending() }
        try await fixture.observer(CheckInFollower.self).readPending()
        try await fixture.observer(MeasureFollower.self).readPending()
    }

    func rows(_ table: String) async throws -> Int64 { try await fixture.count("SELECT count(*) FROM \(table)") }
}

/// A trainer and a client with a check-in of five questions, which is asked an hour after the start.
struct AskedHouse: Sendable {
    let house: CheckInHouse
    let chat: ChatID
    let trainer: User
    let client: User
    let checkIn: CheckIn

    static let questions = [
        CheckInQuestion(kind: .number, prompt: "Weight this morning", measure: "weight", unit: "kg"),
        CheckInQuestion(kind: .scale, prompt: "Energy", measure: "energy"),
        CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["All", "Some", "None"]),
        CheckInQuestion(kind: .text, prompt: "How was the week?"),
        CheckInQuestion(kind: .photo, prompt: "A picture", optional: true),
    ]

    /// - Parameter isAsked: whether the first one was asked already.
    static func run(
        _ questions: [CheckInQuestion] = questions,
        isAsked: Bool = true,
        _ body: (AskedHouse) async throws -> Void
    ) async throws {
        try await CheckInHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.read()
            let new = NewCheckIn(
                title: "Sunday",
                questions: questions,
                clients: [client.id],
                startsAt: "2026-03-08T21:00",
                rrule: "FREQ=WEEKLY"
            )
            let made = try await house.checkIns.create(new, by: trainer.actor)
            let asked = AskedHouse(house: house, chat: chat, trainer: trainer, client: client, checkIn: made)
            if isAsked { try await house.pass(hours: 1) }
            try await body(asked)
        }
    }

    func asked(_ query: CheckIns.AskedQuery = .init(), for user: User? = nil) async throws -> [AskedCheckIn] {
        try await house.checkIns.asked(query, for: (user ?? client).actor).asked
    }

    func newest() async throws -> AskedCheckIn {
        guard let first = try await asked().first else { throw SpotterError.notFound("check-in") }
        return first
    }

    /// The client writes, and it is read.
    @discardableResult
    func say(
        _ text: String,
        _ id: String,
        replyTo: MessageID? = nil,
        measuresFirst: Bool = false
    ) async throws -> MessageID {
        house.fixture.clock.advance(milliseconds: 60_000)
        let sent = try await house.fixture.send(text, id, to: chat, by: client, replyTo: replyTo)
        try await house.read(measuresFirst: measuresFirst)
        return sent.message.id
    }

    /// `weight 81.3 kg 2026-03-08`
    func points() async throws -> [String] {
        try await house.measures.series(of: client.id, for: trainer.actor).series.flatMap { series in
            series.points.map { "\(series.kind) \($0.said) \($0.day)" }
        }
    }

    func texts() async throws -> [String] {
        try await house.fixture.services.chats.history(of: chat, limit: 200, for: trainer.actor).messages.map(\.text)
    }
}

func code(_ body: () async throws -> Void) async -> ErrorCode? { await spotterError(body)?.code }
