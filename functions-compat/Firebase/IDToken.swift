import Accounts
import Domain
import JWTKit

/// What an ID token says, in the names of Firebase.
struct IDToken: JWTPayload {
    struct Provider: Codable, Sendable {
        enum CodingKeys: String, CodingKey {
            case identities
            case signInProvider = "sign_in_provider"
        }

        let identities: [String: [String]]
        let signInProvider: String
    }

    enum CodingKeys: String, CodingKey {
        case iss, aud, sub, iat, exp, jti, name, email, firebase
        case authTime = "auth_time"
        case userId = "user_id"
        case emailVerified = "email_verified"
    }

    /// `https://securetoken.google.com/` and the project.
    let iss: String
    /// The project.
    let aud: String
    let sub: String
    /// Seconds since 1970, as all times here.
    let iat: Int64
    let exp: Int64
    let authTime: Int64
    /// Different in every token, so that no two are the same.
    let jti: String
    let userId: String
    let name: String
    let email: String
    let emailVerified: Bool
    let firebase: Provider

    init(_ facts: Accounts.TokenFacts, project: String, id: String) {
        let user = facts.principal.user
        iss = Self.issuer(of: project)
        aud = project
        sub = user.id.description
        iat = facts.issuedAt.milliseconds / 1000
        exp = facts.expiresAt.milliseconds / 1000
        authTime = facts.loggedInAt.milliseconds / 1000
        jti = id
        userId = user.id.description
        name = user.displayName
        email = user.email
        // Nobody has proved to own the address.
        emailVerified = false
        firebase = Provider(identities: ["email": [user.email]], signInProvider: "password")
    }

    static func issuer(of project: String) -> String { "https://securetoken.google.com/\(project)" }

    /// The claims that need a clock and a project are checked by `IDTokens`.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
