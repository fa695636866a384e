import Domain
import Foundation

/// Colloquial names of time zones, in lower case without accents.
struct ZoneNames: Sendable {
    /// Words that denote a time zone by themselves, after a clock time.
    private(set) var abbreviations: [String: ZoneReference] = [:]
    /// Time zones by city, island and country: the cities of the IANA database, and those of `zones.tsv`.
    private(set) var places: [String: String] = [:]
    /// Names that are ordinary words in lower case.
    private(set) var ordinary: Set<String> = []

    static let all = ZoneNames(VocabularyFile(PackageResources.zones_tsv))

    init(_ file: VocabularyFile) {
        let continents = Set("Africa America Asia Atlantic Australia Europe Indian Pacific".split(separator: " "))
        for identifier in TimeZone.knownTimeZoneIdentifiers.sorted() {
            let parts = identifier.split(separator: "/")
            guard parts.count > 1, let continent = parts.first, continents.contains(continent), let city = parts.last
            else { continue }
            places[TimeLexer.folded(city.replacingOccurrences(of: "_", with: " "))] = identifier
        }
        for (meaning, names) in file.entries {
            let parts = meaning.split(separator: " ")
            for name in names.map(String.init) {
                switch (parts.first, parts.count) {
                case ("ordinary", _): ordinary.insert(name)
                case ("abbreviation", 3):
                    guard let offset = Int(parts[2]) else { continue }
                    abbreviations[name] = .abbreviation(String(parts[1]), offset: offset, label: name.uppercased())
                case ("abbreviation", 2):
                    abbreviations[name] = Int(parts[1]).map { .fixed($0) } ?? .named(String(parts[1]))
                default: places[name] = String(meaning)
                }
            }
        }
    }
}

/// A time zone as it was expressed.
enum ZoneReference: Equatable {
    /// An IANA time zone.
    case named(String)
    /// Seconds east of Greenwich.
    case fixed(Int)
    /// An abbreviation of a zone's standard or summer time ("EST"), which is commonly used all year round.
    case abbreviation(String, offset: Int, label: String)
    /// The zone of somebody whom only the caller knows ("his time"); `nil` is the user.
    case person(ZoneOwner?)
}
