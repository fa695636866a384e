import Domain
import Foundation
import Retrieval
import SpotterAPI

/// The status of the search index as text.
struct IndexReport {
    let lines: [String]

    init(_ status: IndexStatus) {
        var lines: [String] = []
        if status.models.isEmpty {
            lines.append("no message was ever embedded here; `spotter model fetch` gets the model")
        }
        for model in status.models {
            let state =
                !model.active
                ? "no longer used; its vectors go when another model has all messages"
                : model.ready ? "ready" : "being filled; another answers until it's ready, if there is one"
            lines.append("\(model.model), \(model.dimension) dimensions: \(state)")
            var counts = "  \(model.vectors) vectors, \(model.waiting) messages wait, \(model.dead) dead letters"
            if model.memoryBytes > 0 { counts += ", \(model.memoryBytes / 1_048_576) MB in memory" }
            lines.append(counts)
            if let outage = model.outage { lines.append("  can't be reached: \(outage)") }
        }
        if !status.deadLetters.isEmpty {
            lines.append("dead letters (--retry tries them again):")
            for letter in status.deadLetters {
                lines.append(
                    "  message \(letter.messageId) in chat \(letter.chatId), \(letter.attempts) attempts by \(letter.model): \(letter.error)"
                )
            }
        }
        self.lines = lines
    }
}

/// A progress bar for messages to embed, with the rate and the remaining time.
struct IndexProgressBar {
    private let bar = ProgressBar()
    private let begin = ContinuousClock.now
    private var total = 0
    private var first: Int?

    mutating func show(_ status: IndexStatus) {
        let waiting = status.models.reduce(0) { $0 + $1.waiting }
        total = max(total, waiting)
        let start = first ?? waiting
        first = start
        guard total > 0 else { return }
        let done = max(0, start - waiting)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        var detail = "\(total - waiting) of \(total) messages"
        if done > 0, seconds > 0.5 {
            let rate = Double(done) / seconds
            detail += ", \(Int(rate))/s, \(Self.duration(Double(waiting) / rate)) left"
        }
        bar.show("embedding", fraction: Double(total - waiting) / Double(total), detail, brief: "\(total) messages")
    }

    func end() { bar.end() }

    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? "\(seconds) s" : seconds < 6000 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}
