public import Domain

/// How well stated confidence agrees with what became of the advice: `GET /v1/assistant/advice/calibration` of one's own,
/// `GET /v1/admin/advice/calibration` of everybody's, without any text.
///
/// Only rated advice whose confidence was stated counts, besides in `given`. docs/advice.md has the formulas.
///
/// ```swift
/// func isOff(_ report: CalibrationReport) -> Bool { (report.total.brier ?? 0) > 0.25 }
/// ```
public struct CalibrationReport: APIValue, Hashable {
    /// Advice within an interval of confidence: from `from` on, up to but without `to`; the last one with 1.
    public struct Band: Sendable, Codable, Hashable {
        public var from: Double
        public var to: Double
        public var rated: Int
        public var good: Int
        /// `null` without ratings.
        @Nullable public var meanConfidence: Double?
        @Nullable public var goodShare: Double?

        public init(
            from: Double,
            to: Double,
            rated: Int,
            good: Int,
            meanConfidence: Double? = nil,
            goodShare: Double? = nil
        ) {
            self.from = from
            self.to = to
            self.rated = rated
            self.good = good
            self.meanConfidence = meanConfidence
            self.goodShare = goodShare
        }
    }

    public struct Figures: Sendable, Codable, Hashable {
        /// All advice, rated or not.
        public var given: Int
        public var rated: Int
        public var good: Int
        /// The mean of (confidence − outcome)², good being 1: 0 is perfect, and 0.25 what always saying 0.5 gives. `null`
        /// without ratings.
        @Nullable public var brier: Double?
        @Nullable public var meanConfidence: Double?
        @Nullable public var goodShare: Double?
        public var bands: [Band]

        public init(
            given: Int,
            rated: Int,
            good: Int,
            brier: Double? = nil,
            meanConfidence: Double? = nil,
            goodShare: Double? = nil,
            bands: [Band]
        ) {
            self.given = given
            self.rated = rated
            self.good = good
            self.brier = brier
            self.meanConfidence = meanConfidence
            self.goodShare = goodShare
            self.bands = bands
        }
    }

    /// The figures of one model, or of one month of UTC such as `2026-03`.
    public struct Part: Sendable, Codable, Hashable {
        public var name: String
        public var figures: Figures

        public init(name: String, figures: Figures) {
            self.name = name
            self.figures = figures
        }
    }

    /// Only advice of this time and this model was asked for; `null` for any.
    @Nullable public var since: Timestamp?
    @Nullable public var until: Timestamp?
    @Nullable public var model: String?
    public var total: Figures
    /// By name.
    public var models: [Part]
    /// By name, which is their order in time.
    public var months: [Part]

    public init(
        since: Timestamp?,
        until: Timestamp?,
        model: String?,
        total: Figures,
        models: [Part],
        months: [Part]
    ) {
        self.since = since
        self.until = until
        self.model = model
        self.total = total
        self.models = models
        self.months = months
    }

    public static var example: CalibrationReport {
        let figures = Figures(
            given: 3,
            rated: 2,
            good: 1,
            brier: 0.265,
            meanConfidence: 0.75,
            goodShare: 0.5,
            bands: [
                Band(from: 0, to: 0.5, rated: 0, good: 0), Band(from: 0.5, to: 0.7, rated: 0, good: 0),
                Band(from: 0.7, to: 0.9, rated: 2, good: 1, meanConfidence: 0.75, goodShare: 0.5),
                Band(from: 0.9, to: 1, rated: 0, good: 0),
            ]
        )
        return CalibrationReport(
            since: nil,
            until: nil,
            model: nil,
            total: figures,
            models: [Part(name: "gpt-5.2", figures: figures)],
            months: [Part(name: "2026-03", figures: figures)]
        )
    }
}
