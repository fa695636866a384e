/// How somebody writes dates and numbers, as a BCP 47 tag of a language, maybe a script, and maybe a region: `en-GB`.
///
/// ```swift
/// LocaleTag.usual(in: "Europe/London")  // en-GB
/// LocaleTag.normalized("pt_br")         // pt-BR
/// ```
public enum LocaleTag {
    /// The longest: `sr-Latn-RS`, or a region of three digits.
    public static let maxLength = 12
    /// What `normalized` takes, as ECMA 262 has it.
    public static let pattern = "^[A-Za-z]{2,3}([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|[0-9]{3}))?$"

    /// The time zones of the United States and their territories, with their older names, but for those of a prefix below.
    private static let usZones: Set<String> = [
        "America/Adak", "America/Anchorage", "America/Atka", "America/Boise", "America/Chicago", "America/Denver",
        "America/Detroit", "America/Fort_Wayne", "America/Indianapolis", "America/Juneau", "America/Knox_IN",
        "America/Los_Angeles", "America/Louisville", "America/Menominee", "America/Metlakatla", "America/New_York",
        "America/Nome", "America/Phoenix", "America/Puerto_Rico", "America/Shiprock", "America/Sitka",
        "America/St_Thomas", "America/Virgin", "America/Yakutat", "CST6CDT", "EST5EDT", "HST", "MST7MDT", "Navajo",
        "PST8PDT", "Pacific/Guam", "Pacific/Honolulu", "Pacific/Johnston", "Pacific/Midway", "Pacific/Pago_Pago",
        "Pacific/Saipan", "Pacific/Samoa", "Pacific/Wake",
    ]
    private static let usPrefixes = ["US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"]
    private static let zonesOfNoRegion: Set<String> = ["UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich"]

    /// English as it is usual in a time zone. Month first is the habit of the United States, their territories and
    /// the Philippines only (CLDR, short dates), so it is what tells them apart.
    /// - Parameter timezone: an IANA name. UTC says nothing, so the tag has no region then.
    public static func usual(in timezone: String) -> String {
        if usZones.contains(timezone) || usPrefixes.contains(where: timezone.hasPrefix) { return "en-US" }
        if timezone == "Asia/Manila" { return "en-PH" }
        return zonesOfNoRegion.contains(timezone) || timezone.hasPrefix("Etc/") ? "en" : "en-GB"
    }

    /// The tag in its usual spelling; `nil` if the text isn't one of a language, a script and a region.
    public static func normalized(_ text: String) -> String? {
        guard text.utf8.count <= maxLength else { return nil }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = parts.first, 2...3 ~= language.count, isLetters(language) else { return nil }
        var tag = language.lowercased()
        var rest = parts.dropFirst()
        if let script = rest.first, script.count == 4, isLetters(script) {
            tag += "-\(script.prefix(1).uppercased())\(script.dropFirst().lowercased())"
            rest = rest.dropFirst()
        }
        if let region = rest.first {
            let isNumber = region.count == 3 && region.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard isNumber || region.count == 2 && isLetters(region) else { return nil }
            tag += "-\(region.uppercased())"
            rest = rest.dropFirst()
        }
        return rest.isEmpty ? tag : nil
    }

    private static func isLetters(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    }
}
