public import Domain

/// The measures that a trainer has added, or those of a client's trainers: `GET /v1/measure-kinds`.
///
/// ```swift
/// let names = response.kinds.map(\.name)
/// ```
public struct CustomMeasuresResponse: APIValue {
    public let kinds: [CustomMeasure]

    public init(kinds: [CustomMeasure]) { self.kinds = kinds }

    public static var example: CustomMeasuresResponse { CustomMeasuresResponse(kinds: [Examples.customMeasure]) }
}

/// Adds a measure: `POST /v1/measure-kinds`.
///
/// ```swift
/// let request = NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: 10)
/// ```
public struct NewCustomMeasureRequest: APIValue {
    /// In characters.
    public static let maxNameLength = 30
    public static let maxUnitLength = 12
    /// Of a trainer.
    public static let maxKinds = 50
    /// And the other way below zero.
    public static let maxValue = 1_000_000_000.0

    /// One word.
    public let name: String
    public let unit: String
    public let min: Double
    public let max: Double

    public init(name: String, unit: String, min: Double, max: Double) {
        self.name = name
        self.unit = unit
        self.min = min
        self.max = max
    }

    public static var example: NewCustomMeasureRequest {
        NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: 10)
    }
}

/// A measure that a trainer has added.
public struct CustomMeasureResponse: APIValue {
    public let kind: CustomMeasure

    public init(kind: CustomMeasure) { self.kind = kind }

    public static var example: CustomMeasureResponse { CustomMeasureResponse(kind: Examples.customMeasure) }
}
