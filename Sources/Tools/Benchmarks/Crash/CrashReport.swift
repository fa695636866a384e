package import Retrieval

/// The state of the folder after all rounds.
package struct CrashReport: Encodable, Sendable {
    package let rounds: Int
    package let kills: Int
    package let damagedFiles: Int
    package let sent: Int
    /// Sends that the server had confirmed and no longer has.
    package let lostSends: [String]
    package let audits: [IndexAudit]

    package var isClean: Bool {
        sent > 0 && lostSends.isEmpty && audits.allSatisfy { $0.isClean && $0.waiting.isEmpty && $0.messages > 0 }
    }

    package var lines: [String] {
        var lines = [
            "\(rounds) rounds, \(kills) of them ended by kill -9; \(damagedFiles) files of vectors damaged on purpose",
            "\(sent) sends confirmed, \(lostSends.count) of them lost",
        ]
        for audit in audits {
            lines.append(
                "\(audit.model): \(audit.messages) messages, \(audit.lost.count) not embedded, \(audit.wrong.count) with wrong vectors, \(audit.orphans.count) vectors of deleted messages, \(audit.differing.count) chats that differ in memory"
            )
        }
        lines.append(isClean ? "every message is embedded exactly once" : "FAILED")
        return lines
    }
}
