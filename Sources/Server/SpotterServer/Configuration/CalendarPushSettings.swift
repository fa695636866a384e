public import CalendarPush
import Configuration
import Domain
import Foundation
public import Notifications

/// Where calendars may be copied to.
public struct CalendarPushSettings: Sendable {
    /// The CalDAV servers; none switches it off.
    public var origins: Set<Origin> = []

    /// What Google knows the server by; `nil` switches its calendars off.
    public var google: GoogleCalendarApp?

    public init() {}

    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        origins = try Origin.list(reader.string(forKey: "calendar.origins"), of: "calendar.origins")
        google = try Self.google(reader)
    }

    private static func google(_ reader: ConfigReader) throws -> GoogleCalendarApp? {
        let id = reader.string(forKey: "calendar.google.client.id") ?? ""
        let secret = reader.string(forKey: "calendar.google.client.secret", isSecret: true) ?? ""
        guard id.isEmpty == secret.isEmpty else {
            throw SpotterError.invalid("calendar.google.client.id and calendar.google.client.secret go together.")
        }
        let base = reader.string(forKey: "calendar.google.url")
        let url = base.flatMap { URL(string: $0) }
        let isHere = ["127.0.0.1", "::1", "localhost"].contains(url?.host ?? "")
        guard base == nil || url?.scheme == "https" || url?.scheme == "http" && isHere, base?.hasSuffix("/") != true
        else {
            throw SpotterError.invalid("calendar.google.url must be an https address without a slash at its end.")
        }
        return id.isEmpty ? nil : GoogleCalendarApp(clientId: id, clientSecret: Secret(secret), base: base)
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
