import Domain
import Foundation
import HTTPTypes
import ServerTestKit
import Synchronization
import TestSupport
import Testing

@testable import Gateway
@testable import SpotterServer

/// What routes may take, and whether a user's requests wait for one another.
@Suite(.standardTimeLimit) struct RouteCostTests {
    /// A new route whose cost can't be told from its method fails here until it is declared.
    @Test func everyRouteHasACost() async throws {
        try await TestServer.run { server in
            let routes = try server.server.routeTable().routes
            #expect(routes.count > 300)
            let undecided = routes.filter { $0.cost == nil }
            #expect(undecided.map { "\($0.method) \($0.path)" } == [])
            // A turn is a user's, and the router knows no user of these.
            let nobodys = routes.filter { $0.cost == .heavy && $0.access != .user }
            #expect(nobodys.map { "\($0.method) \($0.path)" } == [])
            // Whoever waits for a language model holds no turn meanwhile.
            let waiting = routes.filter { route in
                if case .quota(.questions) = route.limit { route.cost != .ownTurns } else { false }
            }
            #expect(waiting.map { "\($0.method) \($0.path)" } == [])
        }
    }

    @Test(
        arguments: [
            (.get, .requests, .heavy), (.head, .requests, .heavy), (.put, .requests, .light),
            (.delete, .requests, .light),
            (.post, .requests, nil), (.post, .quota(.messages), .light), (.get, .quota(.messages), .heavy),
            (.post, .quota(.searches), .heavy), (.post, .quota(.questions), .ownTurns), (.post, .quota(.exports), nil),
        ] as [(HTTPRequest.Method, RouteLimit, RouteCost?)]
    )
    func methodsHaveUsualCosts(method: HTTPRequest.Method, limit: RouteLimit, cost: RouteCost?) {
        #expect(RouteCost.usual(method, .user, limit) == cost)
        #expect(RouteCost.usual(method, .admin, limit) == .light)
        #expect(RouteCost.usual(method, .open, limit) == nil && RouteCost.usual(method, .own, limit) == nil)
    }

    private final class Held: Sendable { let isOver = Atomic(false) }

    /// Has a turn of a user until it is let go.
    private static func hold(_ turns: WorkTurns, of user: UserID, until held: Held) async throws {
        _ = try await turns.run(of: user) { await until("it is let go") { held.isOver.load(ordering: .relaxed) } }
    }

    /// Heavy requests wait for their user's turn, whatever their method. Light ones and other people's don't.
    @Test(arguments: [
        ("GET", "/v1/chats", nil), ("POST", "/v1/sync", #"{"positions":{}}"#),
        ("POST", "/v1/search", #"{"query":"knee","mode":"text"}"#),
    ])
    func heavyRequestsWaitForTheirTurn(method: String, path: String, body: String?) async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let (turns, held) = (server.server.limits.workTurns, Held())
            let many = 64
            let waiting = many - max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<many {
                    group.addTask { try await Self.hold(turns, of: alex.id, until: held) }
                }
                await until("no turn is free") { turns.waitingCount == waiting }
                let token = alex.accessToken.reveal()
                group.addTask {
                    let late = try await server.request(method, path, token: token, body: body)
                    #expect(late.status == 200 && held.isOver.load(ordering: .relaxed))
                }
                await until("it waits") { turns.waitingCount == waiting + 1 }
                #expect(try await server.request("GET", "/v1/me", as: alex).status == 200)
                #expect(
                    try await server.request(method, path, token: sara.accessToken.reveal(), body: body).status == 200
                )
                held.isOver.store(true, ordering: .relaxed)
                try await group.waitForAll()
            }
            #expect(turns.count == 0)
        }
    }
}
