public import Foundation

/// Several log-ins in one installation. The one without a name is written `-` where a name is expected.
extension CredentialStore {
    /// A log-in that is kept here.
    public struct Profile: Sendable, Equatable {
        /// `nil` for the one without a name.
        public let name: String?
        /// `nil` if the file isn't readable as credentials.
        public let credentials: Credentials?
    }

    /// Written for the log-in without a name.
    public static let unnamed = "-"

    /// All log-ins, the one without a name first, the others by name.
    ///
    ///     for profile in try CredentialStore.profiles() { print(profile.name ?? "-") }
    /// - Throws: `Failure.noHome`.
    public static func profiles(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> [Profile] {
        let folder = try CredentialStore(environment: environment).folder
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var found: [Profile] = []
        for file in files.sorted() {
            guard let name = Self.profileName(of: file) else { continue }
            guard let store = try? CredentialStore(profile: name.isEmpty ? nil : name, environment: environment) else {
                continue
            }
            found.append(Profile(name: name.isEmpty ? nil : name, credentials: (try? store.load()) ?? nil))
        }
        return found.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    /// Empty for the log-in without a name; `nil` for other files.
    private static func profileName(of file: String) -> String? {
        guard file.hasPrefix("credentials"), file.hasSuffix(".json") else { return nil }
        let middle = file.dropFirst("credentials".count).dropLast(".json".count)
        if middle.isEmpty { return "" }
        guard middle.first == "-" else { return nil }
        let name = String(middle.dropFirst())
        return isName(name) ? name : nil
    }

    // MARK: The default

    /// The profile that counts when none is named; `nil` for the one without a name.
    /// - Throws: `Failure.noHome`.
    public static func defaultProfile(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> String? {
        let path = try defaultPath(environment)
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let name = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return isName(name) && name != unnamed ? name : nil
    }

    /// - Parameter name: `nil` for the log-in without a name.
    /// - Throws: `Failure`.
    public static func setDefaultProfile(
        _ name: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) {
        let path = try defaultPath(environment)
        guard let name else {
            unlink(path)
            return
        }
        try CredentialStore(profile: name, environment: environment).makeFolder()
        do {
            try PrivateFile.replace(path, with: Data((name + "\n").utf8))
        } catch {
            throw .io(path: path, reason: error.reason)
        }
    }

    private static func defaultPath(_ environment: [String: String]) throws(Failure) -> String {
        try CredentialStore(environment: environment).folder + "/default-profile"
    }
}
