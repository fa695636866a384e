/// At rest, the server's digest equals that of the device's own positions.
enum DigestMatchesPositions: Rule {
    static let name = "digest = positions"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        history.finalDigests.filter { $0.own != $0.server }.map {
            Violation(self, "\($0.device) has \($0.own), the server told \($0.server)")
        }
    }
}
