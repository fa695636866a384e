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
    let kind: MeasureKind
    var detail: String
    var day: LocalDay
    /// When it was said or written down.
    let at: Timestamp
    /// In `unit`.
    var value: Double
    var unit: MeasureUnit
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

    /// As it appears in a series.
    func point(in unit: MeasureUnit) -> MeasurePoint {
        MeasurePoint(
            id: id,
            trainerId: pair.trainer,
            day: MeasureDay.text(day),
            value: MeasureNumberText.rounded(self.unit.converted(value, to: unit) ?? value),
            said: "\(MeasureNumberText.text(value)) \(self.unit.rawValue)",
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

/// Days as the wire has them: `YYYY-MM-DD`.
enum MeasureDay {
    static func text(_ day: LocalDay) -> String {
        let (year, month, date) = day.date
        return [(year, 4), (month, 2), (date, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
    }

    static func parse(_ text: String) -> LocalDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }
}

/// Values with as many decimals as people give.
enum MeasureNumberText {
    static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    static func text(_ value: Double) -> String {
        let rounded = rounded(value)
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
