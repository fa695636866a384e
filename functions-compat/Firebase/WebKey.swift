import SpotterAPI

/// A public RSA key as a JSON Web Key.
package struct WebKey: Codable, Sendable {
    var kty = "RSA"
    var alg = "RS256"
    var use = "sig"
    package let kid: String
    package let n: String
    package let e: String

    init(kid: String, n: String, e: String) {
        self.kid = kid
        self.n = n
        self.e = e
    }
}

struct WebKeys: APIValue {
    let keys: [WebKey]

    static var example: Self { Self(keys: [WebKey(kid: "5d3f…", n: "u1SU1L…", e: "AQAB")]) }
}

/// Certificates by the name of their key.
struct KeyCertificates: APIValue {
    let certificates: [String: String]

    init(_ certificates: [String: String]) { self.certificates = certificates }
    init(from decoder: any Decoder) throws {
        certificates = try decoder.singleValueContainer().decode([String: String].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(certificates)
    }

    static var example: Self { Self(["5d3f…": "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n"]) }
}
