import Accounts
import Domain
import Measures
import Scheduling
import Storage

/// Stores answers, and those that are measured as points of their measures.
enum CheckInAnswering {
    /// The message that answers.
    struct Source: Sendable {
        let message: MessageID
        let at: Timestamp
        /// The client's local day.
        let day: LocalDay
    }

    /// Stores what a message answers to a check-in.
    static func store(
        _ answers: [Int: CheckInReader.Answer],
        to asked: AskedCheckIn,
        from source: Source,
        on connection: any SQLConnection
    ) throws {
        try AskedRow.answer(asked.id, answers.mapValues(\.value), by: source.message, on: connection)
        for (day, answers) in Dictionary(grouping: answers, by: \.value.day) {
            let values = answers.compactMap { point(of: $0.value.value, to: asked.questions, $0.key) }
            let place = AnsweredPoints.Source(
                message: source.message,
                chat: asked.chatId,
                trainer: asked.trainerId,
                client: asked.clientId,
                day: source.day.adding(days: day),
                at: source.at
            )
            try AnsweredPoints.store(values, of: place, on: connection)
        }
        try AskedRow.settle(asked.id, at: source.at, on: connection)
    }

    private static func point(
        of value: CheckInValue,
        to questions: [CheckInQuestion],
        _ question: Int
    ) -> AnsweredPoints.Value? {
        guard let asked = questions[safe: question - 1], let (kind, unit) = asked.measured,
            let (number, diastolic) = value.measured
        else { return nil }
        return AnsweredPoints.Value(
            question: question,
            kind: kind,
            detail: asked.detail ?? "",
            value: number,
            unit: unit,
            diastolic: diastolic
        )
    }
}
