/// A zone as it was named.
enum ZoneReference: Equatable {
    /// An IANA zone.
    case named(String)
    /// Seconds east of Greenwich.
    case fixed(Int)
    /// An abbreviation for a zone's winter or summer time ("EST"), which people use all year round.
    case abbreviation(String, offset: Int, label: String)
}
