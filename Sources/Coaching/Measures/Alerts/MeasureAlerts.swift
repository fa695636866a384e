import Accounts
public import Domain
public import Scheduling
import SpotterAPI
import Storage

/// Tells trainers who have asked for it of values that are far from what is usual for a client, each once.
///
/// A point is noted in the transaction that stores it. What is told, and that the point was judged, is one transaction
/// too: a crash repeats work and never a notice.
public struct MeasureAlerts: Sendable {
    private let clock: any WallClock
    private let ids: any IDSource
    private let changes: ScheduleChanges

    private static let batchSize = 64
    private static let maxPoints = 1000

    /// - Parameter changes: announced when there is a new notice.
    public init(clock: any WallClock, ids: any IDSource, changes: ScheduleChanges = ScheduleChanges()) {
        self.clock = clock
        self.ids = ids
        self.changes = changes
    }

    /// Judges a batch of new points.
    /// - Returns: whether there were any.
    func judgeNext(in database: any Database) async throws -> Bool {
        let noted = try await database.read { try AlertRows.noted(limit: Self.batchSize, on: $0) }
        guard !noted.isEmpty else { return false }
        let now = clock.now()
        let told = try await database.writeDeferrable { connection in
            var told = 0
            for id in noted where try judge(id, at: now, on: connection) { told += 1 }
            return told
        }
        if told > 0 { changes.announce() }
        return true
    }

    /// - Returns: whether it was told.
    private func judge(_ id: MeasurePointID, at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try AlertRows.forget(id, on: connection)
        guard let point = try PointRows.find(id, on: connection), try AlertRows.isOn(point.pair.trainer, on: connection)
        else { return false }
        let clock = try LocalClock.of(point.pair.client, on: connection) ?? .utc
        guard point.day >= clock.local(now).day.adding(days: -MeasureJump.freshDays) else { return false }
        let filter = PointRows.Filter(kind: point.kind, since: point.day.adding(days: -MeasureJump.usualDays))
        let points = try PointRows.list(point.pair, filter, limit: Self.maxPoints, on: connection)
            .filter { $0.detail == point.detail }
        // Newest first; an older value than another one tells nothing of today.
        guard points.first?.id == id, let isRise = MeasureJump.isRise(points.reversed()),
            try !AlertRows.isTold(point, since: point.day.adding(days: -MeasureJump.silentDays), on: connection)
        else { return false }
        let locale = try Profile.locale(of: point.pair.trainer, on: connection) ?? "en"
        let words = MeasureAnswerWords.of(locale)
        let text = words.text(
            isRise ? "rise" : "fall",
            ["measure": words.name(of: point.kind, point.detail), "value": words.value(point.value, in: point.unit)]
        )
        let notice: NoticeID = ids.next()
        try Notice.insertMeasureAlert(
            notice,
            for: point.pair.trainer,
            about: point.pair.client,
            text: text.prefix(1).uppercased() + text.dropFirst(),
            said: point.at,
            at: now,
            on: connection
        )
        try AlertRows.insert(point, notice: notice, on: connection)
        return true
    }
}
