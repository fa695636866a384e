/// What a measured value is counted in. Values of one dimension convert into each other.
///
/// ```swift
/// MeasureUnit.pound.converted(176.4, to: .kilogram)  // 80.0…
/// ```
public enum MeasureUnit: String, Sendable, Codable, CaseIterable {
    case kilogram = "kg"
    case pound = "lb"
    case centimetre = "cm"
    case inch = "in"
    case kilometre = "km"
    case mile = "mi"
    case percent = "%"
    case beatsPerMinute = "bpm"
    case millimetreOfMercury = "mmHg"
    case hour = "h"
    case minute = "min"
    case steps
    case points

    /// The unit that others of its dimension are converted through, and how many of it one is.
    private var base: (unit: MeasureUnit, factor: Double) {
        switch self {
        case .pound: (.kilogram, 0.453_592_37)
        case .inch: (.centimetre, 2.54)
        case .mile: (.kilometre, 1.609_344)
        case .minute: (.hour, 1 / 60)
        default: (self, 1)
        }
    }

    /// - Returns: `nil` if the units are of different dimensions.
    public func converted(_ value: Double, to unit: MeasureUnit) -> Double? {
        guard self != unit else { return value }
        guard base.unit == unit.base.unit else { return nil }
        return value * base.factor / unit.base.factor
    }
}
