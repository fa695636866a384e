public import Domain
public import SpotterAPI
import Storage

/// What was advised, what became of it, and how well the stated confidence agrees with that.
public struct AdviceRatings: Sendable {
    let database: any Database
    let clock: any WallClock

    /// Rates a piece of advice, or rates it anew.
    /// - Throws: `not_found` unless the turn is the actor's; `invalid_request` for an answer that isn't advice, and for
    ///   a note that is too long.
    public func rate(
        _ turn: TurnID,
        _ request: AdviceFeedbackRequest,
        by actor: Actor
    ) async throws -> AdviceRecord {
        let note = request.note?.trimmed
        guard note.map(TextLength(1...AdviceFeedbackRequest.maxNote).admits) ?? true else {
            throw SpotterError.invalid(
                "A note holds 1 to \(AdviceFeedbackRequest.maxNote) characters; or leave it out."
            )
        }
        let now = clock.now()
        return try await database.write { connection in
            let before = try Self.row(turn, of: actor, on: connection)
            if before.note != nil { connection.markErasure() }
            try connection.execute(
                "UPDATE advice_records SET outcome = $1, note = $2, rated_at = $3 WHERE turn_id = $4",
                request.outcome.rawValue,
                note,
                now,
                turn
            )
            return try Self.row(turn, of: actor, on: connection).record(withNote: true)
        }
    }

    /// Takes a rating back. Has no effect if there is none.
    /// - Throws: the same as `rate`.
    public func withdraw(_ turn: TurnID, by actor: Actor) async throws {
        try await database.write { connection in
            if try Self.row(turn, of: actor, on: connection).note != nil { connection.markErasure() }
            try connection.execute(
                "UPDATE advice_records SET outcome = NULL, note = NULL, rated_at = NULL WHERE turn_id = $1",
                turn
            )
        }
    }

    /// One piece of advice with its rating, if it has one.
    /// - Throws: the same as `rate`.
    public func record(_ turn: TurnID, for actor: Actor) async throws -> AdviceRecord {
        try await database.read { try Self.row(turn, of: actor, on: $0).record(withNote: true) }
    }

    /// A page of records, oldest first.
    /// - Parameters:
    ///   - actor: whose; `nil` for everybody's, without notes, as the operator sees them.
    ///   - after: the last one of the page before.
    ///   - limit: 1 to 200.
    public func page(
        of actor: Actor?,
        after: TurnID? = nil,
        limit: Int = 100
    ) async throws -> AdviceRecordsPage {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        let found = try await database.read { connection in
            try Self.rows(of: actor?.userId, after: after ?? TurnID(high: 0, low: 0), limit: limit + 1, on: connection)
        }
        let page = found.prefix(limit)
        return AdviceRecordsPage(
            advice: page.map { $0.record(withNote: actor != nil) },
            next: found.count > limit ? page.last?.turn : nil
        )
    }

    /// The latest records of a user's own, newest first.
    /// - Parameter limit: 1 to 200.
    public func latest(of actor: Actor, limit: Int) async throws -> [AdviceRecord] {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        return try await database.read { connection in
            try connection.query(
                """
                SELECT \(AdviceRow.columns) FROM advice_records
                WHERE owner_id = $1 ORDER BY turn_id DESC LIMIT $2
                """,
                [actor.userId, limit],
                row: AdviceRow.init(row:)
            ).map { $0.record(withNote: true) }
        }
    }

    /// The report of a user's own advice, or of everybody's.
    /// - Parameters:
    ///   - actor: whose; `nil` for everybody's, which has no text in it.
    ///   - since, until: when it was advised; the end isn't included.
    ///   - model: the only model that counts.
    public func report(
        of actor: Actor?,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        model: String? = nil
    ) async throws -> CalibrationReport {
        try await database.read { connection in
            var figures = CalibrationFigures()
            try connection.forEach(
                """
                SELECT \(AdviceRow.columns) FROM advice_records
                WHERE advised_at >= $1 AND advised_at < $2 \(actor == nil ? "" : "AND owner_id = $3")
                """,
                [since ?? .earliest, until ?? .latest] + (actor.map { [$0.userId] } ?? [])
            ) { row in
                let row = try AdviceRow(row: row)
                if model == nil || row.model == model { figures.add(row) }
                return true
            }
            return figures.report(since: since, until: until, model: model)
        }
    }

    /// The confidence as the owner's own ratings of the model correct it; `nil` until there are enough of them.
    func calibrated(_ confidence: Double, of model: String, for owner: UserID) async throws -> Double? {
        try await database.read { connection in
            let rated = try connection.query(
                """
                SELECT confidence, outcome FROM advice_records
                WHERE owner_id = $1 AND model = $2 AND outcome IS NOT NULL AND source <> 'assumed'
                """,
                owner,
                model
            ) { (confidence: try $0.int(0), isGood: try $0.text(1) == AdviceOutcome.good.rawValue) }
            return CalibratedConfidence(rated).corrected(confidence)
        }
    }

    static func rows(
        of owner: UserID?,
        after: TurnID,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [AdviceRow] {
        try connection.query(
            """
            SELECT \(AdviceRow.columns) FROM advice_records
            WHERE turn_id > $1 \(owner == nil ? "" : "AND owner_id = $2")
            ORDER BY turn_id LIMIT \(owner == nil ? "$2" : "$3")
            """,
            [after] + (owner.map { [$0] } ?? []) + [limit],
            row: AdviceRow.init(row:)
        )
    }

    private static func row(_ turn: TurnID, of actor: Actor, on connection: any SQLConnection) throws -> AdviceRow {
        _ = try TurnRow.find(turn, of: actor, on: connection)
        guard let row = try AdviceRow.find(turn, on: connection) else {
            throw SpotterError.invalid("Only advice that has come to its end can be rated.")
        }
        return row
    }
}
