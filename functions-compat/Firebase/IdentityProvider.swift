import Accounts
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
    }

    /// Who a token is of: its signature, issuer, audience, end and address are checked.
    /// - Throws: `Fault`; `unavailable` if the provider's keys can't be had.
    func identity(of token: Secret) async throws -> ProvenIdentity {
        let text = token.reveal()
        guard text.utf8.count <= 8192, let kid = Self.kid(of: text) else { throw Fault.invalid }
        guard let key = try await keys.key(kid) else { throw Fault.invalid }
        let collection = JWTKeyCollection()
        guard (try? await collection.add(jwk: key)) != nil,
            let claims = try? await collection.verify(text, as: ProviderClaims.self),
            isOurs(claims.iss), claims.aud.contains(where: audiences.contains), claims.isVerified,
            let email = claims.email, !claims.sub.isEmpty, claims.sub.utf8.count <= 255,
            (try? Validation.email(email)) != nil
        else { throw Fault.invalid }
        let now = clock.now().milliseconds / 1000
        // Clocks differ a little.
        guard claims.exp > now - 60, (claims.iat ?? now) <= now + 300 else { throw Fault.expired }
        return ProvenIdentity(issuer: issuer, subject: claims.sub, email: email, name: claims.name)
    }

    /// Google's tokens also name it without the scheme.
    private func isOurs(_ name: String) -> Bool { name == issuer || "https://\(name)" == issuer }

    /// The name of the key that a token says has signed it.
    private static func kid(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[0])) else { return nil }
        return JSONValue.parse(bytes)?["kid"]?.string
    }
}

/// What an ID token of a provider says.
private struct ProviderClaims: JWTPayload {
    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, email, name
        case emailVerified = "email_verified"
    }

    let iss: String
    let sub: String
    let aud: [String]
    let exp: Int64
    let iat: Int64?
    let email: String?
    let isVerified: Bool
    let name: String?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        iss = try values.decode(String.self, forKey: .iss)
        sub = try values.decode(String.self, forKey: .sub)
        aud = try (try? values.decode([String].self, forKey: .aud)) ?? [values.decode(String.self, forKey: .aud)]
        exp = Int64(try values.decode(Double.self, forKey: .exp).rounded())
        iat = try values.decodeIfPresent(Double.self, forKey: .iat).map { Int64($0.rounded()) }
        email = try values.decodeIfPresent(String.self, forKey: .email)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        // Some providers write it as a text.
        let flag = try? values.decodeIfPresent(Bool.self, forKey: .emailVerified)
        let word = try? values.decodeIfPresent(String.self, forKey: .emailVerified)
        isVerified = flag == true || word == "true"
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
