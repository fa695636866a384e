import Domain
import Storage

/// The rows of `asked_check_ins` and their answers.
enum AskedRow {
    private static let columns = """
        a.id, a.check_in_id, a.trainer_id, a.client_id, a.chat_id, a.message_id, a.title, a.questions, a.state, a.asked_at,
        a.reminded_at, a.answered_at
        """

    private static func asked(_ row: any SQLRow) throws -> AskedCheckIn {
        AskedCheckIn(
            id: try row.id(0),
            checkInId: try row.id(1),
            trainerId: try row.id(2),
            clientId: try row.id(3),
            chatId: try row.id(4),
            messageId: try row.id(5),
            title: try row.text(6),
            questions: try CheckInRow.questions(try row.text(7)),
            state: try row.word(8),
            askedAt: try row.timestamp(9),
            remindedAt: try row.optionalTimestamp(10),
            answeredAt: try row.optionalTimestamp(11)
        )
    }

    private static func withAnswers(
        _ asked: [AskedCheckIn],
        on connection: any SQLConnection
    ) throws -> [AskedCheckIn] {
        let rows = try connection.query(
            "SELECT asked_id, question, number, text, media_id, message_id FROM check_in_answers WHERE asked_id IN",
            in: asked.map(\.id)
        ) { row in
            (
                asked: try row.id(0, AskedCheckInID.self),
                answer: CheckInAnswer(
                    question: Int(try row.int(1)),
                    number: row.isNull(2) ? nil : try row.double(2),
                    text: try row.optionalText(3),
                    mediaId: try row.optionalID(4),
                    messageId: try row.id(5)
                )
            )
        }
        let answers = Dictionary(grouping: rows, by: \.asked)
        return asked.map { asked in
            var asked = asked
            asked.answers = (answers[asked.id] ?? []).map(\.answer).sorted { $0.question < $1.question }
            return asked
        }
    }

    static func find(_ id: AskedCheckInID, on connection: any SQLConnection) throws -> AskedCheckIn? {
        let found = try connection.query("SELECT \(columns) FROM asked_check_ins a WHERE a.id = $1", id, row: asked)
        return try withAnswers(found, on: connection).first
    }

    /// What is to be listed.
    struct Filter: Sendable {
        /// A trainer or a client.
        let user: UserID
        var checkIn: CheckInID?
        var chat: ChatID?
        var client: UserID?
        var state: AskedCheckIn.State?
        /// Only what was asked before this one.
        var before: AskedCheckInID?
    }

    /// Newest first.
    static func list(_ filter: Filter, limit: Int, on connection: any SQLConnection) throws -> [AskedCheckIn] {
        let found = try connection.query(
            """
            SELECT \(columns) FROM asked_check_ins a
            WHERE (a.trainer_id = $1 OR a.client_id = $1) AND a.check_in_id = coalesce($2, a.check_in_id)
                AND a.chat_id = coalesce($3, a.chat_id) AND a.client_id = coalesce($4, a.client_id)
                AND a.state = coalesce($5, a.state) AND a.id < $6
            ORDER BY a.id DESC LIMIT $7
            """,
            filter.user,
            filter.checkIn,
            filter.chat,
            filter.client,
            filter.state?.rawValue,
            filter.before ?? AskedCheckInID(high: .max, low: .max),
            limit,
            row: asked
        )
        return try withAnswers(found, on: connection)
    }

    /// Those that a chat's client may answer, newest first.
    static func open(in chat: ChatID, on connection: any SQLConnection) throws -> [AskedCheckIn] {
        let found = try connection.query(
            "SELECT \(columns) FROM asked_check_ins a WHERE a.chat_id = $1 AND a.state = 'open' ORDER BY a.id DESC",
            chat,
            row: asked
        )
        return try withAnswers(found, on: connection)
    }

    /// The newest that a chat's client may answer.
    static func newestOpen(in chat: ChatID, on connection: any SQLConnection) throws -> AskedCheckInID? {
        try connection.first(
            "SELECT id FROM asked_check_ins WHERE chat_id = $1 AND state = 'open' ORDER BY id DESC LIMIT 1",
            chat
        ) { try $0.id(0) }
    }

    static func insert(_ asked: AskedCheckIn, remindAt: Timestamp?, on connection: any SQLConnection) throws {
        let values: [any SQLBindable] = [
            asked.id, asked.checkInId, asked.trainerId, asked.clientId, asked.chatId, asked.messageId, asked.title,
            try CheckInRow.text(asked.questions), asked.state.rawValue, asked.askedAt, remindAt,
        ]
        try connection.insert(
            """
            INSERT INTO asked_check_ins (id, check_in_id, trainer_id, client_id, chat_id, message_id, title, questions,
                state, asked_at, remind_at)
            """,
            values
        )
    }

