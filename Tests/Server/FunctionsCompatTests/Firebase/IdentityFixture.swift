import Domain
import ServerTestKit

/// An app that signs in by Google's protocol.
struct IdentityApp: Sendable {
    let server: TestServer
    /// `""`, or the host's name as a client of Firebase's emulator puts it into the path.
    var prefix = "/identitytoolkit.googleapis.com"
    /// Whether methods have the names of version 3, which iOS uses.
    var isEarlier = false

    func post(_ method: String, _ body: JSONValue) async throws -> CallableAnswer {
        try await raw("\(path(method))?key=AIza-of-the-app", body.text, "application/json")
    }

    func path(_ method: String) -> String {
        if method == "token" { return prefix.isEmpty ? "/v1/token" : "/securetoken.googleapis.com/v1/token" }
        guard isEarlier else { return "\(prefix)/v1/\(method)" }
        let names = [
            "accounts:signInWithPassword": "verifyPassword", "accounts:signUp": "signupNewUser",
            "accounts:lookup": "getAccountInfo", "accounts:update": "setAccountInfo",
        ]
        return "\(prefix)/identitytoolkit/v3/relyingparty/\(names[method] ?? method)"
    }

    func raw(_ path: String, _ body: String, _ type: String, origin: String? = nil) async throws -> CallableAnswer {
        let headers = origin.map { [("Origin", $0)] } ?? []
        return try await server.send("POST", path, headers: headers, type: type, body: body)
    }

    func signIn(_ email: String, _ password: String) async throws -> CallableAnswer {
        try await post(
            "accounts:signInWithPassword",
            [
                "email": .string(email), "password": .string(password), "returnSecureToken": true,
                "clientType": "CLIENT_TYPE_IOS",
            ]
        )
    }

    func signIn(_ user: TestUser) async throws -> CallableAnswer {
        try await signIn(user.user.email, "secret-\(user.user.displayName)")
    }

    func refresh(_ token: String) async throws -> CallableAnswer {
        try await post("token", ["grantType": "refresh_token", "refreshToken": .string(token)])
    }

    /// The claims of a token, unverified.
    static func claims(_ token: String) -> JSONValue {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])) else { return .null }
        return JSONValue.parse(bytes) ?? .null
    }

    /// What each door says to a bearer token: REST, a callable, a socket's request and a socket's hello.
    func doors(_ token: String, of user: TestUser) async throws -> [Int] {
        let rest = try await server.request("GET", "/v1/me", token: token)
        let call = JSONValue.object(["data": ["query": "knee", "userId": .string(user.id.description)]]).text
        let bearer = [("Authorization", "Bearer \(token)")]
        let callable = try await server.send("POST", "/semanticSearch", headers: bearer, body: call)
        let socket = try await server.socket()
        socket.send(text: JSONValue.object(["type": "hello", "token": .string(token), "deviceId": "phone"]).text)
        let hello = await socket.next()
        return [rest.status, callable.http, hello?.type == "welcome" ? 200 : 401]
    }
}

/// An answer of Google's sign-in.
extension CallableAnswer {
    /// The word of an error; `nil` for a success.
    var word: String? {
        guard let message = json["error"]?["message"]?.string else { return nil }
        return message.firstRange(of: " : ").map { String(message[..<$0.lowerBound]) } ?? message
    }

    /// Whether the error has Google's shape.
    var isGoogleError: Bool {
        guard let error = json["error"], json.object?.count == 1 else { return false }
        return error["code"]?.int == http && error["errors"]?[0]?["message"] == error["message"]
            && error["errors"]?[0]?["domain"] == "global"
    }

    var idToken: String { json["idToken"]?.string ?? json["id_token"]?.string ?? "" }
    var refreshToken: String { json["refreshToken"]?.string ?? json["refresh_token"]?.string ?? "" }
    var localId: String? { json["localId"]?.string }
}
