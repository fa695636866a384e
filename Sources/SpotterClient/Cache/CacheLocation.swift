public import Domain
public import Foundation

/// Where an account's cache lies: `$XDG_DATA_HOME/spotter/USER@SERVER.sqlite`, or below `~/.local/share`. In the data
/// folder, not the cache folder, because unsent messages are in it.
public enum CacheLocation {
    /// - Throws: `CredentialStore.Failure.noHome` when neither variable is set.
    public static func path(
        of user: UserID,
        at server: ServerAddress,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        let base: String
        // The XDG specification says to ignore a relative path.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            base = data
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            base = home + "/.local/share"
        } else {
            throw CredentialStore.Failure.noHome
        }
        let place = "\(server.authority)\(server.basePath)".map { character in
            character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
                ? character : "_"
        }
        return "\(base)/spotter/\(user)@\(String(place)).sqlite"
    }
}
