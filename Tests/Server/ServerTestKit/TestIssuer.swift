package import Domain
package import FunctionsCompat
import JWTKit
import LanguageModels
package import ModelTestKit

/// A provider of OpenID Connect on this machine: a discovery document, its keys, and tokens that it signs.
package struct TestIssuer: Sendable {
    package static let app = "4711.apps.example.com"

    package let server: ScriptedProvider
    package let key: SigningKey

    package var issuer: String { server.baseURL }

    package static func start() async throws -> TestIssuer {
        let key = try SigningKey()
        let keys = try key.webKey()
        let server = try await ScriptedProvider { request, _ in
            let issuer = "http://\(request.headers["host"] ?? "")/v1"
            switch request.path {
            case "/v1/.well-known/openid-configuration":
                return .json(["issuer": .string(issuer), "jwks_uri": .string("\(issuer)/keys")])
            case "/v1/keys":
                let key: JSONValue = [
                    "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(keys.kid), "n": .string(keys.n),
                    "e": .string(keys.e),
                ]
                return .json(["keys": [key]])
            default: return .error(404, "no")
            }
        }
        return TestIssuer(server: server, key: key)
    }

    /// The claims of a token as Google makes them, in the studio's time.
    package func claims(_ subject: String, _ email: String, name: String? = nil, at now: Timestamp) -> [String:
        JSONValue]
    {
        let seconds = Int(now.milliseconds / 1000)
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string(Self.app), "sub": .string(subject), "email": .string(email),
            "email_verified": true, "iat": .integer(seconds), "exp": .integer(seconds + 3600),
        ]
        claims["name"] = name.map { .string($0) }
        return claims
    }

    /// A token with these claims.
    /// - Parameter other: the key that signs in place of the issuer's own.
    package func token(_ claims: [String: JSONValue], signedBy other: SigningKey? = nil) async throws -> String {
        let collection = JWTKeyCollection()
        await collection.add(
            rsa: (other ?? key).privateKey,
            digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: key.kid)
        )
        return try await collection.sign(AnyClaims(values: .object(claims)), kid: JWKIdentifier(string: key.kid))
    }
}

private struct AnyClaims: JWTPayload {
    let values: JSONValue

    init(values: JSONValue) { self.values = values }
    init(from decoder: any Decoder) throws { values = try decoder.singleValueContainer().decode(JSONValue.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
