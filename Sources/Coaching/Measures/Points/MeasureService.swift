public import Domain
import Scheduling
public import SpotterAPI
public import Storage

/// A client's measures: their trainer reads and corrects what is between the two, the client their own.
///
/// Points belong to one trainer and one client. Another trainer has points of their own, from their own chat.
public struct MeasureService: Sendable {
    /// Of one answer.
    static let maxPoints = 5_000
    static let maxExported = 1_000_000
    /// That somebody may write down or import for one client.
    static let maxManual = 50_000

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource

    public init(database: any Database, clock: any WallClock, ids: any IDSource) {
        self.database = database
        self.clock = clock
        self.ids = ids
    }

    /// What is to be shown of a client's measures.
    public struct Query: Sendable, Hashable {
        /// A `MeasureKind` or a trainer's own; all if `nil`.
        public var kind: String?
        /// The first and last days, as `YYYY-MM-DD`.
        public var since: String?
        public var until: String?

        public init(kind: String? = nil, since: String? = nil, until: String? = nil) {
            self.kind = kind
            self.since = since
            self.until = until
        }

        /// The pairs whose trainer has such a kind, as each trainer writes its name, and what is to be shown of them.
        /// - Throws: `invalid_request` if none of the trainers has such a kind, or there is no such day.
        func filters(
            _ pairs: [MeasurePair],
            on connection: any SQLConnection
        ) throws -> [(pair: MeasurePair, filter: PointRows.Filter)] {
            let days = PointRows.Filter(
                since: try since.map(MeasureService.day),
                until: try until.map(MeasureService.day)
            )
            guard let kind else { return pairs.map { ($0, days) } }
            let catalogs = try pairs.map { try MeasureCatalog.of($0.trainer, on: connection) }
            guard catalogs.contains(where: { $0.rule(of: PointKind(kind)) != nil }) else {
                _ = try (catalogs.first ?? .empty).rule(named: kind)
                return []
            }
            return zip(pairs, catalogs).compactMap { pair, catalog in
                catalog.rule(of: PointKind(kind)).map { rule in
                    (pair, PointRows.Filter(kind: rule.kind, since: days.since, until: days.until))
                }
            }
        }
    }

    /// A client's series, of the newest 5,000 points.
    /// - Throws: `not_found` if the actor is neither the client nor a trainer of theirs; `invalid_request` if there is no
    ///   such kind or day.
    public func series(of client: UserID, _ query: Query = Query(), for actor: Actor) async throws -> MeasuresResponse {
        let (points, hasMore) = try await points(of: client, query, limit: Self.maxPoints, for: actor)
        return MeasuresResponse(series: MeasureFolding.series(of: points), hasMore: hasMore)
    }

    func points(
        of client: UserID,
        _ query: Query,
        limit: Int,
        for actor: Actor
    ) async throws -> (points: [StoredPoint], hasMore: Bool) {
        try await database.read { connection in
            let pairs = try MeasurePair.of(client, for: actor, on: connection)
            let all = try query.filters(pairs, on: connection).flatMap { pair, filter in
                try PointRows.list(pair, filter, limit: limit + 1, on: connection)
            }
            let newest = all.sorted { ($0.day, $0.at, $0.id) > ($1.day, $1.at, $1.id) }
            return (Array(newest.prefix(limit)), newest.count > limit)
        }
    }

    // MARK: What people write down

    /// Writes a value down by hand.
    /// - Throws: `not_found` if the actor is neither the client nor a trainer of theirs; `invalid_request` if nobody can
    ///   have this value, or the client has several trainers and names none.
    public func add(_ request: NewMeasurePointRequest, to client: UserID, by actor: Actor) async throws -> MeasurePoint
    {
        let now = clock.now()
        let id: MeasurePointID = ids.next()
        return try await database.write { [ids] connection in
            let pair = try Self.pair(of: client, trainer: request.trainerId, for: actor, on: connection)
            let rule = try MeasureCatalog.of(pair.trainer, on: connection).rule(named: request.kind)
            var point = StoredPoint(
                id: id,
                pair: pair,
                kind: rule.kind,
                detail: try Self.detail(request.detail ?? ""),
                day: try request.day.map(Self.day) ?? LocalClock.utc.local(now).day,
                at: now,
                value: request.value,
                unit: rule.unit,
                confidence: 1,
                origin: .manual
            )
            point.diastolic = request.diastolic
            point.repetitions = request.repetitions
            point.sets = request.sets
            point.seconds = request.seconds
            try point.change(unit: request.unit, rule)
            try Self.requireRoom(for: 1, of: pair, on: connection)
            try PointRows.store(point, isNews: actor.userId != pair.trainer, on: connection)
            try MeasureChanges.note(.added, of: pair, by: actor, id: ids.next(), at: now, connection)
            return point.point(in: point.unit)
        }
    }

