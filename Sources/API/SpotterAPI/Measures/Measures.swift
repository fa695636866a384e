public import Domain

/// A client's measures: `GET /v1/clients/{userId}/measures`.
///
/// ```swift
/// let weight = response.series.first { $0.kind == MeasureKind.weight.rawValue }
/// ```
public struct MeasuresResponse: APIValue {
    /// By kind, then place or exercise.
    public let series: [MeasureSeries]
    /// Whether there are older points than these.
    public let hasMore: Bool

    public init(series: [MeasureSeries], hasMore: Bool) {
        self.series = series
        self.hasMore = hasMore
    }

    public static var example: MeasuresResponse { MeasuresResponse(series: [Examples.measureSeries], hasMore: false) }
}

/// Writes a value down by hand: `POST /v1/clients/{userId}/measures/points`.
///
/// ```swift
/// let request = NewMeasurePointRequest(kind: "weight", value: 81.3, unit: "kg", day: "2026-03-18")
/// ```
public struct NewMeasurePointRequest: APIValue {
    /// In characters.
    public static let maxDetailLength = 60

    /// A `MeasureKind`, or the name of a trainer's own.
    public let kind: String
    public let value: Double
    /// A unit of the kind; if left out, its usual one: kg, cm, km, h, …
    public let unit: String?
    /// `YYYY-MM-DD`; today if left out.
    public let day: String?
    /// The place of a pain or the exercise of a lift.
    public let detail: String?
    public let diastolic: Double?
    public let repetitions: Int?
    public let sets: Int?
    public let seconds: Int?
    /// For a client with several trainers: which of them sees it.
    public let trainerId: UserID?

    public init(
        kind: String,
        value: Double,
        unit: String? = nil,
        day: String? = nil,
        detail: String? = nil,
        diastolic: Double? = nil,
        repetitions: Int? = nil,
        sets: Int? = nil,
        seconds: Int? = nil,
        trainerId: UserID? = nil
    ) {
        self.kind = kind
        self.value = value
        self.unit = unit
        self.day = day
        self.detail = detail
        self.diastolic = diastolic
        self.repetitions = repetitions
        self.sets = sets
        self.seconds = seconds
        self.trainerId = trainerId
    }

    public static var example: NewMeasurePointRequest {
        NewMeasurePointRequest(kind: "weight", value: 81.3, unit: "kg", day: "2026-03-18")
    }
}

/// Corrects a value by hand: `PATCH /v1/clients/{userId}/measures/points/{pointId}`. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateMeasurePointRequest(value: 80.9)
/// ```
public struct UpdateMeasurePointRequest: APIValue {
    public let value: Double?
    public let unit: String?
    public let day: String?
    public let detail: String?

    public init(value: Double? = nil, unit: String? = nil, day: String? = nil, detail: String? = nil) {
        self.value = value
        self.unit = unit
        self.day = day
        self.detail = detail
    }

    public static var example: UpdateMeasurePointRequest { UpdateMeasurePointRequest(value: 80.9) }
}

/// One value, after it was written or changed.
public struct MeasurePointResponse: APIValue {
    public let point: MeasurePoint

    public init(point: MeasurePoint) { self.point = point }
    public static var example: MeasurePointResponse { MeasurePointResponse(point: Examples.measurePoint) }
}

/// What an import of a table of values has done: `POST /v1/clients/{userId}/measures/import`.
public struct MeasureImportResponse: APIValue {
    public let imported: Int
    /// Values that were there already.
    public let skipped: Int

    public init(imported: Int, skipped: Int) {
        self.imported = imported
        self.skipped = skipped
    }

    public static var example: MeasureImportResponse { MeasureImportResponse(imported: 52, skipped: 3) }
}

/// A file of measures.
///
/// ```swift
/// let format = MeasureExportFormat.csv
/// ```
public enum MeasureExportFormat: String, Sendable, Codable, CaseIterable {
    /// A table, for spreadsheets.
    case csv
    case json
}
