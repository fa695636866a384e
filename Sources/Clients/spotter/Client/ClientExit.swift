import ArgumentParser
import Domain
import SpotterClient

/// The exit statuses of the client's commands; docs/scripting.md has the table. Those above 63 are of `sysexits.h`, which
/// mail servers and cron know.
enum ClientExit {
    /// It failed, or there was nothing to find.
    static let failure = ExitCode.failure
    /// The server can't be reached. What was asked may be asked again.
    static let unreachable = ExitCode(69)
    /// The server refused it for now: too many requests, or it is about to restart.
    static let tryAgain = ExitCode(75)
    /// Nobody is logged in, or not any more.
    static let loggedOut = ExitCode(77)

    static func status(of error: any Error) -> ExitCode {
        switch error as? ClientError {
        case .unreachable, .disconnected: unreachable
        case .loggedOut: loggedOut
        case .refused(let reason, _) where reason.retryable: tryAgain
        default: failure
        }
    }
}
