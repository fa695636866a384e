import Foundation

/// Where this machine gets Python packages from, by the same settings that pip reads: environment variables over
/// configuration files (pip's user guide, "Configuration").
struct PipConfiguration: Equatable {
    /// The address of the simple index (PEP 503).
    var indexURL = "https://pypi.org/simple"
    /// A file of certificates to trust instead of the system's.
    var certificates: String?

    /// `read` gives the content of the file at a path, or nil.
    init(environment: [String: String], read: (String) -> String?) {
        for path in Self.files(environment) {
            guard let content = read(path) else { continue }
            for section in ["global", "download"] { apply(Self.settings(in: content, section: section)) }
        }
        apply([
            "index-url": environment["PIP_INDEX_URL"] ?? "",
            "cert": environment["PIP_CERT"] ?? "",
        ])
    }

    private mutating func apply(_ settings: [String: String]) {
        if let value = settings["index-url"], !value.isEmpty { indexURL = value }
        if let value = settings["cert"], !value.isEmpty { certificates = value }
    }

    /// Global, user, virtual environment, `PIP_CONFIG_FILE`: later ones win.
    private static func files(_ environment: [String: String]) -> [String] {
        let chosen = environment["PIP_CONFIG_FILE"]
        // pip's documented way to switch all files off.
        if chosen == "/dev/null" { return [] }
        let globalFolders = (environment["XDG_CONFIG_DIRS"] ?? "/etc/xdg").split(separator: ":")
        var files = globalFolders.reversed().map { "\($0)/pip/pip.conf" } + ["/etc/pip.conf"]
        if let home = environment["HOME"] {
            files.append("\(home)/.pip/pip.conf")
            files.append("\(environment["XDG_CONFIG_HOME"] ?? "\(home)/.config")/pip/pip.conf")
        }
        if let virtual = environment["VIRTUAL_ENV"] { files.append("\(virtual)/pip.conf") }
        if let chosen { files.append(chosen) }
        return files
    }

    /// The `key = value` lines of one section of an INI file, with keys as pip normalises them.
    private static func settings(in content: String, section: String) -> [String: String] {
        var settings: [String: String] = [:]
        var isInside = false
        for line in content.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") {
                isInside = line == "[\(section)]"
            } else if isInside, !line.hasPrefix("#"), !line.hasPrefix(";"),
                let separator = line.firstIndex(where: { $0 == "=" || $0 == ":" })
            {
                let key = line[..<separator].trimmingCharacters(in: .whitespaces).lowercased()
                settings[key.replacing("_", with: "-")] =
                    line[line.index(after: separator)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return settings
    }
}
