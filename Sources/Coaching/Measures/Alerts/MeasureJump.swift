import Domain
import Scheduling

/// When a value is so far from what is usual for a client that their trainer would want to see it.
enum MeasureJump {
    /// So many days before a value tell what is usual.
    static let usualDays = 28
    /// From at least so many values of other days.
    static let minUsual = 3
    /// An older value is no news.
    static let freshDays = 2
    /// So many days nothing more is told of the same measure.
    static let silentDays = 7

    /// How far a value has to be above or below the usual one; `nil` if that direction isn't worth a look.
    struct Limits: Sendable, Hashable {
        var rise: Double?
        var fall: Double?
        /// Whether the limits are parts of the usual value, not in the measure's unit.
        var areParts = false
    }

    /// Whether the last point has risen above what is usual, or fallen below it; `nil` if neither.
    /// - Parameter points: of one measure, oldest first.
    static func isRise(_ points: [StoredPoint]) -> Bool? {
        guard let last = points.last, let limits = last.kind.known?.jump, let value = last.compared else { return nil }
        let earlier = points.filter { $0.day < last.day && $0.day >= last.day.adding(days: -usualDays) }
        let values = earlier.compactMap(\.compared).sorted()
        guard values.count >= minUsual else { return nil }
        let usual = median(of: values)
        // What has one decimal is seldom exact as a binary number.
        let change = (value - usual) / (limits.areParts ? max(usual, .leastNonzeroMagnitude) : 1)
        let tolerance = 1e-9
        if let rise = limits.rise, change >= rise - tolerance { return true }
        if let fall = limits.fall, -change >= fall - tolerance { return false }
        return nil
    }

    private static func median(of sorted: [Double]) -> Double {
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension MeasureKind {
    /// What depends on the training, such as a lift or a run, and what is measured with a tape, is told of nothing.
    var jump: MeasureJump.Limits? {
        switch self {
        case .weight: MeasureJump.Limits(rise: 0.03, fall: 0.03, areParts: true)
        case .restingPulse: MeasureJump.Limits(rise: 10)
        case .bloodPressure: MeasureJump.Limits(rise: 20)
        case .sleep: MeasureJump.Limits(fall: 2)
        case .steps: MeasureJump.Limits(fall: 0.5, areParts: true)
        case .mood, .energy: MeasureJump.Limits(fall: 3)
        case .stress, .pain: MeasureJump.Limits(rise: 3)
        case .waist, .hips, .chest, .thigh, .arm, .neck, .shoulders, .forearm, .calf, .bodyFat: nil
        case .effort, .lift, .run: nil
        }
    }
}

extension StoredPoint {
    /// In the unit in which its kind is compared.
    fileprivate var compared: Double? { kind.known.flatMap { unit.converted(value, to: .known($0.unit)) } }
}
