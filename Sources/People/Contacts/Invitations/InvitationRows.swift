import Accounts
import Domain
import Storage

/// Rows of invitations. Only the hash of a code is stored.
enum InvitationRows {
    static let prefix = "sp_i_"

    /// What a code stands for.
    struct Found {
        let invitation: Invitation
        let isUsed: Bool
        /// Whether it is the code for the first trainer of a new server.
        let isFirst: Bool
        let createdAt: Timestamp
        /// The account that waits for whoever registers by the code.
        let waiting: UserID?

        /// Whether the code can still be used. It can't while the clock is set back to before it was made, which would
        /// prolong its life. The first trainer's code ends with the first trainer, not by the clock.
        func isOpen(at now: Timestamp) -> Bool {
            !isUsed && invitation.expiresAt > now && (isFirst || !createdAt.isFromTheFuture(at: now))
        }
    }

    static let ended = SpotterError(.expired, "This invitation was used or has ended; ask for a new one.")

    static func insert(
        _ invitation: Invitation,
        code: Secret,
        isFirst: Bool = false,
        waiting: UserID? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO invitations (id, trainer_id, email, role, code_hash, is_first, created_at, expires_at, for_user)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            invitation.id,
            invitation.trainerId,
            invitation.email,
            invitation.role.rawValue,
            TokenGenerator.hash(code),
            isFirst,
            now,
            invitation.expiresAt,
            waiting
        )
    }

    /// Whether an account has an invitation that can still be used.
    static func isOpen(for waiting: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM invitations WHERE for_user = $1 AND accepted_by IS NULL AND expires_at > $2",
            waiting,
            now
        )
    }

    static func find(_ code: Secret, on connection: any SQLConnection) throws -> Found? {
        try connection.first(
            "SELECT \(columns), accepted_by, is_first, created_at, for_user FROM invitations WHERE code_hash = $1",
            TokenGenerator.hash(code)
        ) {
            Found(
                invitation: try read($0),
                isUsed: !$0.isNull(5),
                isFirst: try $0.bool(6),
                createdAt: try $0.timestamp(7),
                waiting: try $0.optionalID(8)
            )
        }
    }

    static func use(
        _ id: InvitationID,
        by user: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE invitations SET accepted_by = $1, accepted_at = $2 WHERE id = $3",
            user,
            now,
            id
        )
    }

    /// Those of a trainer, or of the operator if it is `nil`, that can still be used, latest first.
    static func open(of trainer: UserID?, at now: Timestamp, on connection: any SQLConnection) throws -> [Invitation] {
        try connection.query(
            """
            SELECT \(columns) FROM invitations
            WHERE trainer_id IS NOT DISTINCT FROM $1 AND accepted_by IS NULL AND expires_at > $2 AND is_first = 0
            ORDER BY created_at DESC, id DESC
            """,
            trainer,
            now,
            row: read
        )
    }

    /// Those that a user made or accepted, used and ended ones included.
    static func all(by user: UserID, on connection: any SQLConnection) throws -> [Invitation] {
        try connection.query(
            "SELECT \(columns) FROM invitations WHERE trainer_id = $1 OR accepted_by = $1 ORDER BY id",
            user,
            row: read
        )
    }

    /// Returns `false` if there is none that could still be used.
    static func deleteOpen(_ id: InvitationID, of trainer: UserID?, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            """
            DELETE FROM invitations
            WHERE id = $1 AND trainer_id IS NOT DISTINCT FROM $2 AND accepted_by IS NULL AND is_first = 0
            """,
            id,
            trainer
        ) == 1
    }

    /// Removes unused codes for the first trainer.
    static func deleteFirst(on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM invitations WHERE is_first = 1 AND accepted_by IS NULL")
    }

    private static let columns = "id, trainer_id, email, role, expires_at"

    private static func read(_ row: any SQLRow) throws -> Invitation {
        Invitation(
            id: try row.id(0),
            trainerId: try row.optionalID(1),
            email: try row.optionalText(2),
            role: try row.word(3),
            expiresAt: try row.timestamp(4)
        )
    }
}
