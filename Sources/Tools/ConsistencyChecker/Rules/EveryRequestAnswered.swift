import Domain

/// Every request on a connection that stayed open was answered, and none with an internal error.
enum EveryRequestAnswered: Rule {
    static let name = "every request answered"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        var violations = history.unanswered.map { Violation(self, $0) }
        for read in history.reads where read.status == 500 {
            violations.append(
                Violation(self, "\(read.kind) of \(read.user) failed: \(read.body.text)", chat: read.chat)
            )
        }
        for change in history.changes {
            guard case .refused("internal_error") = change.outcome else { continue }
            violations.append(Violation(self, "\(change.event) of \(change.subject) failed", chat: change.chat))
        }
        for connection in history.connections {
            var acked: Set<String> = []
            for frame in connection.frames.map(\.json) {
                if frame.type == "error", frame["error"]?["code"]?.string == "internal_error" {
                    violations.append(Violation(self, "\(connection.device) was told: \(frame.text)"))
                }
                guard frame.type == "ack", let id = frame.id, !acked.insert(id).inserted else { continue }
                violations.append(Violation(self, "\(connection.device) got a second ack of \(id)"))
            }
        }
        return violations
    }
}
