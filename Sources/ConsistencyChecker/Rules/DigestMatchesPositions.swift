/// At rest the heartbeat's digest equals that of the device's own positions.
enum DigestAgrees: Rule {
    static let name = "digest = positions"

    static func judge(_ history: History, _ facts: Facts) -> [Violation] {
        history.finals.filter { $0.own != $0.told }.map {
            Violation(self, "\($0.device) has \($0.own), the server told \($0.told)")
        }
    }
}
