import Domain
import SpotterAPI
import Synchronization

@testable import SpotterClient

/// A connection whose server is the test.
final class ScriptedLink: SocketLink {
    let welcome: Welcome
    let events: AsyncStream<ServerEvent>
    /// Frames that the client sends.
    let sent: AsyncStream<ClientFrame>
    private let toClient: AsyncStream<ServerEvent>.Continuation
    private let fromClient: AsyncStream<ClientFrame>.Continuation
    private let reason = Mutex<String?>(nil)

    init(_ welcome: Welcome = Fixture.welcome()) {
        self.welcome = welcome
        (events, toClient) = AsyncStream.makeStream()
        (sent, fromClient) = AsyncStream.makeStream()
    }

    var closeReason: String? { reason.withLock { $0 } }
    func transmit(_ frame: ClientFrame) { fromClient.yield(frame) }
    func close() { drop("closed") }

    func push(_ events: ServerEvent...) { for event in events { toClient.yield(event) } }

    func drop(_ why: String) {
        reason.withLock { $0 = $0 ?? why }
        toClient.finish()
        fromClient.finish()
    }

    func nextFrame() async -> ClientFrame? { await sent.first { _ in true } }
}

/// Gives out links and failures in order, and remembers what each hello asked for.
final class ScriptedConnector: SocketConnector {
    private let script: Mutex<[Result<ScriptedLink, ClientError>]>
    private let asked = Mutex<[[ChatID: Int64]?]>([])

    init(_ script: [Result<ScriptedLink, ClientError>]) { self.script = Mutex(script) }

    var positions: [[ChatID: Int64]?] { asked.withLock { $0 } }

    func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink {
        asked.withLock { $0.append(positions) }
        let next = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch next {
        case .success(let link): return link
        case .failure(let error): throw error
        case nil: throw ClientError.loggedOut("the script is over")
        }
    }
}
