import Domain
import Testing

@testable import SportsData

/// What can be a cookie, and how it is sealed.
@Suite struct LeagueCredentialsTests {
    private let mine = UserID(high: 1, low: 1)
    private let theirs = UserID(high: 1, low: 2)
    private let key = [UInt8](0..<32)

    @Test(arguments: [
        "", " ", "a b", "a;b", "a,b", "a\"b", "a\\b", "a\r\nX: y", "é", String(repeating: "a", count: 2001),
    ])
    func whatEndsACookieIsRefusedWithoutBeingRepeated(value: String) {
        for (s2, swid) in [(value, "{1}"), ("AEB", value)] {
            let error = #expect(throws: SpotterError.self) {
                try LeagueCredentials(s2: Secret(s2), swid: Secret(swid))
            }
            #expect(error?.code == .invalidRequest && (value.count < 3 || error?.message.contains(value) == false))
        }
    }

    @Test func whatWasSealedOpensForItsOwnerUnderItsKeyOnly() throws {
        let credentials = try LeagueCredentials(s2: Secret("AEBsecret%2B="), swid: Secret("{1F6B-2}"))
        let sealed = try CredentialSeal(key: key).seal(credentials, of: mine)
        #expect(try CredentialSeal(key: key).open(sealed, of: mine) == credentials)
        #expect(throws: (any Error).self) { try CredentialSeal(key: key).open(sealed, of: theirs) }
        #expect(throws: (any Error).self) { try CredentialSeal(key: key.reversed()).open(sealed, of: mine) }
        for position in sealed.indices {
            var damaged = sealed
            damaged[position] ^= 1
            #expect(throws: (any Error).self) { try CredentialSeal(key: key).open(damaged, of: mine) }
            #expect(throws: (any Error).self) {
                try CredentialSeal(key: key).open(Array(sealed[..<position]), of: mine)
            }
        }
        #expect(!String(decoding: sealed, as: UTF8.self).contains("secret"))
        // The same words are never the same bytes.
        #expect(try CredentialSeal(key: key).seal(credentials, of: mine) != sealed)
    }

    @Test func theyPrintNothing() throws {
        let credentials = try LeagueCredentials(s2: Secret("AEBsecret"), swid: Secret("{1F6B}"))
        #expect(!"\(credentials) \(String(reflecting: credentials))".contains("AEB"))
    }
}
