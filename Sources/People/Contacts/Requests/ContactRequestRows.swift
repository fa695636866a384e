import Accounts
import Domain
import Storage

/// Rows of trainers' requests, by trainer and address.
///
/// A row doesn't say whether the address has an account. Whoever has it sees the request when they ask for theirs.
/// Rows also remember an answer: a client who declined isn't asked again for a while, and one who has agreed and was
/// removed by the trainer needn't agree again.
enum ContactRequestRows {
    /// How long a request waits for an answer.
    static let lifetimeSeconds: Int64 = 30 * 86_400
    /// How long a trainer's further requests don't reach a client who has declined, or has ended the relation.
    static let quietSeconds: Int64 = 90 * 86_400

    enum Answer: String, CaseIterable { case agreed, declined }

    struct Row {
        let id: ContactRequestID
        /// `nil` if the trainer doesn't ask, and the row only remembers an answer.
        let askedAt: Timestamp?
        let answer: Answer?
        let answeredAt: Timestamp?

        func isAsking(at now: Timestamp) -> Bool {
            askedAt.map { $0.adding(seconds: lifetimeSeconds) > now } ?? false
        }

        func holds(_ answer: Answer, at now: Timestamp) -> Bool {
            let seconds = answer == .agreed ? lifetimeSeconds : quietSeconds
            return self.answer == answer && answeredAt.map { $0.adding(seconds: seconds) > now } ?? false
        }
    }

    static func find(from trainer: UserID, to email: String, on connection: any SQLConnection) throws -> Row? {
        try connection.first(
            "SELECT id, asked_at, answer, answered_at FROM contact_requests WHERE trainer_id = $1 AND email = $2",
            trainer,
            email
        ) {
            Row(
                id: try $0.id(0),
                askedAt: try $0.optionalTimestamp(1),
                answer: try $0.optionalText(2).flatMap(Answer.init(rawValue:)),
                answeredAt: try $0.optionalTimestamp(3)
            )
        }
    }

    /// Begins to ask, with a new id. An answer that still holds stays.
    static func ask(
        _ id: ContactRequestID,
        from trainer: UserID,
        to email: String,
        keeping quiet: Timestamp?,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let end = max(now.adding(seconds: lifetimeSeconds), quiet?.adding(seconds: quietSeconds) ?? now)
        try connection.execute(
            """
            INSERT INTO contact_requests (id, trainer_id, email, asked_at, answer, answered_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (trainer_id, email) DO UPDATE SET id = excluded.id,
                asked_at = excluded.asked_at, answer = excluded.answer, answered_at = excluded.answered_at,
                expires_at = excluded.expires_at, prospect_id = NULL
            """,
            id,
            trainer,
            email,
            now,
            quiet == nil ? nil : Answer.declined.rawValue,
            quiet,
            end
        )
    }

    /// Remembers an answer after a relation has ended.
    static func remember(
        _ answer: Answer,
        as id: ContactRequestID,
        from trainer: UserID,
        to email: String,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let seconds = answer == .agreed ? lifetimeSeconds : quietSeconds
        try connection.execute(
            """
            INSERT INTO contact_requests (id, trainer_id, email, answer, answered_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (trainer_id, email) DO UPDATE SET asked_at = NULL,
                answer = excluded.answer, answered_at = excluded.answered_at, expires_at = excluded.expires_at
            """,
            id,
            trainer,
            email,
            answer.rawValue,
            now,
            now.adding(seconds: seconds)
        )
    }

    /// Declines a request, which goes on looking pending to the trainer.
    static func decline(_ id: ContactRequestID, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE contact_requests SET answer = $1, answered_at = $2,
                expires_at = CASE WHEN expires_at < $3 THEN $3 ELSE expires_at END
            WHERE id = $4
            """,
            Answer.declined.rawValue,
            now,
            now.adding(seconds: quietSeconds),
            id
        )
    }

    /// Remembers that the trainer's prospect is whoever agrees to this request.
    static func attach(
        _ prospect: ProspectID,
        to id: ContactRequestID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute("UPDATE contact_requests SET prospect_id = $1 WHERE id = $2", prospect, id)
    }

    static func delete(from trainer: UserID, to email: String, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM contact_requests WHERE trainer_id = $1 AND email = $2", trainer, email)
    }

    static func deleteExpired(at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM contact_requests WHERE expires_at <= $1", now)
    }

    /// The requests that a trainer is waiting for, latest first.
    static func sent(
        by trainer: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [SentContactRequest] {
        try connection.query(
            """
            SELECT id, email, asked_at FROM contact_requests WHERE trainer_id = $1 AND asked_at > $2
            ORDER BY asked_at DESC, id DESC
            """,
            trainer,
            now.adding(seconds: -lifetimeSeconds)
        ) { SentContactRequest(id: try $0.id(0), email: try $0.text(1), at: try $0.timestamp(2)) }
    }

    /// The requests that wait for a client's answer, latest first.
    /// - Parameter id: only this one.
    static func received(
        by user: User,
        only id: ContactRequestID? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [(request: ReceivedContactRequest, prospect: ProspectID?)] {
        guard user.role == .client else { return [] }
        return try connection.query(
            """
            SELECT r.id, u.id, u.display_name, r.asked_at, r.prospect_id
            FROM contact_requests r \(User.join("u", on: "r.trainer_id"))
            WHERE r.email = $1 AND r.answer IS NULL AND r.asked_at > $2 AND r.id = coalesce($3, r.id)
                AND \(User.isActive("u")) AND NOT \(User.isDisabled("u")) AND NOT \(BlockRows.condition(between: "u.id", and: "$4"))
            ORDER BY r.asked_at DESC, r.id DESC
            """,
            user.email,
            now.adding(seconds: -lifetimeSeconds),
            id,
            user.id
        ) { row in
            let request = ReceivedContactRequest(
                id: try row.id(0),
                userId: try row.id(1),
                displayName: try row.text(2),
                at: try row.timestamp(3)
            )
            return (request, try row.optionalID(4))
        }
    }
}
