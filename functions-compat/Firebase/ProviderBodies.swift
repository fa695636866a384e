import Accounts
import Domain
import SpotterAPI

struct ProviderSignInRequest: APIValue {
    /// A form in a text: `id_token=…&providerId=google.com`.
    let postBody: Secret
    /// An ID token of this server's, to link its account with the identity.
    let idToken: Secret?
    /// The code of an invitation, for a new account.
    let invite: Secret?
    /// Of a new account: the invitation's if it is left out, or else a trainer's.
    let role: Role?
    let timezone: String?

    static var example: Self {
        Self(
            postBody: Secret("id_token=eyJ…&providerId=google.com"),
            idToken: nil,
            invite: Secret("sp_i_…"),
            role: .client,
            timezone: "Europe/Stockholm"
        )
    }
}

/// Must not be logged. Without tokens where an account with that address waits for its owner to log in with its password
/// and to link the identity then.
struct ProviderSignInResponse: APIValue {
    let kind: String
    let providerId: String
    /// The issuer and its id of the person.
    let federatedId: String
    let email: String
    let emailVerified: Bool
    var localId: String?
    var displayName: String?
    var idToken: Secret?
    var refreshToken: Secret?
    /// Seconds, as a text.
    var expiresIn: String?
    var isNewUser: Bool?
    /// What the provider told, as JSON in a text.
    let rawUserInfo: String
    var needConfirmation: Bool?
    /// How the waiting account is opened.
    var verifiedProvider: [String]?

    init(of identity: ProvenIdentity) {
        kind = "identitytoolkit#VerifyAssertionResponse"
        providerId = ProviderSignIn.providerId
        federatedId = "\(identity.issuer)/\(identity.subject)"
        email = identity.email
        emailVerified = true
        var told: [String: JSONValue] = ["sub": .string(identity.subject), "email": .string(identity.email)]
        told["email_verified"] = true
        told["name"] = identity.name.map { .string($0) }
        rawUserInfo = JSONValue.object(told).text
    }

    init(confirming identity: ProvenIdentity) {
        self.init(of: identity)
        needConfirmation = true
        verifiedProvider = ["password"]
    }

    static var example: Self {
        var example = Self(
            of: ProvenIdentity(
                issuer: "https://accounts.google.com",
                subject: "1180",
                email: "alex@example.com",
                name: "Alex"
            )
        )
        example.localId = "0195c000-0000-7000-8000-000000000001"
        example.displayName = "Alex"
        example.idToken = Secret("eyJ…")
        example.refreshToken = Secret("sp_r_…")
        example.expiresIn = "3600"
        example.isNewUser = true
        return example
    }
}
