import Domain

/// Whatever was asked on a connection that stayed open was answered, and never with a defect of the server.
enum EveryRequestAnswered: Rule {
    static let name = "every request answered"

    static func judge(_ history: History, _ facts: Facts) -> [Violation] {
        var violations = history.unanswered.map { Violation(self, $0) }
        for look in history.looks where look.status == 500 {
            violations.append(
                Violation(self, "\(look.what) of \(look.user) failed: \(look.body.text)", chat: look.chat)
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
