public import Domain

/// The two cookies by which ESPN's fantasy leagues know a person.
///
/// ```swift
/// let credentials = try LeagueCredentials(s2: Secret("AEB…"), swid: Secret("{1F6B…}"))
/// ```
public struct LeagueCredentials: Sendable, Hashable {
    public static let maxLength = 2_000

    /// The cookie `espn_s2`.
    public let s2: Secret
    /// The cookie `SWID`.
    public let swid: Secret

    /// - Throws: `invalid_request` if one of them can't be a cookie's value. The message never holds the value.
    public init(s2: Secret, swid: Secret) throws(SpotterError) {
        for (name, value) in [("espn_s2", s2), ("SWID", swid)] where !Self.isCookieValue(value) {
            throw .invalid(
                "\(name) must be the value of that cookie: 1 to \(Self.maxLength) characters without spaces, quotes, "
                    + "commas, semicolons and backslashes."
            )
        }
        self.s2 = s2
        self.swid = swid
    }

    /// The header that a service gets.
    var cookie: String { "SWID=\(swid.reveal()); espn_s2=\(s2.reveal())" }

    /// The characters of RFC 6265, so that a value can neither end its header nor begin another cookie.
    private static func isCookieValue(_ secret: Secret) -> Bool {
        let bytes = secret.reveal().utf8
        let excluded = "\",;\\".utf8
        return (1...maxLength).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && !excluded.contains($0) }
    }
}
