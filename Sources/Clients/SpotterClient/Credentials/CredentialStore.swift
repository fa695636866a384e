import Domain
public import Foundation

/// The credentials file of one profile: `$XDG_CONFIG_HOME/spotter/credentials.json` or
/// `~/.config/spotter/credentials.json`; `credentials-NAME.json` for a named profile. It has mode 0600 and is replaced
/// atomically.
///
///     let store = try CredentialStore(profile: "work")
///     if let credentials = try store.load() { print(credentials) }
public struct CredentialStore: Sendable {
    public let path: String
    let folder: String

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case badProfile(String)
        case noHome
        case damaged(path: String)
        case io(path: String, reason: String)

        public var description: String {
            switch self {
            case .badProfile(let name):
                "'\(name.prefix(64))' can't name a profile: use 1 to 64 letters, digits, '-' and '_'."
            case .noHome: "neither XDG_CONFIG_HOME nor HOME is set: there's nowhere to keep credentials."
            case .damaged(let path): "\(path) isn't readable as credentials. Remove it and run `spotter login`."
            case .io(let path, let reason): "\(path): \(reason)"
            }
        }
    }

    public init(
        profile: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) {
        if let profile, !Self.isName(profile) { throw .badProfile(profile) }
        // The XDG specification says that relative paths are ignored.
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            folder = base + "/spotter"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = home + "/.config/spotter"
        } else {
            throw .noHome
        }
        path = folder + (profile.map { "/credentials-\($0).json" } ?? "/credentials.json")
    }

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// `nil` if nobody is logged in under this profile.
    ///
    /// - Throws: `.damaged` or `.io`.
    public func load() throws(Failure) -> Credentials? {
        guard let text = FileManager.default.contents(atPath: path) else {
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            throw .io(path: path, reason: "can't be read")
        }
        guard let credentials = try? JSONDecoder().decode(Credentials.self, from: text) else {
            throw .damaged(path: path)
        }
        return credentials
    }

    public func save(_ credentials: Credentials) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(credentials) else { throw .io(path: path, reason: "can't be encoded") }
        try makeFolder()
        do { try PrivateFile.replace(path, with: text) } catch { throw .io(path: path, reason: error.reason) }
    }

    public func remove() throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .io(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Runs `body` while holding a lock that excludes other processes of this profile.
    public func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try makeFolder()
        let lock = try await FileLock.acquire(path + ".lock")
        defer { lock.release() }
        return try await body()
    }

    func makeFolder() throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .io(path: folder, reason: "can't be made (\(ErrorText.of(error)))")
        }
    }
}
