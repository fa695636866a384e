import Domain
import Foundation
import Scheduling
import Storage

/// A row of `check_ins`.
struct CheckInRow: Sendable {
    let id: CheckInID
    let trainer: UserID
    var form: CheckInForm
    /// The wall clock of the first time.
    var startDay: Int
    var startSecond: Int
    var rrule: String?
    /// `nil` for each client's own.
    var zone: String?
    var quiet: QuietSpan?
    /// In hours; 0 for never.
    var remindAfter: Int
    var isPaused: Bool
    let createdAt: Timestamp

    func checkIn(with recipients: [CheckIn.Recipient]) -> CheckIn {
        CheckIn(
            id: id,
            title: form.title,
            questions: form.questions,
            recipients: recipients,
            startsAt: LocalDay(number: startDay).iso + "T" + LocalClock.text(minute: startSecond / 60),
            rrule: rrule,
            zone: zone,
            quietHours: quiet?.hours,
            remindAfterHours: remindAfter == 0 ? nil : remindAfter,
            isPaused: isPaused,
            createdAt: createdAt
        )
    }

    // MARK: SQL

    private static let columns = """
        id, trainer_id, title, questions, start_day, start_second, rrule, zone, quiet_from, quiet_to, remind_after, paused,
        created_at
        """

    private init(row: any SQLRow) throws {
        id = try row.id(0)
        trainer = try row.id(1)
        form = CheckInForm(title: try row.text(2), questions: try Self.questions(try row.text(3)))
        startDay = Int(try row.int(4))
        startSecond = Int(try row.int(5))
        rrule = try row.optionalText(6)
        zone = try row.optionalText(7)
        if let from = try row.optionalInt(8), let to = try row.optionalInt(9) {
            quiet = QuietSpan(from: Int(from), to: Int(to))
        }
        remindAfter = Int(try row.int(10))
        isPaused = try row.bool(11)
        createdAt = try row.timestamp(12)
    }

    init(
        id: CheckInID,
        trainer: UserID,
        form: CheckInForm,
        startDay: Int,
        startSecond: Int,
        rrule: String?,
        zone: String?,
        quiet: QuietSpan?,
        remindAfter: Int,
        createdAt: Timestamp
    ) {
        self.id = id
        self.trainer = trainer
        self.form = form
        self.startDay = startDay
        self.startSecond = startSecond
        self.rrule = rrule
        self.zone = zone
        self.quiet = quiet
        self.remindAfter = remindAfter
        isPaused = false
        self.createdAt = createdAt
    }

    static func find(_ id: CheckInID, on connection: any SQLConnection) throws -> CheckInRow? {
        try connection.first("SELECT \(columns) FROM check_ins WHERE id = $1", id) { try CheckInRow(row: $0) }
    }

    /// The oldest first.
    static func list(of trainer: UserID, on connection: any SQLConnection) throws -> [CheckInRow] {
        try connection.query("SELECT \(columns) FROM check_ins WHERE trainer_id = $1 ORDER BY id", trainer) {
            try CheckInRow(row: $0)
        }
    }

    static func count(of trainer: UserID, on connection: any SQLConnection) throws -> Int {
        let count = try connection.first("SELECT count(*) FROM check_ins WHERE trainer_id = $1", trainer) {
            Int(try $0.int(0))
        }
        return count ?? 0
    }

    /// Inserts or replaces.
    func write(on connection: any SQLConnection) throws {
        let values: [any SQLBindable] = [
            id, trainer, form.title, try Self.text(form.questions), startDay, startSecond, rrule, zone, quiet?.from,
            quiet?.to, remindAfter, isPaused, createdAt,
        ]
        try connection.insert(
            "INSERT INTO check_ins (\(Self.columns))",
            values,
            """
            ON CONFLICT (id) DO UPDATE SET title = excluded.title, questions = excluded.questions,
                start_day = excluded.start_day, start_second = excluded.start_second, rrule = excluded.rrule,
                zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                remind_after = excluded.remind_after, paused = excluded.paused
            """
        )
    }

    static func text(_ questions: [CheckInQuestion]) throws -> String {
        String(decoding: try JSONEncoder().encode(questions), as: UTF8.self)
    }

    static func questions(_ text: String) throws -> [CheckInQuestion] {
        try JSONDecoder().decode([CheckInQuestion].self, from: Data(text.utf8))
    }
}
