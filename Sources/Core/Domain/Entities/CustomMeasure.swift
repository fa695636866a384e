/// A measure that a trainer has added beside those of `MeasureKind`.
///
/// ```swift
/// let isPossible = (measure.min...measure.max).contains(2.5)
/// ```
public struct CustomMeasure: Sendable, Hashable, Codable, Identifiable {
    public let id: CustomMeasureID
    /// Whose it is. Other trainers have measures of their own.
    public let trainerId: UserID
    /// One word, by which its values are found: `water`.
    public let name: String
    public let unit: String
    /// The values that somebody may have.
    public let min: Double
    public let max: Double

    public init(id: CustomMeasureID, trainerId: UserID, name: String, unit: String, min: Double, max: Double) {
        self.id = id
        self.trainerId = trainerId
        self.name = name
        self.unit = unit
        self.min = min
        self.max = max
    }
}
