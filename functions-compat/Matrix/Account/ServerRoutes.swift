import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Messaging

/// What the server can do, and what it has no equal of.
struct ServerRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let services = services
        table.open(.get, "/_matrix/client/versions") { _, _ in
            [
                "versions": ["r0.6.1", "v1.1", "v1.2", "v1.3", "v1.4", "v1.5", "v1.6", "v1.11"],
                "unstable_features": [:],
            ]
        }
        table.open(.get, "/.well-known/matrix/client") { request, context in
            let address = services.links.link(path: "", for: request, context)
            // Clients go on with the address that they were given then.
            guard !address.isEmpty else {
                throw MatrixFailure(.notFound, "M_NOT_FOUND", "This server doesn't know its public address.")
            }
            return ["m.homeserver": ["base_url": .string(address)]]
        }
        table.on(.get, "/capabilities", scope: .messagesRead) { _ in
            [
                "capabilities": [
                    "m.change_password": ["enabled": false], "m.3pid_changes": ["enabled": false],
                    "m.set_displayname": ["enabled": true], "m.set_avatar_url": ["enabled": true],
                    "m.room_versions": [
                        "default": .string(RoomState.version), "available": [RoomState.version: "stable"],
                    ],
                ]
            ]
        }
        table.on(.get, "/voip/turnServer", scope: .messagesRead) { _ in [:] }
        addKeys(to: &table)
        addAccountData(to: &table)
        // Everything else, so that clients are told in their words.
        for method in [HTTPRequest.Method.get, .post, .put, .delete] {
            table.routes.unlisted(method, "/_matrix/**", access: .open, cost: .light) { _, _ in
                throw MatrixFailure.unrecognized
            }
        }
    }

    /// No keys are kept, and nobody has any.
    private func addKeys(to table: inout MatrixTable) {
        table.on(.post, "/keys/upload", scope: .messagesRead) { _ in ["one_time_key_counts": EncryptionKeys.counts] }
        table.on(.post, "/keys/query", scope: .messagesRead) { _ in ["device_keys": [:], "failures": [:]] }
        table.on(.post, "/keys/claim", scope: .messagesRead) { _ in ["one_time_keys": [:], "failures": [:]] }
        table.on(.get, "/keys/changes", scope: .messagesRead) { _ in ["changed": [], "left": []] }
        table.on(.get, "/room_keys/version", scope: .messagesRead) { _ in
            throw MatrixFailure(.notFound, "M_NOT_FOUND", "There is no backup of keys.")
        }
    }

    private func addAccountData(to table: inout MatrixTable) {
        let chats = services.messaging.chats
        table.on(.get, "/pushrules", scope: .messagesRead) { call in
            ["global": AccountData.pushRules(try await chats.list(for: call.actor), call.names)]
        }
        table.on(.get, "/pushrules/global", scope: .messagesRead) { call in
            AccountData.pushRules(try await chats.list(for: call.actor), call.names)
        }
        table.on(.get, "/pushers", scope: .messagesRead) { _ in ["pushers": []] }
        table.on(.get, "/user/{user}/account_data/{type}", scope: .messagesRead) { call in
            try call.requireSelf()
            let chats = try await chats.list(for: call.actor)
            switch call.path("type") {
            case "m.direct": return AccountData.direct(chats, call)
            case "m.push_rules": return ["global": AccountData.pushRules(chats, call.names)]
            default: throw MatrixFailure(.notFound, "M_NOT_FOUND", "There is no such account data.")
            }
        }
        table.on(.put, "/user/{user}/account_data/{type}", scope: .messagesRead) { call in
            try call.requireSelf()
            throw MatrixFailure(.forbidden, "M_FORBIDDEN", "Clients' own data isn't kept here.")
        }
    }
}
