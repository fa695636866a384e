import Domain
import SpotterAPI
import Storage

/// A row of the table `advice_records`.
struct AdviceRow: Sendable {
    let turn: TurnID
    let model: String
    /// In ten-thousandths.
    let confidence: Int64
    let source: Advice.ConfidenceSource
    let usedWeb: Bool
    let advisedAt: Timestamp
    let outcome: AdviceOutcome?
    let note: String?
    let ratedAt: Timestamp?

    static let scale = 10_000
    static let columns = "turn_id, model, confidence, source, used_web, advised_at, outcome, note, rated_at"

    init(row: any SQLRow) throws {
        turn = try row.id(0)
        model = try row.text(1)
        confidence = try row.int(2)
        source = try row.word(3)
        usedWeb = try row.bool(4)
        advisedAt = try row.timestamp(5)
        outcome = row.isNull(6) ? nil : try row.word(6)
        note = try row.optionalText(7)
        ratedAt = try row.optionalTimestamp(8)
    }

    /// The confidence in ten-thousandths.
    static func scaled(_ confidence: Double) -> Int { Int((min(max(confidence, 0), 1) * Double(scale)).rounded()) }

    static func find(_ turn: TurnID, on connection: any SQLConnection) throws -> AdviceRow? {
        try connection.first(
            "SELECT \(columns) FROM advice_records WHERE turn_id = $1",
            turn,
            row: AdviceRow.init(row:)
        )
    }

    /// Stores what an answer advises, in the transaction that stores the answer.
    static func insert(_ answer: AssistantAnswer, of owner: UserID, on connection: any SQLConnection) throws {
        guard let advice = answer.advice else { return }
        try connection.execute(
            """
            INSERT INTO advice_records (turn_id, owner_id, model, confidence, source, used_web, advised_at)
            SELECT id, $1, $2, $3, $4, $5, created_at FROM turns WHERE id = $6
            ON CONFLICT (turn_id) DO NOTHING
            """,
            owner,
            answer.model,
            scaled(advice.confidence),
            advice.confidenceSource.rawValue,
            answer.webSearches.contains { $0.state == .completed },
            answer.messageId
        )
    }

    /// Deletes the record of an answer that its owner has deleted.
    static func remove(_ turn: TurnID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM advice_records WHERE turn_id = $1", turn)
    }

    /// Erases what the owner noted, with the words of the answer. The figures stay.
    static func eraseNote(of turn: TurnID, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE advice_records SET note = NULL WHERE turn_id = $1 AND note IS NOT NULL", turn)
    }

    func record(withNote: Bool) -> AdviceRecord {
        AdviceRecord(
            responseId: turn,
            model: model,
            confidence: Double(confidence) / Double(Self.scale),
            confidenceSource: source,
            usedWebSearch: usedWeb,
            advisedAt: advisedAt,
            outcome: outcome,
            note: withNote ? note : nil,
            ratedAt: ratedAt
        )
    }
}
