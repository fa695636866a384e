import Domain
import ServerHarness
import SpotterAPI
import Synchronization

/// People who log out at one server: all others have to refuse them and to close their sockets within a second.
struct LogOuts: Sendable {
    static let limit = Duration.seconds(1)
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(10)

    let clients: [ServerClient]
    /// A name that no other batch of the servers uses.
    let name: String

    /// Somebody logs out at each server in turn.
    ///
    /// - Returns: how long the others took, and what couldn't be tried.
    func play(rounds: Int) async -> (times: [Check.Recovery], violations: [Violation]) {
        var (times, violations): ([Check.Recovery], [Violation]) = ([], [])
        for round in 0..<rounds {
            do {
                times += try await play(round)
            } catch {
                violations.append(Violation(rule: "log-outs", text: "\(error)"))
            }
        }
        return (times, violations)
    }

    private func play(_ round: Int) async throws -> [Check.Recovery] {
        let place = round % clients.count
        let request = RegisterRequest(
            email: "\(name)-\(round)@check.example",
            password: Secret("check-password"),
            displayName: "Leaver \(round)",
            role: .client
        )
        let grant: AuthGrant = try await clients[place].post("/v1/auth/register", request)
        let token = grant.accessToken.reveal()
        let others = clients.indices.filter { $0 != place }
        var sockets: [(server: Int, socket: Ending)] = []
        for server in others {
            guard await clients[server].request("GET", "/v1/me", token: token)?.status == 200 else {
                throw SpotterError(.unavailable, "server \(server) refuses somebody who registered at \(place)")
            }
            sockets.append((server, try await Ending.open(clients[server], token)))
        }
        guard await clients[place].request("POST", "/v1/auth/logout", token: token)?.status == 204 else {
            throw SpotterError(.unavailable, "server \(place) doesn't log out")
        }
        let begin = ContinuousClock.now
        return await withTaskGroup { group in
            for (server, socket) in sockets {
                group.addTask {
                    await measure("server \(server) refused a request", since: begin) {
                        await clients[server].request("GET", "/v1/me", token: token)?.status == 401
                    }
                }
                group.addTask {
                    await measure("server \(server) closed a socket", since: begin) { socket.hasEnded }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func measure(
        _ what: String,
        since begin: ContinuousClock.Instant,
        until isDone: () async -> Bool
    ) async -> Check.Recovery {
        while await !isDone() {
            let time = ContinuousClock.now - begin
            if time > Self.patience { return .init(what: what, atOnce: 1, isDone: false, time: time) }
            try? await Task.sleep(for: Self.pause)
        }
        return .init(what: what, atOnce: 1, isDone: true, time: .now - begin)
    }

    /// A socket, and whether it has ended.
    private final class Ending: Sendable {
        private let state = Mutex<(socket: RawSocket?, hasEnded: Bool)>((nil, false))

        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        static func open(_ client: ServerClient, _ token: String) async throws -> Ending {
            let (ending, address) = (Ending(), await client.server.address)
            let (welcomes, welcome) = AsyncStream<Void>.makeStream()
            let socket = try await RawSocket.connect(
                host: address.host,
                port: address.port,
                token: token,
                timeout: patience
            ) { _ in
                welcome.finish()
            } onEnd: {
                ending.state.withLock { $0.hasEnded = true }
                welcome.finish()
            }
            ending.state.withLock { $0.socket = socket }
            try socket.send(.hello(.init(deviceId: "leaver", positions: nil)))
            for await _ in welcomes {}
            return ending
        }
    }
}
