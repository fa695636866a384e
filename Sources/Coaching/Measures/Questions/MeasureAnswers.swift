public import Domain
import Scheduling
public import Storage

/// Answers questions about what clients measure, from their points.
public protocol MeasureAnswering: Sendable {
    /// - Parameters:
    ///   - people: whom it is about, with their names: one, or all of a trainer's clients.
    ///   - period: of the days that count; all if `nil`.
    /// - Returns: in the language of the question; `nil` if it isn't about what clients measure, or there is nothing to
    ///   answer it from.
    func answer(
        _ question: String,
        about people: [UserID: String],
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> MeasureAnswer?

    /// Values of clients that their trainer would want to look at, by client.
    /// - Parameter period: in which the last of them are.
    func notable(
        of clients: [UserID],
        during period: Range<Timestamp>,
        for trainer: UserID
    ) async throws -> [UserID: [NotableMeasure]]

    /// What has become of each of a client's measures, those of which they tell most first.
    /// - Parameter period: of the days that count.
    func changes(
        of client: UserID,
        called name: String,
        during period: Range<Timestamp>,
        for trainer: UserID
    ) async throws -> [MeasureAnswer]
}

/// What points say to a question, with the messages that they are from.
public struct MeasureAnswer: Sendable, Hashable {
    public struct Source: Sendable, Hashable {
        public let client: UserID
        public let messageId: MessageID
        public let chatId: ChatID
    }

    public let text: String
    /// The messages of the values that the text names, in its order.
    public let sources: [Source]
}

/// Answers from the points of a trainer's clients.
public struct MeasureAnswers: MeasureAnswering {
    private let database: any Database

    /// How many points of one client are read.
    private static let maxPoints = 1000
    /// How many measures of one client are told of.
    private static let maxMeasures = 6

    public init(database: any Database) { self.database = database }

    public func answer(
        _ question: String,
        about people: [UserID: String],
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> MeasureAnswer? {
        guard let asked = MeasureQuestion(question), asked.form == .who || people.count == 1 else { return nil }
        let actor = Actor(userId: trainer, role: .trainer)
        let found = try await database.read { connection in
            var found: [(name: String, points: [StoredPoint])] = []
            for (client, name) in people.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
                let pair = MeasurePair(trainer: trainer, client: client)
                guard try pair.isOpen(to: actor, on: connection) else { continue }
                let days = try period.map { try Self.days(of: $0, for: client, on: connection) }
                let filter = PointRows.Filter(
                    kind: .known(asked.kind),
                    since: days?.lowerBound,
                    until: days?.upperBound
                )
                let points = try PointRows.list(pair, filter, limit: Self.maxPoints, on: connection)
                    .filter { asked.detail.isEmpty || $0.detail == asked.detail }
                // Oldest first.
                if !points.isEmpty { found.append((name, points.reversed())) }
            }
            return found
        }
        guard !found.isEmpty else { return nil }
        let wording = MeasureWording(words: .of(asked.language))
        switch asked.form {
        case .who: return wording.who(asked, found)
        case .change, .trend:
            return found.first.flatMap { name, points in
                wording.change(points, called: name, about: asked.detail, isTrend: asked.form == .trend)
            }
        }
    }

    public func notable(
        of clients: [UserID],
        during period: Range<Timestamp>,
        for trainer: UserID
    ) async throws -> [UserID: [NotableMeasure]] {
        try await database.read { connection in
            var found: [UserID: [NotableMeasure]] = [:]
            for client in clients {
                let days = try Self.days(of: period, for: client, on: connection)
                let filter = PointRows.Filter(
                    since: days.lowerBound.adding(days: -NotableMeasure.weightDays),
                    until: days.upperBound
                )
                let points = try Self.points(of: client, filter, for: trainer, on: connection)
                found[client] = NotableMeasure.all(in: points, during: days)
            }
            return found
        }
    }

    public func changes(
        of client: UserID,
        called name: String,
        during period: Range<Timestamp>,
        for trainer: UserID
    ) async throws -> [MeasureAnswer] {
        let points = try await database.read { connection in
            let days = try Self.days(of: period, for: client, on: connection)
            let filter = PointRows.Filter(since: days.lowerBound, until: days.upperBound)
            return try Self.points(of: client, filter, for: trainer, on: connection)
        }
        // A summary is English around it.
        let wording = MeasureWording(words: .english)
        return MeasureFolding.grouped(points).sorted { $0.points.count > $1.points.count }.prefix(Self.maxMeasures)
            .compactMap { wording.change($0.points, called: name, about: $0.detail, isTrend: false) }
    }

    /// The days of a client's own calendar that a period touches, since values are of those.
    private static func days(
        of period: Range<Timestamp>,
        for client: UserID,
        on connection: any SQLConnection
    ) throws -> ClosedRange<LocalDay> {
        let clock = try LocalClock.of(client, on: connection) ?? .utc
        let first = clock.local(period.lowerBound).day
        return first...max(first, clock.local(period.upperBound.adding(seconds: -1)).day)
    }

    private static func points(
        of client: UserID,
        _ filter: PointRows.Filter,
        for trainer: UserID,
        on connection: any SQLConnection
    ) throws -> [StoredPoint] {
        let pair = MeasurePair(trainer: trainer, client: client)
        guard try pair.isOpen(to: Actor(userId: trainer, role: .trainer), on: connection) else { return [] }
        return try PointRows.list(pair, filter, limit: maxPoints, on: connection)
    }
}
