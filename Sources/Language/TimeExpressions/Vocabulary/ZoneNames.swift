import Foundation

/// Colloquial names of time zones, in lower case without accents.
enum ZoneNames {
    /// Words that denote a time zone by themselves, after a clock time.
    static let abbreviations: [String: ZoneReference] = {
        var table: [String: ZoneReference] = ["utc": .fixed(0), "gmt": .fixed(0), "zulu": .fixed(0)]
        let regions: [(names: String, zone: String)] = [
            ("et eastern", "America/New_York"), ("ct central", "America/Chicago"),
            ("mt mountain", "America/Denver"), ("pt pacific", "America/Los_Angeles"), ("uk", "Europe/London"),
        ]
        for region in regions {
            for name in region.names.split(separator: " ") { table[String(name)] = .named(region.zone) }
        }
        let offsets: [(names: String, hours: [Double], zone: String)] = [
            ("est edt", [-5, -4], "America/New_York"), ("cst cdt", [-6, -5], "America/Chicago"),
            ("mst mdt", [-7, -6], "America/Denver"), ("pst pdt", [-8, -7], "America/Los_Angeles"),
            ("cet cest", [1, 2], "Europe/Paris"), ("eet eest", [2, 3], "Europe/Athens"),
            ("bst", [1], "Europe/London"), ("wet west", [0, 1], "Europe/Lisbon"), ("ist", [5.5], "Asia/Kolkata"),
            ("jst", [9], "Asia/Tokyo"), ("aest aedt", [10, 11], "Australia/Sydney"),
            ("awst", [8], "Australia/Perth"), ("nzst nzdt", [12, 13], "Pacific/Auckland"),
            ("sgt", [8], "Asia/Singapore"),
        ]
        for entry in offsets {
            for (name, hours) in zip(entry.names.split(separator: " "), entry.hours) {
                table[String(name)] = .abbreviation(
                    entry.zone,
                    offset: Int(hours * 3600),
                    label: name.uppercased()
                )
            }
        }
        return table
    }()

    /// Time zones by city: the cities of the IANA database and other common ones.
    static let cities: [String: String] = {
        var table: [String: String] = [:]
        let continents: Set<Substring> = [
            "Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
        ]
        for identifier in TimeZone.knownTimeZoneIdentifiers.sorted() {
            let parts = identifier.split(separator: "/")
            guard parts.count > 1, let continent = parts.first, continents.contains(continent), let city = parts.last
            else { continue }
            table[TimeLexer.folded(city.replacingOccurrences(of: "_", with: " "))] = identifier
        }
        for (names, zone) in others {
            for name in names.split(separator: "|") { table[TimeLexer.folded(String(name))] = zone }
        }
        return table
    }()

    private static let others: [(String, String)] = [
        ("nyc|new york city|boston|miami|atlanta|philadelphia|washington|orlando|charlotte", "America/New_York"),
        ("la|san francisco|sf|seattle|san diego|portland|las vegas|california|l.a.", "America/Los_Angeles"),
        ("houston|dallas|austin|texas|new orleans|nashville|minneapolis", "America/Chicago"),
        ("salt lake city|denver", "America/Denver"), ("hawaii", "Pacific/Honolulu"),
        ("montreal|ottawa|quebec", "America/Toronto"), ("calgary", "America/Edmonton"),
        ("mumbai|delhi|new delhi|bangalore|bengaluru|kolkata|chennai|hyderabad|pune|india", "Asia/Kolkata"),
        ("barcelona|valencia|seville|spain", "Europe/Madrid"),
        ("munich|hamburg|frankfurt|cologne|germany", "Europe/Berlin"),
        ("gothenburg|goteborg|malmo|uppsala|sweden", "Europe/Stockholm"), ("milan|naples|italy", "Europe/Rome"),
        ("edinburgh|manchester|glasgow|cardiff|birmingham|england|britain", "Europe/London"),
        ("lyon|marseille|france", "Europe/Paris"), ("geneva", "Europe/Zurich"),
        ("beijing|shenzhen|china", "Asia/Shanghai"),
        ("osaka|kyoto|japan", "Asia/Tokyo"), ("canberra", "Australia/Sydney"), ("wellington", "Pacific/Auckland"),
        ("eastern standard|eastern daylight|us eastern", "America/New_York"),
        ("central standard|central daylight|us central", "America/Chicago"),
        ("mountain standard|mountain daylight", "America/Denver"),
        ("pacific standard|pacific daylight|us pacific", "America/Los_Angeles"),
        ("central european|central european summer|dutch|holland|netherlands|the hague", "Europe/Paris"),
        ("greenwich mean|british|british summer|scotland|wales|londres|united kingdom", "Europe/London"),
        ("swedish|estocolmo", "Europe/Stockholm"), ("spanish", "Europe/Madrid"), ("german|berlín", "Europe/Berlin"),
        ("french|parís", "Europe/Paris"), ("italian|roma", "Europe/Rome"), ("japanese|tokio", "Asia/Tokyo"),
        ("indian", "Asia/Kolkata"), ("nueva york|new york state", "America/New_York"),
        ("ciudad de mexico|mexico|guadalajara", "America/Mexico_City"), ("norway", "Europe/Oslo"),
        ("denmark", "Europe/Copenhagen"), ("finland", "Europe/Helsinki"), ("ireland", "Europe/Dublin"),
        ("greece", "Europe/Athens"), ("poland", "Europe/Warsaw"), ("switzerland", "Europe/Zurich"),
        ("austria", "Europe/Vienna"), ("belgium", "Europe/Brussels"), ("argentina", "America/Argentina/Buenos_Aires"),
        ("colombia", "America/Bogota"), ("peru", "America/Lima"), ("seul|korea", "Asia/Seoul"),
        ("sidney", "Australia/Sydney"), ("cape town", "Africa/Johannesburg"), ("abu dhabi", "Asia/Dubai"),
        ("rio|rio de janeiro", "America/Sao_Paulo"),
    ]
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
