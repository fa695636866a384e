import Domain
import Foundation
import Notifications
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// Every route that the server has, asked by every kind of stranger for every kind of object of somebody else: the
/// answer is that of an object that isn't there, word for word and statement for statement.
@Suite(.longTimeLimit) struct ForeignObjectTests {
    @Test func strangersFindNothing() async throws {
        let hooks = try #require(Origin("http://127.0.0.1:9"))
        try await TestServer.run(configure: {
            $0.notifications.origins = [hooks]
            // Statements are counted here, and those of notifications would be among them.
            $0.notifications.batchingDelay = .seconds(3600)
        }) { server in
            let routes = try await RouteProbe.all(of: server)
            #expect(routes.filter { !$0.isKnown }.map(\.name) == [], "tell in Catalogue what these routes name")
            var world = try await ForeignObjectFixture(on: server)
            let before = try await lists(routes, world)
            try await world.furnish(routes)
            let after = try await lists(routes, world)
            #expect(before == after, "a list tells of what somebody else made")
            for route in routes where !Catalogue.isCallable(route.path) && !route.isOpen {
                for stranger in world.strangers { try await probe(route, stranger, world) }
            }
            try await ownersFindEverything(routes, world)
        }
    }

    // MARK: One route, one stranger

    private func probe(_ route: RouteProbe, _ stranger: ForeignObjectFixture.Stranger, _ world: ForeignObjectFixture)
        async throws
    {
        let count = route.parameters.count
        // All foreign; then one's own first and the rest foreign.
        for firstForeign in 0..<max(1, count) where firstForeign == 0 || !stranger.own.isEmpty {
            func path(_ foreign: (ObjectKind) -> String) -> String {
                route.path { place, kind in
                    place < firstForeign ? stranger.own[kind] ?? RouteProbe.nowhere : foreign(kind)
                }
            }
            let foreign = path { world.objects[$0] ?? RouteProbe.nowhere }
            let missing = path { _ in RouteProbe.nowhere }
            if foreign != missing {
                try await compare(route, stranger, world, (foreign, route.body()), (missing, route.body()))
            }
        }
        for (field, kind) in route.references {
            guard let object = world.objects[kind] else { continue }
            let path = route.path { _, kind in stranger.own[kind] ?? RouteProbe.nowhere }
            if path.contains(RouteProbe.nowhere) { continue }
            try await compare(
                route,
                stranger,
                world,
                (path, route.body(naming: (field, object))),
                (path, route.body(naming: (field, RouteProbe.nowhere)))
            )
        }
        for (name, kind) in route.queryReferences {
            guard let object = world.objects[kind] else { continue }
            let path = route.path { _, kind in stranger.own[kind] ?? RouteProbe.nowhere }
            try await compare(
                route,
                stranger,
                world,
                ("\(path)?\(name)=\(object)", route.body()),
                ("\(path)?\(name)=\(RouteProbe.nowhere)", route.body())
            )
        }
        if !stranger.isKnown, count == 0 {
            let answer = try await world.server.request(
                route.method,
                route.path,
                token: stranger.token,
                body: route.body()
            )
            #expect(answer.status == 401, "\(route.name) for \(stranger.name)")
        }
    }

    private typealias Request = (path: String, body: String?)

    private func compare(
        _ route: RouteProbe,
        _ stranger: ForeignObjectFixture.Stranger,
        _ world: ForeignObjectFixture,
        _ foreign: Request,
        _ missing: Request
    ) async throws {
        let name = "\(route.method) \(foreign.path) \(foreign.body ?? "") for \(stranger.name)"
        var (there, work) = try await ask(route, stranger, world, foreign)
        var (absent, sameWork) = try await ask(route, stranger, world, missing)
        // What the server does by itself is counted as well, and only adds: the fewest of several times is the work.
        for _ in 0..<12 where abs(work - sameWork) > 2 {
            let (again, statements) = try await ask(route, stranger, world, foreign)
            (there, work) = (again, min(work, statements))
            let (nothing, sameStatements) = try await ask(route, stranger, world, missing)
            (absent, sameWork) = (nothing, min(sameWork, sameStatements))
        }
        // The one thing that is told: why a trainer and a client who aren't related can't talk (client-apps' contract).
        if there.errorCode == "not_a_contact", route.fields.contains(where: { $0.name == "memberIds" }) {
            return #expect(there.status == 403 && !tells(there, world), "\(name)")
        }
        #expect(there.status == absent.status, "\(name): \(there.status), for nothing \(absent.status)")
        #expect(plain(there, world) == plain(absent, world), "\(name)")
        // A chat that the writer has in memory saves it two look-ups: no class of work.
        #expect(abs(work - sameWork) <= 2, "\(name): \(work) statements, for nothing \(sameWork)")
        if !stranger.isKnown { #expect(there.status == 401, "\(name): \(there.status)") }
        let isRefusal = [401, 403, 404].contains(there.status)
        let isEmptyAnswer = there.status == 200 && !tells(there, world)
        #expect(isRefusal || isEmptyAnswer || there.status == 400, "\(name): \(there.status)")
        #expect(
            there.status != 400 || route.references.contains { foreign.body?.contains($0.field.name) == true },
            "\(name): give Catalogue a sample that fits: \(String(decoding: there.body, as: UTF8.self))"
        )
        #expect(!tells(there, world), "\(name) tells: \(String(decoding: there.body, as: UTF8.self))")
    }

