public import Domain
public import Foundation

/// The path of an account's cache: `$XDG_DATA_HOME/spotter/USER@SERVER.sqlite`, or below `~/.local/share`. It is in the
/// data folder rather than the cache folder, because it holds unsent messages.
///
///     let path = try CacheLocation.path(of: user, at: address)
public enum CacheLocation {
    /// - Throws: `CredentialStore.Failure.noHome` if neither variable is set.
    public static func path(
        of user: UserID,
        at server: ServerAddress,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        let base: String
        // The XDG specification says that relative paths are ignored.
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
