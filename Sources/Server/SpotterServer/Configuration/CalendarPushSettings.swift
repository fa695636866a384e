import Configuration
import Domain
public import Notifications

/// Where calendars may be copied to.
public struct CalendarPushSettings: Sendable {
    /// The CalDAV servers; none switches it off.
    public var origins: Set<Origin> = []

    public init() {}

    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        origins = try Origin.list(reader.string(forKey: "calendar.origins"), of: "calendar.origins")
    }
}

extension Origin {
    /// Origins that an operator lists, separated by commas.
    /// - Throws: `invalid_request`, naming the setting and what isn't one.
    static func list(_ listed: String?, of setting: String) throws(SpotterError) -> Set<Origin> {
        var origins: Set<Origin> = []
        for text in (listed ?? "").split(separator: ",").map({ String($0).trimmed }) where !text.isEmpty {
            guard let origin = Origin(text) else {
                throw .invalid("\(setting): '\(text)' is not an origin like https://hooks.example.com.")
            }
            origins.insert(origin)
        }
        return origins
    }
}
