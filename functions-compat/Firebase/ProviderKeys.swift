import Domain
import Foundation
import JWTKit

/// The public keys of a provider, by its own discovery document. They are kept for an hour; a key that isn't among them has them
/// fetched again, at most once a minute, and what can't be fetched is tried once a second.
actor ProviderKeys {
    private static let (lifetimeSeconds, pauseSeconds): (Int64, Int64) = (3600, 60)
    private static let failurePauseMilliseconds: Int64 = 1000

    private let issuer: String
    private let clock: any WallClock
    private let fetch: IdentityProvider.Fetch
    private var keys: [String: JWK] = [:]
    private var fetchedAt: Timestamp?
    private var failedAt: Timestamp?
    private var fetching: Task<[String: JWK], any Error>?

    init(issuer: String, clock: any WallClock, fetch: @escaping IdentityProvider.Fetch) {
        self.issuer = issuer
        self.clock = clock
        self.fetch = fetch
    }

    /// - Returns: `nil` if the provider has no key of that name.
    /// - Throws: `unavailable` if there are no keys and none can be fetched.
    func key(_ name: String) async throws -> JWK? {
        let age = fetchedAt.map { (clock.now().milliseconds - $0.milliseconds) / 1000 }
        if let age, let key = keys[name], age < Self.lifetimeSeconds { return key }
        if let age, age < Self.pauseSeconds { return keys[name] }
        try await renew()
        return keys[name]
    }

    private static let unavailable = SpotterError(
        .unavailable,
        "The provider's keys can't be fetched at the moment; try again later.",
        retryable: true
    )

    private func renew() async throws {
        if fetching == nil, let failedAt, abs(clock.now().milliseconds(since: failedAt)) < Self.failurePauseMilliseconds
        {
            throw Self.unavailable
        }
        let task = fetching ?? Task { [issuer, fetch] in try await Self.fetched(from: issuer, fetch) }
        fetching = task
        defer { fetching = nil }
        do {
            keys = try await task.value
            (fetchedAt, failedAt) = (clock.now(), nil)
        } catch {
            failedAt = clock.now()
            throw Self.unavailable
        }
    }

    private static func fetched(from issuer: String, _ fetch: IdentityProvider.Fetch) async throws -> [String: JWK] {
        let document = JSONValue.parse(try await fetch("\(issuer)/.well-known/openid-configuration"))
        guard let document, document["issuer"]?.string == issuer, let address = document["jwks_uri"]?.string,
            // Keys that come over an open line could be anybody's.
            address.hasPrefix("https://") || issuer.hasPrefix("http://")
        else { throw SpotterError.invalid("\(issuer) has no discovery document of its own.") }
        let set = JSONValue.parse(try await fetch(address))?["keys"]?.array ?? []
        var keys: [String: JWK] = [:]
        // A key that can't be read is passed over; the others are used.
        for key in set where ["RSA", "EC"].contains(key["kty"]?.string) && key["use"]?.string ?? "sig" == "sig" {
            let decoded = try? JSONDecoder().decode(JWK.self, from: Data(key.text.utf8))
            if let decoded, let name = decoded.keyIdentifier?.string { keys[name] = decoded }
        }
        guard !keys.isEmpty else { throw SpotterError.invalid("\(issuer) has no keys that sign.") }
        return keys
    }
}
