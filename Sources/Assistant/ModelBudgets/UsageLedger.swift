package import Domain
package import LanguageModels
package import SpotterAPI
package import Storage

/// The requests to language models: who made them, to which model, and what they used.
///
/// A request first reserves the most that it can use, in one transaction with the check of the user's budget, so that no
/// number of requests at once exceeds it. What it has used takes the reservation's place and is never more.
///
/// An end of a reservation that can't be written is kept and written before the ledger is asked again. Only what a stop
/// or a crash prevents stays charged as it was reserved.
package struct UsageLedger: Sendable {
    package let database: any Database
    package let clock: any WallClock
    package let ids: any IDSource
    /// For users without a budget of their own.
    package let standard: BudgetLimits
    private let unwritten: UnwrittenChanges

    package init(database: any Database, clock: any WallClock, ids: any IDSource, standard: BudgetLimits) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.standard = standard
        unwritten = UnwrittenChanges(database)
    }

    /// What a request may use at most.
    package struct Reservation: Sendable {
        package let id: UsageID
        package let inputTokens: Int
        package let outputTokens: Int
        package let price: ModelPrice?
        /// Whether more than this would be charged to a budget that has no room for it.
        let isBounded: Bool

        /// No request has more, whatever its provider says.
        private static let sanity = 100_000_000

        /// - Returns: the part of `usage` that counts.
        func bounded(_ usage: ModelUsage) -> ModelUsage {
            ModelUsage(
                inputTokens: min(usage.inputTokens, isBounded ? inputTokens : Self.sanity),
                cachedInputTokens: usage.cachedInputTokens,
                outputTokens: min(usage.outputTokens, isBounded ? outputTokens : Self.sanity),
                reasoningTokens: usage.reasoningTokens
            )
        }
    }

    /// - Parameters:
    ///   - input: the most tokens that the request can have.
    ///   - output: the tokens that its answer shall have at most; fewer are reserved if the budget has no room for more.
    /// - Throws: `quota_exceeded`, with the time at which the budget begins anew.
    package func reserve(_ model: any LanguageModel, for owner: UserID, input: Int, output: Int) async throws
        -> Reservation
    {
        try await reserve(model.name, model.profile.price, for: owner, input: input, output: output)
    }

    /// The same for a model that only its name and price are known of.
    /// - Throws: `quota_exceeded`, with the time at which the budget begins anew.
    package func reserve(
        _ name: String,
        _ price: ModelPrice?,
        for owner: UserID,
        input: Int,
        output: Int
    ) async throws -> Reservation {
        await writeKept()
        let (id, now, standard): (UsageID, Timestamp, BudgetLimits) = (ids.next(), clock.now(), standard)
        return try await database.write { connection in
            let limits = try UserBudget.limits(of: owner, over: standard, on: connection)
            let room = try Self.room(for: owner, limits, at: now, on: connection)
            let granted = try room.output(wanted: output, input: input, price: price)
            let most = ModelUsage(inputTokens: input, outputTokens: granted)
            try connection.execute(
                """
                INSERT INTO model_usage
                    (id, owner_id, model, at, state, input_tokens, cached_tokens, output_tokens, cost, is_estimate)
                VALUES ($1, $2, $3, $4, 'reserved', $5, 0, $6, $7, 1)
                """,
                id,
                owner,
                name,
                now,
                input,
                granted,
                price?.cost(of: most) ?? 0
            )
            let isBounded = [limits.day, limits.month].contains { $0.tokens != nil || $0.cost != nil }
            return Reservation(
                id: id,
                inputTokens: input,
                outputTokens: granted,
                price: price,
                isBounded: isBounded
            )
        }
    }

    /// What the request has used. More than was reserved doesn't count where a budget limits it.
    /// - Returns: what counts.
    @discardableResult
    package func settle(_ reservation: Reservation, _ usage: ModelUsage, isEstimate: Bool) async throws -> ModelUsage {
        let counted = reservation.bounded(usage)
        let isCapped = usage.inputTokens > counted.inputTokens || usage.outputTokens > counted.outputTokens
        try await unwritten.write { connection in
            try connection.execute(
                """
                UPDATE model_usage
                SET state = 'settled', input_tokens = $1, cached_tokens = $2, output_tokens = $3, cost = $4, is_estimate = $5
                WHERE id = $6 AND state = 'reserved'
                """,
                counted.inputTokens,
                counted.cachedInputTokens,
                counted.outputTokens,
                reservation.price?.cost(of: counted) ?? 0,
                isEstimate || isCapped ? 1 : 0,
                reservation.id
            )
        }
        return counted
    }

    /// The request was refused and has used nothing.
    package func release(_ reservation: Reservation) async throws {
        try await unwritten.write { connection in
            try connection.execute("DELETE FROM model_usage WHERE id = $1 AND state = 'reserved'", reservation.id)
        }
    }

    /// Writes the ends of reservations that could not be written when they came.
    package func writeKept() async { await unwritten.writeKept() }

    /// Charges what was reserved before a moment and never settled, because its server stopped.
    package func recover(reservedBefore limit: Timestamp) async throws {
        _ = try await database.write { connection in
            try connection.execute(
                "UPDATE model_usage SET state = 'settled' WHERE state = 'reserved' AND at <= $1",
                limit
            )
        }
    }

    /// Refuses a question if no request could be made for it.
    /// - Throws: `quota_exceeded`.
    package func check(_ owner: UserID, on connection: any SQLConnection) throws {
        let limits = try UserBudget.limits(of: owner, over: standard, on: connection)
        _ = try Self.room(for: owner, limits, at: clock.now(), on: connection).output(wanted: 1, input: 0, price: nil)
    }

    /// What the user's requests have used since the beginning of a day and of a month.
    static func used(by owner: UserID, _ windows: UsageWindows, on connection: any SQLConnection) throws
        -> (day: UsageSum, month: UsageSum)
    {
        try connection.first(
            """
            SELECT \(UsageSum.columns(where: "at >= $1")), \(UsageSum.columns()) FROM model_usage
            WHERE owner_id = $2 AND at >= $3
            """,
            windows.day.lowerBound,
            owner,
            windows.month.lowerBound
        ) { (day: try UsageSum(row: $0), month: try UsageSum(row: $0, from: UsageSum.columnCount)) }
            ?? (UsageSum(), UsageSum())
    }

    private static func room(
        for owner: UserID,
        _ limits: BudgetLimits,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> UserRoom {
        guard limits != BudgetLimits() else { return UserRoom(windows: []) }
        let windows = UsageWindows(at: now)
        let used = try used(by: owner, windows, on: connection)
        return UserRoom(
            windows: [
                .init(
                    name: "today",
                    room: BudgetRoom(limits.day, used: used.day),
                    now: now,
                    until: windows.day.upperBound
                ),
                .init(
                    name: "this month",
                    room: BudgetRoom(limits.month, used: used.month),
                    now: now,
                    until: windows.month.upperBound
                ),
            ]
        )
    }
}

/// What is left of a user's budget.
struct UserRoom: Sendable {
    struct Window: Sendable {
        let name: String
        let room: BudgetRoom
        let now: Timestamp
        let until: Timestamp
    }

    let windows: [Window]

    /// - Throws: `quota_exceeded` by the window that has the least room.
    func output(wanted: Int, input: Int, price: ModelPrice?) throws -> Int {
        var granted = wanted
        for window in windows {
            guard let room = window.room.output(wanted: wanted, input: input, price: price) else {
                throw SpotterError(
                    .quotaExceeded,
                    """
                    Your budget for the language models is used up for \(window.name). Choose the model \
                    "\(ModelBudgets.freeModel)", or ask whoever runs this server; search works as always.
                    """,
                    retryable: true,
                    retryAfterMs: Int(clamping: window.until.milliseconds(since: window.now))
                )
            }
            granted = min(granted, room)
        }
        return granted
    }
}
