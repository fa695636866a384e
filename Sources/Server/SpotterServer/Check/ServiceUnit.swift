public import Foundation

/// What a systemd unit lets its server do: as whom it runs, where it may write, what is handed to it.
///
/// A check that is run by hand has other rights than the server that it is about.
public struct ServiceUnit: Sendable, Hashable {
    /// Such as `spotter.service`.
    public let name: String
    private(set) var user: String?
    /// Whether all of the file system is read-only but for what is named (`ProtectSystem=strict`).
    private(set) var isStrict = false
    /// Whether homes can't be seen (`ProtectHome=yes`).
    private(set) var hidesHomes = false
    private(set) var writable: [String] = []
    /// Files that systemd reads as root and hands over, by their names there.
    private(set) var credentials: [String: String] = [:]
    private(set) var capabilities: Set<String> = []
    private var commands: [String] = []

    /// - Parameter texts: the unit's file, then its drop-ins in their order.
    init(name: String, texts: [String]) {
        self.name = name
        texts.forEach { read($0) }
    }

    /// The unit that starts a server with this configuration file; `nil` if none does, or if this process is of a unit itself.
    public static func installed(
        for configuration: String,
        name: String = "spotter.service",
        folders: [String] = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ServiceUnit? {
        func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
        guard environment["INVOCATION_ID"] == nil,
            let main = folders.lazy.compactMap({ text("\($0)/\(name)") }).first
        else { return nil }
        var dropIns: [String: String] = [:]
        for folder in folders.map({ "\($0)/\(name).d" }) {
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where file.hasSuffix(".conf") && dropIns[file] == nil {
                dropIns[file] = text("\(folder)/\(file)")
            }
        }
        let unit = ServiceUnit(name: name, texts: [main] + dropIns.sorted { $0.key < $1.key }.map(\.value))
        return unit.commands.contains {
            $0.hasSuffix("--config \(configuration)") || $0.contains("--config \(configuration) ")
        }
            ? unit : nil
    }

    // MARK: Reading

    private mutating func read(_ text: String) {
        var section = ""
        for line in text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") { section = line }
            guard section == "[Service]", !line.hasPrefix("#"), !line.hasPrefix(";"),
                let sign = line.firstIndex(of: "=")
            else { continue }
            set(
                line[..<sign].trimmingCharacters(in: .whitespaces),
                line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    /// An empty value forgets those before.
    private mutating func set(_ key: String, _ value: String) {
        let words = value.split(separator: " ").map(String.init)
        switch key {
        case "User": user = value.isEmpty ? nil : value
        case "ProtectSystem": isStrict = value == "strict"
        case "ProtectHome": hidesHomes = ["yes", "true", "1", "on", "tmpfs"].contains(value)
        case "ReadWritePaths":
            writable = words.isEmpty ? [] : writable + words.map { String($0.drop { $0 == "-" || $0 == "+" }) }
        case "StateDirectory": writable += words.map { "/var/lib/\($0)" }
        case "CacheDirectory": writable += words.map { "/var/cache/\($0)" }
        case "LogsDirectory": writable += words.map { "/var/log/\($0)" }
        case "RuntimeDirectory": writable += words.map { "/run/\($0)" }
        case "LoadCredential":
            guard let colon = value.firstIndex(of: ":") else { return credentials = value.isEmpty ? [:] : credentials }
            credentials[String(value[..<colon])] = String(value[value.index(after: colon)...])
        case "AmbientCapabilities": capabilities = words.isEmpty ? [] : capabilities.union(words)
        case "ExecStart": commands = value.isEmpty ? [] : commands + [value]
        default: break
        }
    }

    // MARK: Rights

    /// Why the server couldn't write to a folder, and what to do; `nil` if nothing speaks against it.
    func writingFault(_ folder: String) -> String? {
        if let fault = hiddenFault(folder) { return fault }
        if isStrict, !writable.contains(where: { Self.contains($0, folder) }) {
            return
                "\(name) may not write to \(folder): systemctl edit spotter, and there [Service] and ReadWritePaths=\(folder)"
        }
        let place = ServerCheck.existing(folder)
        // Where nothing of it is there yet, its disk may be missing: the rights on what is above it say nothing then.
        guard !isStrict || writable.contains(where: { Self.contains($0, place) }) else { return nil }
        guard let user, let rights = UserRights(name: user), !rights.may(.write, place) else { return nil }
        return "the user \(user) of \(name) can't write to \(place): chown \(user) \(place)"
    }

    /// Why the server couldn't read a file, and what to do; `nil` if nothing speaks against it.
    func readingFault(_ file: String) -> String? {
        if let fault = hiddenFault(file) { return fault }
        guard let user, FileManager.default.fileExists(atPath: file), let rights = UserRights(name: user),
            !rights.may(.read, file)
        else { return nil }
        return "the user \(user) of \(name) can't read \(file): have a copy made that is theirs, or hand it over by "
            + "LoadCredential= (docs/operating.md, HTTPS)"
    }

    private func hiddenFault(_ path: String) -> String? {
        guard hidesHomes, ["/home", "/root", "/run/user"].contains(where: { Self.contains($0, path) }) else {
            return nil
        }
        return "\(name) doesn't see \(path), since it hides all homes (ProtectHome=): choose another place"
    }

    /// Where systemd takes a file from that it hands over; `nil` if it isn't one of those.
    /// - Throws: `UnknownCredential` if the unit hands over none of that name.
    func source(of path: String) throws(UnknownCredential) -> String? {
        let folder = "/run/credentials/\(name)/"
        guard path.hasPrefix(folder) else { return nil }
        let id = String(path.dropFirst(folder.count))
        guard let source = credentials[id] else { throw UnknownCredential(id: id, unit: name) }
        return source
    }

    struct UnknownCredential: Error {
        let id: String
        let unit: String
    }

    /// Whether the server may listen on ports below 1024 whoever runs the check.
    var bindsLowPorts: Bool { user == "root" || user == nil || capabilities.contains("CAP_NET_BIND_SERVICE") }

    private static func contains(_ folder: String, _ path: String) -> Bool {
        let path = URL(filePath: path).standardizedFileURL.path
        return path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
