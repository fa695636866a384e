import Accounts
import Domain
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import Testing

/// The sign-in of Firebase's apps and the app's migrations.
extension DocumentedStudio {
    func firebase(_ issuer: TestIssuer) async throws {
        let now = try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        for (prefix, tokenPrefix) in [
            ("/v1", "/v1"), ("/identitytoolkit.googleapis.com/v1", "/securetoken.googleapis.com/v1"),
        ] {
            let address = "fira\(prefix.count)@example.com"
            let account = #""email":"\#(address)","password":"secret-fira""#
            let signUp = #"{\#(account),"displayName":"Fira","role":"client","timezone":"Europe/Berlin"}"#
            try await http.call("POST", "\(prefix)/accounts:signUp", token: nil, body: signUp)
            try await http.call("POST", "\(prefix)/accounts:signUp", token: nil, body: signUp, status: 400)
            let token = try await issuer.token(issuer.claims("118\(prefix.count)", "g\(address)", at: now))
            for (token, status) in [("a.b.c", 400), (token, 200)] {
                let provided = #"{"postBody":"id_token=\#(token)&providerId=google.com"}"#
                try await http.call(
                    "POST",
                    "\(prefix)/accounts:signInWithIdp",
                    token: nil,
                    body: provided,
                    status: status
                )
            }
            let signedIn = try await http.call(
                "POST",
                "\(prefix)/accounts:signInWithPassword",
                token: nil,
                body: "{\(account)}"
            )
            let idToken = try #require(signedIn["idToken"]?.string)
            let lookup = #"{"idToken":"\#(idToken)"}"#
            try await http.call("POST", "\(prefix)/accounts:lookup", token: nil, body: lookup)
            let change = #"{"idToken":"\#(idToken)","displayName":"Fira F.","password":"secret-fira-2"}"#
            let changed = try await http.call("POST", "\(prefix)/accounts:update", token: nil, body: change)
            let refresh = try #require(changed["refreshToken"]?.string)
            let grant = #"{"grant_type":"refresh_token","refresh_token":"\#(refresh)"}"#
            try await http.call("POST", "\(tokenPrefix)/token", token: nil, body: grant)
            let reset = try await http.server.server.messaging.accounts.issueReset(for: address).resetToken.reveal()
            let replacement = #"{"oobCode":"\#(reset)","newPassword":"secret-fira-3"}"#
            try await http.call("POST", "\(prefix)/accounts:resetPassword", token: nil, body: replacement)
        }
        for path in ["/service_accounts/v1/jwk", "/robot/v1/metadata/x509"] {
            try await http.call("GET", "\(path)/securetoken@system.gserviceaccount.com", token: nil)
        }
        let admin = try await http.server.server.messaging.adminTokens.replace().reveal()
        for (prefix, ids) in [("", [:]), ("/{project}/{region}", ["project": "psst", "region": "eu"])] {
            let migrate = "\(prefix)/migrateExistingChats"
            try await http.call("POST", migrate, ids, token: admin, body: #"{"data":{"dryRun":true}}"#)
            try await http.call("POST", migrate, ids, token: trainer, body: #"{"data":{}}"#, status: 403)
            try await http.call("POST", "\(prefix)/fixProspectChats", ids, token: admin)
            try await http.call("POST", "\(prefix)/fixProspectChats", ids, token: trainer, status: 403)
        }
    }
}
