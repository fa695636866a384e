public import Accounts
import Domain
public import Foundation

extension PasswordHasher.Cost {
    /// The cost that a stopped server would have, for commands that work on its folder: from the server's variables.
    /// - Throws: `invalid_request` if `SPOTTER_PASSWORD_LOG_ROUNDS` isn't 4 to 20.
    public static func ofStoppedServer(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Self {
        guard let text = environment["SPOTTER_PASSWORD_LOG_ROUNDS"], !text.isEmpty else { return .standard }
        return try Self(configuredLogRounds: Int(text) ?? 0)
    }

    /// - Throws: `invalid_request` if they aren't 4 to 20.
    init(configuredLogRounds logRounds: Int) throws {
        guard (4...20).contains(logRounds) else { throw SpotterError.invalid("password.log.rounds must be 4 to 20.") }
        self.init(
            logRounds: logRounds,
            blockSize: Self.standard.blockSize,
            parallelism: Self.standard.parallelism
        )
    }
}
