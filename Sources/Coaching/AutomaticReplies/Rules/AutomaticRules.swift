import Domain
import SpotterAPI

/// Decides whether a client's message is answered by itself. It knows nothing but what it is given, so that a preview
/// decides as a server does.
struct AutomaticRules: Sendable {
    /// The lines that are looked at. A trainer who has written none of them is a stranger.
    static let maxLines = 200
    /// A client's messages in a row that are read together.
    static let maxBurst = 20
    static let maxBurstSeconds: Int64 = 24 * 3600

    /// When replies were sent.
    struct Sent: Sendable, Hashable {
        /// To this client.
        var toClient: [Timestamp] = []
        /// To any client of this trainer.
        var byTrainer: [Timestamp] = []
        /// Acknowledgements to this client.
        var acknowledgements: [Timestamp] = []
    }

    enum Decision: Sendable, Hashable {
        case send(AutomaticKind)
        case drop(AutomaticReason)
    }

    let terms: AutomaticTerms
    let reading: @Sendable (String) -> AutomaticReading

    /// What the burst of messages that ends with this one is: for a human if any of them is.
    /// - Returns: `nil` if it isn't among the lines or isn't the client's own.
    func reading(of question: MessageID, in lines: [AutomaticLine]) -> AutomaticReading? {
        guard let burst = burst(endingWith: question, in: lines), let last = burst.last else { return nil }
        let readings = burst.map { reading($0.text) }
        return readings.contains(.needsHuman) ? .needsHuman : reading(last.text)
    }

    /// - Parameters:
    ///   - lines: of the chat up to now, in its order; the last ``maxLines`` at least.
    ///   - dueAt: when it was to be sent.
    func decide(
        _ question: MessageID,
        in lines: [AutomaticLine],
        sent: Sent,
        dueAt: Timestamp,
        at now: Timestamp
    ) -> Decision {
        let lines = lines.suffix(Self.maxLines)
        guard terms.isEnabled, !terms.kinds.isEmpty else { return .drop(.off) }
        guard let position = lines.lastIndex(where: { $0.id == question }),
            let reading = self.reading(of: question, in: Array(lines))
        else { return .drop(.gone) }
        let later = lines[(position + 1)...]
        if later.contains(where: { $0.author == .trainer }) { return .drop(.answered) }
        if later.contains(where: { $0.author == .client }) { return .drop(.superseded) }
        guard lines[..<position].contains(where: { $0.author == .trainer && !$0.isImported }) else {
            return .drop(.firstContact)
        }
        guard let kind = kind(for: reading) else { return .drop(reading == .needsHuman ? .needsHuman : .off) }
        guard now <= dueAt.adding(seconds: AutomaticTerms.maxLateSeconds) else { return .drop(.late) }
        guard !terms.isQuiet(now) else { return .drop(.quietHours) }
        if kind == .acknowledgement, hasReplied(before: position, in: lines) || wasAcknowledged(sent, at: now) {
            return .drop(.acknowledged)
        }
        return isWithinBudget(sent, at: now) ? .send(kind) : .drop(.budget)
    }

    /// The reply that would be sent to such a message; `nil` if none.
    func kind(for reading: AutomaticReading) -> AutomaticKind? {
        let kind: AutomaticKind? =
            switch reading {
            case .needsHuman: nil
            case .appointments: terms.kinds.contains(.appointments) ? .appointments : .acknowledgement
            case .other: .acknowledgement
            }
        return kind.flatMap { terms.kinds.contains($0) ? $0 : nil }
    }

    private func burst(endingWith question: MessageID, in lines: [AutomaticLine]) -> [AutomaticLine]? {
        guard let position = lines.lastIndex(where: { $0.id == question }), lines[position].author == .client,
            !lines[position].isImported
        else { return nil }
        let begin = lines[position].sentAt.adding(seconds: -Self.maxBurstSeconds)
        var burst: [AutomaticLine] = []
        for line in lines[...position].reversed() {
            guard line.author != .trainer, line.sentAt >= begin, burst.count < Self.maxBurst else { break }
            if line.author == .client { burst.append(line) }
        }
        return burst.reversed()
    }

    /// Whether something was sent by itself since the trainer wrote last.
    private func hasReplied(before position: Int, in lines: ArraySlice<AutomaticLine>) -> Bool {
        for line in lines[..<position].reversed() {
            if line.author == .trainer { return false }
            if line.author == .automatic { return true }
        }
        return false
    }

    private func wasAcknowledged(_ sent: Sent, at now: Timestamp) -> Bool {
        sent.acknowledgements.contains { $0 > now.adding(seconds: -AutomaticTerms.acknowledgementPause) }
    }

    /// What was sent at a later time counts too: the clock may have been set back.
    private func isWithinBudget(_ sent: Sent, at now: Timestamp) -> Bool {
        func count(_ times: [Timestamp], _ days: Int64) -> Int {
            times.count { $0 > now.adding(seconds: -days * 86_400) }
        }
        return count(sent.toClient, 1) < terms.perClientPerDay && count(sent.byTrainer, 1) < terms.perDay
            && count(sent.byTrainer, 7) < terms.perWeek
    }
}
