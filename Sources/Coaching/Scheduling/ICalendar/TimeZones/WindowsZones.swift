import Domain

/// What Windows, Outlook and Exchange call time zones, and the zone of IANA that CLDR names for each (`windowsZones`, the
/// territory 001), by `windows-zones.txt`: a name, an equals sign and a zone a line.
enum WindowsZones {
    /// The zone of a name, in any case; `nil` if Windows has none of it.
    static func zone(named name: String) -> String? { byName[name.lowercased()] }

    /// The zones, each once. Those of many people come first: of several zones that have the same clocks, they are meant.
    static let zones: [String] = {
        var seen: Set<String> = []
        return pairs.map(\.zone).filter { seen.insert($0).inserted }
    }()

    private static let byName = Dictionary(pairs.map { ($0.name.lowercased(), $0.zone) }) { first, _ in first }

    private static let pairs: [(name: String, zone: String)] = String(
        decoding: PackageResources.windows_zones_txt,
        as: UTF8.self
    ).split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "=").map { String($0).trimmed }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
