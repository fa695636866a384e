import Domain
public import SpotterAPI

/// Advice, and how well its confidence agrees with what became of it, for people.
public enum AdviceFormatter {
    /// What follows the main advice.
    public static func lines(_ advice: AdviceAnswer, style: Style) -> [String] {
        var lines: [String] = []
        if let reasoning = advice.reasoning { lines += ["", "Why: " + TerminalText.block(reasoning)] }
        for alternative in advice.alternatives {
            let reason = alternative.reason.map { ": \(TerminalText.line($0))" } ?? ""
            lines.append("Or: \(TerminalText.line(alternative.title))\(reason)")
        }
        let corrected = advice.calibratedConfidence.map { ", by your ratings \(percent($0))" } ?? ""
        let source = advice.confidenceSource == .assumed ? " (assumed)" : ""
        let confidence = "Confidence: \(percent(advice.confidence))\(source)\(corrected)"
        return lines + ["", style.dim("\(confidence), by \(TerminalText.line(advice.model))")]
    }

    /// `  80 %  good  gpt-5.2  018f…`
    public static func line(_ record: AdviceRecord) -> String {
        let outcome = record.outcome?.rawValue ?? "-"
        return [
            percent(record.confidence).padded(to: 6), outcome.padding(to: 4), TerminalText.line(record.model),
            record.advisedAt.description, record.responseId.description,
        ].joined(separator: "  ")
    }

    public static func lines(_ report: CalibrationReport) -> [String] {
        let total = report.total
        var lines = ["\(total.given) given, \(total.rated) rated, \(total.good) good"]
        if let brier = total.brier {
            lines.append(
                "Brier score \(decimal(brier)), 0 is perfect\(brier > 0.25 ? "; worse than always saying 50 %" : "")"
            )
        }
        for band in total.bands where band.rated > 0 {
            let range = "\(percent(band.from)) to \(percent(band.to))"
            let shares = [band.meanConfidence, band.goodShare].map { percent($0 ?? 0) }
            lines.append("  \(range): said \(shares[0]), good \(shares[1]), of \(band.rated)")
        }
        for part in report.models + report.months where part.figures.rated > 0 {
            let brier = part.figures.brier.map(decimal) ?? "-"
            lines.append("\(TerminalText.line(part.name)): \(part.figures.rated) rated, Brier score \(brier)")
        }
        return lines
    }

    private static func percent(_ share: Double) -> String { "\(Int((min(max(share, 0), 1) * 100).rounded())) %" }

    /// With three digits.
    private static func decimal(_ number: Double) -> String {
        let thousandths = String(Int((min(max(number, 0), 1) * 1_000).rounded()))
        let padded = String(repeating: "0", count: max(4 - thousandths.count, 0)) + thousandths
        return "\(padded.dropLast(3)).\(padded.suffix(3))"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
