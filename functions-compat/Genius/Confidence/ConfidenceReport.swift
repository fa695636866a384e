import Domain
import SpotterAPI

/// Figures of calibration under the app's names.
struct ConfidenceReport: Sendable {
    /// From here on the app says that calibration is needed.
    static let poorBrier = 0.25
    /// A band that is off by more should be looked at, once it has so many ratings.
    static let threshold = 0.1
    static let minSamples = 10
    private static let names = ["low", "medium", "high", "very_high"]
    private static let corrects =
        "Nothing is tuned by hand: from 20 ratings of a model on, each advice also has a confidence that they correct."

    let figures: CalibrationReport.Figures
    let days: Int

    func brierScore(at now: Timestamp) -> JSONValue {
        guard let brier = figures.brier else {
            return [
                "brier_score": .null, "entries_count": 0, "period_days": .integer(days),
                "message": "No entries with outcomes found for the specified period",
            ]
        }
        return [
            "brier_score": .number(brier), "entries_count": .integer(figures.rated),
            "correct_predictions": .integer(figures.good), "accuracy": Self.number(figures.goodShare),
            "avg_confidence": Self.number(figures.meanConfidence), "period_days": .integer(days),
            "calculation_date": .string(now.description), "needs_calibration": .bool(brier > Self.poorBrier),
        ]
    }

    func stats(at now: Timestamp) -> JSONValue {
        [
            "brier_score": brierScore(at: now), "distribution": distribution, "period_days": .integer(days),
            "timestamp": .string(now.description),
        ]
    }

    private var distribution: JSONValue {
        guard figures.rated > 0 else { return ["message": "No entries with outcomes found"] }
        let bands = zip(Self.names, figures.bands).map { name, band -> (String, JSONValue) in
            (
                name,
                [
                    "count": .integer(band.rated), "accuracy": Self.number(band.goodShare),
                    "avg_confidence": Self.number(band.meanConfidence), "range": .string(Self.range(band)),
                ]
            )
        }
        return [
            "distribution": .object(Dictionary(bands) { first, _ in first }),
            "total_entries": .integer(figures.rated), "period_days": .integer(days),
        ]
    }

    /// Each band's share of good outcomes beside the confidence that was told in it.
    func calibration(at now: Timestamp) -> JSONValue {
        var results: [String: JSONValue] = [:]
        var off: [JSONValue] = []
        for (name, band) in zip(Self.names, figures.bands) {
            guard let share = band.goodShare, let told = band.meanConfidence else { continue }
            let error = abs(share - told)
            let isOff = error > Self.threshold && band.rated >= Self.minSamples
            let direction: JSONValue = share < told ? "tighten" : "loosen"
            results[name] = [
                "phrase_band_key": .string(Self.range(band)), "actual_accuracy": .number(share),
                "target_accuracy": .number(told), "calibration_error": .number(error),
                "sample_count": .integer(band.rated), "needs_adjustment": .bool(isOff),
                "adjustment_direction": direction,
            ]
            guard isOff else { continue }
            off.append(
                [
                    "band": .string(name), "phrase_band": .string(Self.range(band)), "error": .number(error),
                    "direction": direction, "samples": .integer(band.rated),
                ]
            )
        }
        return [
            "analysis_timestamp": .string(now.description), "period_days": .integer(days),
            "analysis_results": .object(results), "bands_needing_adjustment": .array(off),
            "total_bands_analyzed": .integer(results.count), "calibration_threshold": .number(Self.threshold),
        ]
    }

    func tuning(isDry: Bool, at now: Timestamp) -> JSONValue {
        [
            "status": "no_action_needed", "dry_run": .bool(isDry), "message": .string(Self.corrects),
            "bands_adjusted": 0, "phrases_updated": 0, "actions_taken": [], "analysis": calibration(at: now),
        ]
    }

    static let status: JSONValue = [
        "auto_tune_enabled": false, "calibration_threshold": .number(threshold),
        "total_bands": .integer(names.count), "calibration_history_count": 0, "last_calibration": .null,
        "message": .string(corrects),
    ]

    private static func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    private static func range(_ band: CalibrationReport.Band) -> String { "\(band.from)-\(band.to)" }
}
