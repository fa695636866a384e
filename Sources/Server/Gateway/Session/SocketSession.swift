import Accounts
import Domain
import Live
import Messaging
import NIOCore
import SpotterAPI

/// One WebSocket client: authenticates with one hello, then sends and receives.
///
/// Confined to the connection's event loop. Database results return through the Hub or with one hop.
final class SocketSession: WebSocketSession, LiveConnection {
    enum State {
        /// Waiting for the hello; with the principal if the upgrade request carried a token.
        case waiting(Principal?)
        /// The hello has arrived. Live events and frames are held until the replay is sent.
        case opening
        case open(Principal, ConnectionID)
        case closed
    }

    let services: SessionServices
    var state: State
    var connection: WebSocketConnection?
    /// Live deliveries that arrived while the replay was being read.
    var held: [OutboundFrame] = []
    /// The positions up to which the replay holds changes of other nodes that this node's connections are yet to be told of.
    var ahead: [ChatID: Int64] = [:]
    /// `nil` on a server that is alone, whose connections are told of nothing that is older than their welcome.
    var known: KnownChats?
    /// Whether this node follows the chats of the connection.
    var isAdmitted = false
    /// Client frames that arrived while the hello was being answered.
    var waitingFrames: [ByteBuffer] = []
    var helloTimeout: TimeoutQueue.Timeout?
    private var silenceTimer: Scheduled<Void>?
    /// The Hub's id for this connection, set by the hello.
    var attached: ConnectionID?
    /// Whose open sockets this one counts among.
    var countedFor: UserID?
    var typing: [ChatID: SessionTyping] = [:]
    var pending = 0
    /// What the user's sockets have to store; `nil` until the hello.
    var pendingTexts: PendingTexts?
    /// Answers this connection's requests; made for the first one.
    var answers: RequestAnswers?
    var budget = SessionBudget()
    /// Told with errors, for the log.
    let id: ID<SocketSession>
    private let address: ClientAddress
    /// Whether the connection counts among its address's unauthenticated sockets.
    private var isPending = false

    init(services: SessionServices, principal: Principal?, address: ClientAddress) {
        self.services = services
        self.address = address
        self.state = .waiting(principal)
        self.id = services.ids.next(ID<SocketSession>.self)
    }

    // MARK: WebSocketSession

    func opened(_ connection: WebSocketConnection) {
        self.connection = connection
        services.budgets.socketOpened()
        if case .waiting(nil) = state {
            isPending = true
            services.budgets.pending.opened(address)
        }
        helloTimeout = TimeoutQueue.schedule(after: services.limits.helloTimeout, on: connection.eventLoop) {
            [weak self] in self?.helloTimedOut()
        }
        watchForSilence(after: services.limits.heartbeat)
    }

