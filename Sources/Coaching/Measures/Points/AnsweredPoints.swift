import Crypto
package import Domain
package import Scheduling
package import Storage

/// Points that the answers of a form give. They stand in place of what the rules read in the same message, and go with it.
package enum AnsweredPoints {
    /// The answer to one question.
    package struct Value: Sendable, Hashable {
        package let question: Int
        package let kind: PointKind
        package let detail: String
        /// In `unit`.
        package let value: Double
        package let unit: PointUnit
        /// Of a blood pressure.
        package let diastolic: Double?

        package init(
            question: Int,
            kind: PointKind,
            detail: String,
            value: Double,
            unit: PointUnit,
            diastolic: Double? = nil
        ) {
            self.question = question
            self.kind = kind
            self.detail = detail
            self.value = value
            self.unit = unit
            self.diastolic = diastolic
        }
    }

    /// The message that answers, and whom it is between.
    package struct Source: Sendable {
        package let message: MessageID
        package let chat: ChatID
        package let trainer: UserID
        package let client: UserID
        package let day: LocalDay
        package let at: Timestamp

        package init(
            message: MessageID,
            chat: ChatID,
            trainer: UserID,
            client: UserID,
            day: LocalDay,
            at: Timestamp
        ) {
            self.message = message
            self.chat = chat
            self.trainer = trainer
            self.client = client
            self.day = day
            self.at = at
        }
    }

    /// Stores the points of a message's answers, as far as a person can have such values and the trainer still has such
    /// measures. What somebody has corrected or removed stays as they left it.
    package static func store(_ values: [Value], of source: Source, on connection: any SQLConnection) throws {
        let catalog = try MeasureCatalog.of(source.trainer, on: connection)
        for value in values where catalog.rule(of: value.kind)?.allows(value.value, in: value.unit) == true {
            try connection.execute(
                """
                DELETE FROM measure_points
                WHERE message_id = $1 AND kind = $2 AND detail = $3 AND status = 'read' AND origin = 'message'
                """,
                source.message,
                value.kind.name,
                value.detail
            )
            let id = MeasurePointID(
                hash: SHA256.hash(data: Array("check-in".utf8) + source.message.bytes + Array("\(value.question)".utf8))
            )
            guard try PointRows.mayStore(id, on: connection) else { continue }
            try PointRows.store(
                StoredPoint(
                    id: id,
                    pair: MeasurePair(trainer: source.trainer, client: source.client),
                    chat: source.chat,
                    message: source.message,
                    kind: value.kind,
                    detail: value.detail,
                    day: source.day,
                    at: source.at,
                    value: value.value,
                    unit: value.unit,
                    diastolic: value.diastolic,
                    confidence: 1,
                    origin: .checkIn
                ),
                on: connection
            )
        }
    }
}
