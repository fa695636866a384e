import Configuration
import Domain
import Foundation

/// By whose ID tokens people may sign in.
public struct GoogleSignInSettings: Sendable {
    public static let google = "https://accounts.google.com"

    public var issuer: String
    /// The ids of the apps for which its tokens are made.
    public var clientIds: [String]

    public init(issuer: String = google, clientIds: [String]) {
        self.issuer = issuer
        self.clientIds = clientIds
    }

    /// `nil` if no app is named.
    /// - Throws: `invalid_request` for an issuer that isn't reached by https, unless it is on this machine.
    init?(reader: ConfigReader) throws {
        let issuer = reader.string(forKey: "google.issuer", default: Self.google)
        let ids = ServerConfiguration.list(reader.string(forKey: "google.client.ids"))
        guard !ids.isEmpty else { return nil }
        let url = URL(string: issuer)
        let isHere = ["127.0.0.1", "::1", "localhost"].contains(url?.host ?? "")
        guard url?.scheme == "https" || url?.scheme == "http" && isHere, !issuer.hasSuffix("/") else {
            throw SpotterError.invalid("google.issuer must be an https address without a slash at its end.")
        }
        self.init(issuer: issuer, clientIds: ids)
    }
}
