import Foundation
import SpotterClient

/// Which of the log-ins of this installation a command uses.
enum Profile {
    /// - Parameter option: what `--profile` says.
    /// - Returns: that, else `SPOTTER_PROFILE`, else the default that was chosen; `nil` for the log-in without a name.
    /// - Throws: `CredentialStore.Failure.noHome`.
    static func chosen(
        _ option: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CredentialStore.Failure) -> String? {
        let named = option ?? environment["SPOTTER_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else { return try CredentialStore.defaultProfile(environment: environment) }
        return named == CredentialStore.unnamed ? nil : named
    }
}
