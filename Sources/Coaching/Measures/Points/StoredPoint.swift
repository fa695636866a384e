import Crypto
import Domain
import Scheduling
import Storage

/// A row of `measure_points`.
struct StoredPoint: Sendable, Hashable {
    enum Status: String, Sendable {
        case read
        case corrected
        case removed
    }

    let id: MeasurePointID
    let pair: MeasurePair
    var chat: ChatID?
    var message: MessageID?
    let kind: PointKind
    var detail: String
    var day: LocalDay
    /// When it was said or written down.
    let at: Timestamp
    /// In `unit`.
    var value: Double
    var unit: PointUnit
    var diastolic: Double?
    var repetitions: Int?
    var sets: Int?
    var seconds: Int?
    var confidence: Double
    let origin: MeasurePoint.Origin
    var status = Status.read

    /// The id of the nth value of a message is always the same, so that an edited list of points can be told apart.
    static func id(of message: MessageID, part: Int) -> MeasurePointID {
        MeasurePointID(hash: SHA256.hash(data: Array("measure".utf8) + message.bytes + Array("\(part)".utf8)))
    }

    /// That of a value that a model has found: of one kind and detail a message has one.
    static func id(of message: MessageID, claimed reading: MeasureReading) -> MeasurePointID {
        let about = Array("\(reading.kind.rawValue) \(reading.detail)".utf8)
        return MeasurePointID(hash: SHA256.hash(data: Array("measure by model".utf8) + message.bytes + about))
    }

    /// As it appears in a series.
    func point(in unit: PointUnit) -> MeasurePoint {
        MeasurePoint(
            id: id,
            trainerId: pair.trainer,
            day: day.iso,
            value: MeasureNumberText.rounded(self.unit.converted(value, to: unit) ?? value),
            said: "\(MeasureNumberText.text(value)) \(self.unit.name)",
            diastolic: diastolic,
            repetitions: repetitions,
            sets: sets,
            seconds: seconds,
            confidence: confidence,
            origin: origin,
            isCorrected: status == .corrected,
            messageId: message,
            chatId: chat
        )
    }
}