    /// Corrects a point. Its message doesn't change it any more, unless the message itself is edited.
    /// - Throws: `not_found` if there is no such point, or it isn't open to the actor; `invalid_request` if nobody can have
    ///   this value.
    public func change(
        _ id: MeasurePointID,
        _ request: UpdateMeasurePointRequest,
        of client: UserID,
        by actor: Actor
    ) async throws -> MeasurePoint {
        let now = clock.now()
        return try await database.write { [ids] connection in
            var point = try Self.point(id, of: client, for: actor, on: connection)
            connection.markErasure()
            if let value = request.value { point.value = value }
            if let day = request.day { point.day = try Self.day(day) }
            if let detail = request.detail { point.detail = try Self.detail(detail) }
            guard let rule = try MeasureCatalog.of(point.pair.trainer, on: connection).rule(of: point.kind) else {
                throw SpotterError.notFound("measure")
            }
            try point.change(unit: request.unit, rule)
            point.status = .corrected
            point.confidence = 1
            try AlertRows.withdraw("point_id = $1", id, keepsSeen: true, on: connection)
            try PointRows.store(point, isNews: actor.userId != point.pair.trainer, on: connection)
            try MeasureChanges.note(.corrected, of: point.pair, by: actor, id: ids.next(), at: now, connection)
            return point.point(in: point.unit)
        }
    }

    /// Removes a point. It doesn't come back when its message is read again.
    /// - Throws: `not_found` if there is no such point, or it isn't open to the actor.
    public func remove(_ id: MeasurePointID, of client: UserID, by actor: Actor) async throws {
        let now = clock.now()
        try await database.write { [ids] connection in
            var point = try Self.point(id, of: client, for: actor, on: connection)
            connection.markErasure()
            try MeasureChanges.note(.removed, of: point.pair, by: actor, id: ids.next(), at: now, connection)
            try AlertRows.withdraw("point_id = $1", id, on: connection)
            guard point.message != nil else {
                return _ = try connection.execute("DELETE FROM measure_points WHERE id = $1", id)
            }
            (point.value, point.detail, point.status) = (0, "", .removed)
            (point.diastolic, point.repetitions, point.sets, point.seconds) = (nil, nil, nil, nil)
            try PointRows.store(point, isNews: false, on: connection)
        }
    }

    // MARK: Checks

    static func requireRoom(for count: Int, of pair: MeasurePair, on connection: any SQLConnection) throws {
        let there = try connection.first(
            "SELECT count(*) FROM measure_points WHERE trainer_id = $1 AND client_id = $2 AND message_id IS NULL",
            pair.trainer,
            pair.client
        ) { try $0.int(0) }
        guard Int(there ?? 0) + count <= maxManual else {
            throw SpotterError.invalid("At most \(maxManual) values can be written down for a client; remove some.")
        }
    }

    static func pair(
        of client: UserID,
        trainer: UserID?,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> MeasurePair {
        let pairs = try MeasurePair.of(client, for: actor, on: connection)
        if let trainer {
            guard let pair = pairs.first(where: { $0.trainer == trainer }) else {
                throw SpotterError.notFound("trainer")
            }
            return pair
        }
        guard let pair = pairs.first else { throw SpotterError.notFound("trainer") }
        guard pairs.count == 1 else {
            throw SpotterError.invalid("You have several trainers; name one with trainerId.")
        }
        return pair
    }

    private static func point(
        _ id: MeasurePointID,
        of client: UserID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> StoredPoint {
        guard let point = try PointRows.find(id, on: connection), point.pair.client == client,
            try point.pair.isOpen(to: actor, on: connection)
        else { throw SpotterError.notFound("value") }
        return point
    }

    static func day(_ text: String) throws -> LocalDay {
        guard let day = LocalDay(iso: text) else {
            throw SpotterError.invalid("'\(text.prefix(40))' is no day; write it like 2026-03-18.")
        }
        return day
    }

    static func detail(_ text: String) throws -> String {
        let text = try Validation.messageText(text, mayBeEmpty: true).trimmed
        guard TextLength(0...NewMeasurePointRequest.maxDetailLength).admits(text) else {
            throw SpotterError.invalid("A place or exercise has at most 60 characters; this one has more.")
        }
        return text
    }
}

extension StoredPoint {
    /// Takes another unit, and checks that somebody can have the value.
    /// - Throws: `invalid_request`.
    mutating func change(unit name: String?, _ rule: MeasureCatalog.Rule) throws {
        if let name {
            let unit = PointUnit(name)
            guard unit.converted(1, to: rule.unit) != nil else {
                throw SpotterError.invalid(
                    "'\(name.prefix(20))' is no unit of \(rule.kind.name); \(rule.unit.name) is."
                )
            }
            self.unit = unit
        }
        guard rule.allows(value, in: unit) else {
            let range = rule.range
            throw SpotterError.invalid(
                """
                \(rule.kind.name) is from \(MeasureNumberText.text(range.lowerBound)) to \
                \(MeasureNumberText.text(range.upperBound)) \(rule.unit.name).
                """
            )
        }
        let counts: [(Int?, ClosedRange<Int>)] = [(repetitions, 1...1000), (sets, 1...100), (seconds, 1...604_800)]
        guard counts.allSatisfy({ count, range in count.map(range.contains) ?? true }),
            diastolic.map({ (30...200).contains($0) }) ?? true
        else { throw SpotterError.invalid("The repetitions, sets, seconds or diastolic value can't be right.") }
    }
}
