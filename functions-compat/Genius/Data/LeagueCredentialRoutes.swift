import Accounts
import Domain
import Gateway
import Hummingbird
import SportsData

/// `…/espn-credentials`: what the user's leagues know them by goes in, and only whether it is set comes out.
struct LeagueCredentialRoutes {
    let services: GeniusServices

    private static let path = "/api/v1/settings/espn-credentials"
    private static let maxBytes = 16 * 1024

    func add(to table: inout RouteTable) {
        let store = services.sports.credentials
        table.on(
            .get,
            Self.path,
            "getLeagueCredentials",
            "Whether the user's ESPN credentials are set; they are never returned",
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { _, context in
            try await Self.state(of: try context.requirePrincipal(), store)
        }
        table.on(
            .put,
            Self.path,
            "setLeagueCredentials",
            "Store the user's ESPN credentials, encrypted, for the sports data service alone",
            body: LeagueCredentialsBody.self,
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { request, context in
            let principal = try context.requirePrincipal()
            let body = try await JSONValue.object(try await request.bytes(upTo: Self.maxBytes), context)
            try await store.set(try Self.credentials(body), of: principal.userId)
            return try await Self.state(of: principal, store)
        }
        table.on(
            .delete,
            Self.path,
            "removeLeagueCredentials",
            "Forget the user's ESPN credentials",
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { _, context in
            let principal = try context.requirePrincipal()
            try await store.remove(of: principal.userId)
            return try await Self.state(of: principal, store)
        }
    }

    private static func state(of principal: Principal, _ store: CredentialStore) async throws -> JSONResponse<JSONValue>
    {
        let updated = try await store.updatedAt(of: principal.userId)
        return JSONResponse(
            ["is_set": .bool(updated != nil), "updated_at": updated.map { .string($0.description) } ?? .null]
        )
    }

    private static func credentials(_ body: JSONValue) throws -> LeagueCredentials {
        var reader = FieldReader(body)
        let s2 = reader.text("espn_s2", "espnS2", upTo: LeagueCredentials.maxLength)
        let swid = reader.text("SWID", "swid", upTo: LeagueCredentials.maxLength)
        if s2 == nil, reader.value("espn_s2", "espnS2") == nil { reader.missing("espn_s2") }
        if swid == nil, reader.value("SWID", "swid") == nil { reader.missing("SWID") }
        try reader.check()
        return try LeagueCredentials(s2: Secret(s2 ?? ""), swid: Secret(swid ?? ""))
    }
}
