import Accounts
import Crypto
package import Domain
import Foundation
import JWTKit

/// A provider of OpenID Connect whose ID tokens sign people in here: Google, or what the operator names in its place.
package struct IdentityProvider: Sendable {
    /// Fetches what stands at an address.
    package typealias Fetch = @Sendable (_ url: String) async throws -> [UInt8]

    /// Such as `https://accounts.google.com`.
    let issuer: String
    /// The ids of the operator's apps at the provider: a token that was made for another app says nothing here.
    private let audiences: Set<String>
    private let keys: ProviderKeys
    /// Those that providers sign with, whichever a token names.
    private static let algorithms: Set<String> = ["RS256", "ES256"]
    private let clock: any WallClock

    package init(issuer: String, audiences: Set<String>, clock: any WallClock, fetch: @escaping Fetch) {
        self.issuer = issuer
        self.audiences = audiences
        self.clock = clock
        keys = ProviderKeys(issuer: issuer, clock: clock, fetch: fetch)
    }

    enum Fault: Error, Hashable {
        /// Not signed by the provider, for another app, or of no person with an address of their own.
        case invalid
        case expired
        /// Made for another attempt to sign in than the app says.
        case nonce
    }

    /// Who a token is of: its signature, issuer, audience, end, nonce and address are checked.
    /// - Parameter nonce: what the app chose for this attempt. A token with a nonce is taken with that alone, as it is or
    ///   hashed; one without is taken as often as it is valid.
    /// - Throws: `Fault`; `unavailable` if the provider's keys can't be had.
    func identity(of token: Secret, nonce: Secret? = nil) async throws -> ProvenIdentity {
        let text = token.reveal()
        guard text.utf8.count <= 8192, let kid = Self.kid(of: text) else { throw Fault.invalid }
        guard let key = try await keys.key(kid) else { throw Fault.invalid }
        let collection = JWTKeyCollection()
        guard (try? await collection.add(jwk: key)) != nil,
            let claims = try? await collection.verify(text, as: ProviderClaims.self),
            isOurs(claims.iss), !claims.aud.isEmpty, claims.aud.allSatisfy(audiences.contains), claims.isVerified,
            let email = claims.email, !claims.sub.isEmpty, claims.sub.utf8.count <= 255,
            (try? Validation.email(email)) != nil
        else { throw Fault.invalid }
        let now = clock.now().milliseconds / 1000
        // Clocks differ a little.
        guard claims.exp > now - 60, max(claims.iat, claims.nbf ?? claims.iat) <= now + 300 else { throw Fault.expired }
        if let expected = claims.nonce {
            let given = nonce?.reveal() ?? ""
            let hash = Hexadecimal.encode(SHA256.hash(data: Data(given.utf8)))
            guard !given.isEmpty, [given, hash].contains(expected) else { throw Fault.nonce }
        }
        return ProvenIdentity(issuer: issuer, subject: claims.sub, email: email, name: claims.name)
    }

    /// Google's tokens also name it without the scheme.
    private func isOurs(_ name: String) -> Bool { name == issuer || "https://\(name)" == issuer }

    /// The name of the key that a token says has signed it; `nil` if it can't be one of a provider's.
    private static func kid(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[0])), let header = JSONValue.parse(bytes),
            // What a token calls critical has to be understood, and nothing is.
            algorithms.contains(header["alg"]?.string ?? ""), header["crit"] == nil
        else { return nil }
        return header["kid"]?.string
    }
}

/// What an ID token of a provider says.
private struct ProviderClaims: JWTPayload {
    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, nbf, nonce, email, name
        case emailVerified = "email_verified"
    }

    let iss: String
    let sub: String
    let aud: [String]
    let exp: Int64
    let iat: Int64
    let nbf: Int64?
    let nonce: String?
    let email: String?
    let isVerified: Bool
    let name: String?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        iss = try values.decode(String.self, forKey: .iss)
        sub = try values.decode(String.self, forKey: .sub)
        aud = try (try? values.decode([String].self, forKey: .aud)) ?? [values.decode(String.self, forKey: .aud)]
        exp = try Self.seconds(values, .exp)
        iat = try Self.seconds(values, .iat)
        nbf = values.contains(.nbf) ? try Self.seconds(values, .nbf) : nil
        nonce = try values.decodeIfPresent(String.self, forKey: .nonce)
        email = try values.decodeIfPresent(String.self, forKey: .email)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        // Some providers write it as a text.
        let flag = try? values.decodeIfPresent(Bool.self, forKey: .emailVerified)
        let word = try? values.decodeIfPresent(String.self, forKey: .emailVerified)
        isVerified = flag == true || word == "true"
    }

    private static func seconds(_ values: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) throws -> Int64 {
        guard let seconds = Int64(exactly: try values.decode(Double.self, forKey: key).rounded()) else {
            throw IdentityProvider.Fault.invalid
        }
        return seconds
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(iss, forKey: .iss)
        try values.encode(sub, forKey: .sub)
        try values.encode(aud, forKey: .aud)
        try values.encode(exp, forKey: .exp)
    }

    /// The claims that need a clock and the operator's settings are checked by `IdentityProvider`.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