    /// What is still open of a form when it's asked again is missed.
    static func miss(_ checkIn: CheckInID, _ client: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE asked_check_ins SET state = 'missed', remind_at = NULL
            WHERE check_in_id = $1 AND client_id = $2 AND state = 'open'
            """,
            checkIn,
            client
        )
    }

    // MARK: Reminders

    static func toRemind(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws -> [AskedCheckInID] {
        try connection.query(
            "SELECT id FROM asked_check_ins WHERE remind_at <= $1 ORDER BY remind_at, id LIMIT $2",
            now,
            limit
        ) { try $0.id(0) }
    }

    static func remindAt(_ id: AskedCheckInID, on connection: any SQLConnection) throws -> Timestamp? {
        try connection.first("SELECT remind_at FROM asked_check_ins WHERE id = $1", id) {
            try $0.optionalTimestamp(0)
        } ?? nil
    }

    static func setReminder(
        _ id: AskedCheckInID,
        at instant: Timestamp?,
        sent: Timestamp? = nil,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE asked_check_ins SET remind_at = $1, reminded_at = coalesce($2, reminded_at) WHERE id = $3",
            instant,
            sent,
            id
        )
    }

    // MARK: Answers

    /// Stores what a message answers, in place of what was answered to the same questions before.
    static func answer(
        _ id: AskedCheckInID,
        _ answers: [Int: CheckInValue],
        by message: MessageID,
        on connection: any SQLConnection
    ) throws {
        for (question, value) in answers {
            let (number, text, media): (Double?, String?, MediaID?) =
                switch value {
                case .number(let number): (number, nil, nil)
                case .pressure(let systolic, let diastolic): (systolic, CheckInValue.text(systolic, diastolic), nil)
                case .text(let text): (nil, text, nil)
                case .photo(let media): (nil, nil, media)
                }
            try connection.execute(
                """
                INSERT INTO check_in_answers (asked_id, question, number, text, media_id, message_id)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (asked_id, question) DO UPDATE SET number = excluded.number, text = excluded.text,
                    media_id = excluded.media_id, message_id = excluded.message_id
                """,
                id,
                question,
                number,
                text,
                media,
                message
            )
        }
    }

    /// Sets the state by the answers that there are. What was missed stays so.
    static func settle(_ id: AskedCheckInID, at now: Timestamp, on connection: any SQLConnection) throws {
        guard let asked = try find(id, on: connection), asked.state != .missed else { return }
        let isAnswered = asked.open.allSatisfy(\.question.isOptional) && !asked.answers.isEmpty
        guard isAnswered != (asked.state == .answered) else { return }
        try connection.execute(
            """
            UPDATE asked_check_ins SET state = $1, answered_at = $2,
                remind_at = CASE WHEN $1 = 'answered' THEN NULL ELSE remind_at END
            WHERE id = $3
            """,
            (isAnswered ? AskedCheckIn.State.answered : .open).rawValue,
            isAnswered ? now : nil,
            id
        )
    }

    /// A picture of a message.
    struct Photo: Hashable {
        let message: MessageID
        let media: MediaID
    }

    /// What was asked for with the pictures of messages.
    static func photoQuestions(of messages: [MessageID], on connection: any SQLConnection) throws -> [Photo: String] {
        let rows = try connection.query(
            """
            SELECT r.message_id, r.media_id, r.question, a.questions FROM check_in_answers r
            JOIN asked_check_ins a ON a.id = r.asked_id WHERE r.media_id IS NOT NULL AND r.message_id IN
            """,
            in: messages
        ) { row in
            (
                photo: Photo(message: try row.id(0), media: try row.id(1)), number: Int(try row.int(2)),
                questions: try CheckInRow.questions(try row.text(3))
            )
        }
        let prompts = rows.compactMap { row in
            row.questions[safe: row.number - 1].map { (row.photo, $0.prompt) }
        }
        return Dictionary(prompts) { first, _ in first }
    }

    /// Whether a message has answered anything.
    static func isAnswer(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM check_in_answers WHERE message_id = $1", message)
    }

    /// Takes the answers of a message back.
    /// - Returns: of which check-ins.
    static func withdraw(_ message: MessageID, on connection: any SQLConnection) throws -> [AskedCheckInID] {
        let asked = try connection.query(
            "SELECT DISTINCT asked_id FROM check_in_answers WHERE message_id = $1",
            message
        ) { try $0.id(0, AskedCheckInID.self) }
        guard !asked.isEmpty else { return [] }
        connection.markErasure()
        try connection.execute("DELETE FROM check_in_answers WHERE message_id = $1", message)
        return asked
    }
}

extension AskedCheckIn {
    /// The questions that have no answer yet, with their numbers.
    var open: [(number: Int, question: CheckInQuestion)] {
        let answered = Set(answers.map(\.question))
        return questions.enumerated().map { (number: $0.offset + 1, question: $0.element) }.filter {
            !answered.contains($0.number)
        }
    }

    var form: CheckInForm { CheckInForm(title: title, questions: questions) }
}