    /// Sends a WebSocket ping to a peer that was silent for a heartbeat, and disconnects it if it doesn't answer. One
    /// timer, set to the next moment at which a check can matter.
    private func watchForSilence(after delay: TimeAmount) {
        silenceTimer = connection?.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
            guard let self, let connection = self.connection else { return }
            let (heartbeat, limit) = (self.services.limits.heartbeat, self.services.limits.silenceLimit)
            let silence = connection.eventLoop.now - connection.lastActivity
            if silence >= limit { return connection.close(code: .silent, reason: "nothing heard") }
            guard silence >= heartbeat else { return self.watchForSilence(after: heartbeat - silence) }
            connection.send(frame: ServerFrame.ping)
            connection.flush()
            self.watchForSilence(after: limit - silence)
        }
    }

    func endPending() {
        guard isPending else { return }
        isPending = false
        services.budgets.pending.ended(address)
    }

    func received(text: ByteBuffer) {
        if case .waiting(nil) = state, text.readableBytes > services.limits.maxAnonymousFrameSize {
            refuse(SpotterError(.tooLarge, "Say hello with fewer positions, and sync the rest."), id: nil)
            connection?.close(code: .messageTooBig, reason: "hello too large")
            return
        }
        // Frames that arrive while the hello is being answered are processed after the welcome, in order.
        guard isOpening else { return handle(text) }
        guard waitingFrames.count < services.limits.maxPendingRequests else {
            return refuse(SpotterError.tooManyPending, id: nil)
        }
        waitingFrames.append(text)
    }

    private var isOpening: Bool {
        if case .opening = state { true } else { false }
    }

    func received(binary: ByteBuffer) {
        connection?.close(code: .unsupportedData, reason: "text frames only")
    }

    func closed() {
        helloTimeout?.cancel()
        silenceTimer?.cancel()
        endTyping()
        endPending()
        services.budgets.socketClosed()
        if let attached { services.hub.detach(attached) }
        if let countedFor { services.budgets.userSockets.ended(countedFor) }
        countedFor = nil
        if case .open(let principal, let id) = state, principal.key == nil {
            let saidGoodbye = isRevoked || connection?.peerCloseCode == .normal
            services.live.presence.disconnected(principal.userId, id, saidGoodbye: saidGoodbye)
        }
        state = .closed
        attached = nil
        connection = nil
        answers = nil
        held = []
        waitingFrames = []
    }

    // MARK: LiveConnection

    func deliver(_ delivery: OutboundFrame) {
        switch state {
        case .opening: held.append(delivery)
        case .open(let principal, _):
            if let scope = delivery.scope, let key = principal.key, !key.scopes.contains(scope) { return }
            if !ahead.isEmpty, wasReplayed(delivery) { return }
            if known?.mayHear(of: delivery, principal.userId) == false { return }
            write(delivery)
        case .waiting, .closed: break
        }
    }

    var isFollowing: Bool { isAdmitted }

    private func wasReplayed(_ delivery: OutboundFrame) -> Bool {
        guard let position = delivery.position, let end = ahead[position.chatId] else { return false }
        if position.seq <= end { return true }
        ahead[position.chatId] = nil
        return false
    }

    private var isRevoked = false

    func revoke() {
        isRevoked = true
        connection?.close(code: .sessionEnded, reason: "logged out")
    }

    func flush() { connection?.flush() }

    func write(_ delivery: OutboundFrame) {
        if delivery.isEphemeral {
            connection?.send(ephemeral: delivery.bytes)
        } else {
            connection?.send(frame: delivery.bytes)
        }
    }

    // MARK: Frames

    func handle(_ text: ByteBuffer) {
        let decoded = text.withUnsafeReadableBytes { bytes in
            Result { () throws(RefusedFrame) in try ClientFrame(bytes) }
        }
        let frame: ClientFrame
        switch decoded {
        case .success(let value): frame = value
        case .failure(let refusal): return refuse(refusal.error, id: refusal.id)
        }
        switch (state, frame) {
        case (.waiting(let principal), .hello(let hello)): open(hello, principal)
        case (.waiting, _):
            refuse(SpotterError(.unauthorized, "Say hello first: {\"type\":\"hello\",\"token\":…}."), id: nil)
        case (.open, .hello): refuse(SpotterError.invalid("hello was said already on this connection."), id: nil)
        case (.open(let principal, let id), _): act(on: frame, as: principal, id)
        case (.opening, _), (.closed, _): break
        }
    }

    func send(_ payload: [UInt8]) {
        guard let connection else { return }
        connection.send(frame: services.hub.encode(payload).bytes)
        connection.flush()
    }

    /// Whoever goes beyond a limit is read again when it allows something, within these bounds: frames that are refused
    /// cost as much to read as others, and would take the processor from those who keep within their limits.
    private static let pauseMs = 250...1000

    func refuse(_ error: any Error, id: String?) {
        send(services.failure(error, id: id, requestId: self.id.description))
        guard let error = error as? SpotterError, error.code == .rateLimited || error.code == .quotaExceeded else {
            return
        }
        let pause = min(max(error.retryAfterMs ?? 0, Self.pauseMs.lowerBound), Self.pauseMs.upperBound)
        connection?.pauseReading(for: .milliseconds(Int64(pause)))
    }
}

extension SessionServices {
    /// The error frame for a thrown error, which is counted.
    func failure(_ error: any Error, id: String?, requestId: String) -> [UInt8] {
        let shown =
            SpotterError(presenting: error)
            ?? SpotterError(.internalError, "Something went wrong on the server; try again.", retryable: true)
        metrics.failed(shown.code)
        return ServerFrames.failure(shown, id: id, requestId: requestId)
    }
}

extension SpotterError {
    static let tooManyPending = SpotterError(
        .rateLimited,
        "Too many requests of this connection are waiting; wait for their answers.",
        retryable: true,
        retryAfterMs: 1000
    )
}
