import Accounts
import Domain
import JWTKit

/// Signs ID tokens and checks those that come back.
///
/// A signed token is stored by its hash as a token of its session, so every door takes it and it ends with the session.
/// The signature alone opens nothing here.
struct IDTokens: Sendable {
    let accounts: Accounts
    let keys: SigningKeys
    let project: String
    let clock: any WallClock
    let ids: any IDSource

    enum Fault: Error {
        /// This server didn't sign it.
        case invalid
        /// It has expired, or its session has ended.
        case expired
    }

    /// A new ID token of the session that an access token belongs to.
    /// - Throws: `unauthorized` if the session has ended meanwhile; `unavailable` if there is no key.
    func issue(for access: Secret) async throws -> Secret {
        let facts = try await accounts.facts(of: access)
        let id: SessionID = ids.next()
        let claims = IDToken(facts, project: project, id: id.description)
        guard let key = try await keys.all().first else { throw Fault.invalid }
        let signer = await Self.collection([key])
        let token = Secret(try await signer.sign(claims, kid: JWKIdentifier(string: key.kid)))
        try await accounts.add(token, besides: access)
        return token
    }

    /// What the server knows of a token that it has signed: signature, issuer, audience, end and session are checked.
    /// - Throws: `Fault`; `unavailable` if there is no key.
    func facts(of token: Secret) async throws -> Accounts.TokenFacts {
        let collection = try await Self.collection(keys.all())
        guard let claims = try? await collection.verify(token.reveal(), as: IDToken.self), claims.aud == project,
            claims.iss == IDToken.issuer(of: project)
        else { throw Fault.invalid }
        guard claims.exp > clock.now().milliseconds / 1000 else { throw Fault.expired }
        do {
            return try await accounts.facts(of: token)
        } catch let error as SpotterError where [.unauthorized, .tokenExpired].contains(error.code) {
            throw Fault.expired
        }
    }

    private static func collection(_ keys: [SigningKey]) async -> JWTKeyCollection {
        let collection = JWTKeyCollection()
        for key in keys {
            await collection.add(
                rsa: key.privateKey,
                digestAlgorithm: .sha256,
                kid: JWKIdentifier(string: key.kid)
            )
        }
        return collection
    }
}