    private func ask(
        _ route: RouteProbe,
        _ stranger: ForeignObjectFixture.Stranger,
        _ world: ForeignObjectFixture,
        _ request: Request
    ) async throws -> (answer: RESTResponse, statements: Int) {
        // PostgreSQL's count differs with what a connection has prepared.
        let statements = (world.server.server.database as? SQLiteDatabase)?.statements
        let before = statements?.value ?? 0
        let answer = try await RESTClient(baseURL: world.server.baseURL).request(
            route.method,
            request.path,
            token: stranger.token,
            headers: Catalogue.headers[route.name] ?? [:],
            body: request.body
        )
        return (answer, (statements?.value ?? 0) - before)
    }

    /// A body without what differs from request to request: its id, and the id that was asked for.
    private func plain(_ answer: RESTResponse, _ world: ForeignObjectFixture) -> String {
        // With sorted keys: the order in which an encoder writes them is its own affair.
        var text = JSONValue.parse([UInt8](answer.body))?.text ?? String(decoding: answer.body, as: UTF8.self)
        for id in world.objects.values { text = text.replacing(id, with: RouteProbe.nowhere) }
        let noise =
            /"(requestId|lastSeen|lastSeenAt|serverTime|timestamp|analysis_timestamp|expiresAt|createdAt|updatedAt|id)":"[^"]*"/
        return text.replacing(noise, with: "").replacing(/resp_[0-9a-f]{32}/, with: "resp")
    }

    /// Whether an answer has anything of Alex's in it.
    private func tells(_ answer: RESTResponse, _ world: ForeignObjectFixture) -> Bool {
        let text = String(decoding: answer.body, as: UTF8.self).lowercased()
        // What was asked may be said again: a search's words, a sync's chats. Trainers may find each other, so that Alex's
        // own name is no secret.
        return ["zebra group", "zebra c", "sara zebra", "zebra prospect", "feed the zebra"].contains {
            text.contains($0)
        }
    }

    // MARK: Lists, and the owner

    /// Everything that strangers can list, without what the clock changes.
    private func lists(_ routes: [RouteProbe], _ world: ForeignObjectFixture) async throws -> [String: String] {
        var lists: [String: String] = [:]
        for route in routes where route.method == "GET" && route.parameters.isEmpty && !route.isOpen {
            for stranger in world.strangers where stranger.isKnown {
                let answer = try await world.server.request("GET", route.path, token: stranger.token)
                #expect(answer.status != 500 && !tells(answer, world), "\(route.name) for \(stranger.name)")
                lists["\(route.name) \(stranger.name)"] = plain(answer, world)
            }
        }
        return lists
    }

    /// The same requests are answered to their owner: else the matrix would prove nothing.
    private func ownersFindEverything(_ routes: [RouteProbe], _ world: ForeignObjectFixture) async throws {
        func rank(_ route: RouteProbe) -> Int { route.method == "DELETE" ? 100 - route.path.count : 0 }
        let withObjects = routes.filter { route in
            let kinds = route.parameters.compactMap { Catalogue.kind(of: $0, in: route.path) ?? nil }
            return !route.isOpen && !kinds.isEmpty && !route.path.hasPrefix("/v1/admin")
        }
        for route in withObjects.sorted(by: { rank($0) < rank($1) }) where route.method == "GET" {
            let path = route.path { _, kind in world.objects[kind] ?? RouteProbe.nowhere }
            // The file is a text: there's no picture of it. The message asks nobody for a vote.
            if path.hasSuffix("/thumbnail") || path.hasSuffix("/votes") { continue }
            guard !path.contains(RouteProbe.nowhere), !path.contains(RouteProbe.nowhere.replacing("-", with: "")) else {
                Issue.record("nothing to find for \(route.name): furnish the world with it")
                continue
            }
            let answer = try await world.server.request(route.method, path, token: world.alex.token, body: route.body())
            #expect(answer.status == 200, "\(route.name): \(answer.status)")
        }
    }
}
