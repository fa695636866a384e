import Domain
import Logging
import Messaging
import NIOCore

/// What every session of a server works with; one object, which sessions point to.
final class SessionServices: Sendable {
    let messaging: MessagingServices
    let clock: any WallClock
    let ids: any IDSource
    let logger: Logger
    let limits: SessionLimits
    let budgets: Limits

    init(
        messaging: MessagingServices,
        clock: any WallClock,
        ids: any IDSource,
        logger: Logger,
        limits: SessionLimits,
        budgets: Limits
    ) {
        self.messaging = messaging
        self.clock = clock
        self.ids = ids
        self.logger = logger
        self.limits = limits
        self.budgets = budgets
    }
}

package struct SessionLimits: Sendable {
    /// How often a client should ping. One that is silent for so long is pinged, for twice as long closed.
    package var heartbeatSeconds = 25
    /// For the hello, from the opening of the connection.
    var helloTimeout = TimeAmount.seconds(10)
    /// Requests of one connection that wait for an answer.
    var mostPending = 1024
    var typingExpiry = TimeAmount.seconds(5)
    /// Bytes of a frame from somebody who hasn't said who they are: a hello with a thousand positions.
    var mostBytesOfStrangers = 64 * 1024

    package init() {}

    var heartbeat: TimeAmount { .seconds(Int64(heartbeatSeconds)) }
    var silenceLimit: TimeAmount { .seconds(Int64(heartbeatSeconds) * 2) }
}

/// One client on a WebSocket: says hello once, then sends, receives and keeps its positions.
///
/// Everything happens on the connection's event loop; what needs the database goes there and comes back by way of the
/// Hub or one hop.
final class ClientSession: WebSocketSession, LiveConnection {
    enum State {
        /// Nobody yet, or somebody by the upgrade's token; the hello is due.
        case waiting(Principal?)
        /// Hello received: live events and frames are kept until the replay is out.
        case opening
        case open(Principal, ConnectionID)
        case closed
    }

    let services: SessionServices
    private(set) var state: State
    var connection: WebSocketConnection?
    /// Live deliveries that came while the replay was read.
    private var held: [Delivery] = []
    /// Client frames that came while the hello was being answered.
    private var waitingFrames: [ByteBuffer] = []
    private var helloTimer: Scheduled<Void>?
    private var silenceTimer: Scheduled<Void>?
    var typing: [ChatID: SessionTyping] = [:]
    var pending = 0
    var budget = SessionBudget()
    let id: String
    private let address: ClientAddress
    /// Counted among the sockets of its address that haven't said who they are.
    private var isPending = false

    init(services: SessionServices, principal: Principal?, address: ClientAddress) {
        self.services = services
        self.address = address
        self.state = .waiting(principal)
        self.id = services.ids.next(ID<ClientSession>.self).description
    }

    // MARK: WebSocketSession

    func opened(_ connection: WebSocketConnection) {
        self.connection = connection
        services.budgets.socketOpened()
        if case .waiting(nil) = state {
            isPending = true
            services.budgets.pending.opened(address)
        }
        let loop = connection.eventLoop.assumeIsolated()
        helloTimer = loop.scheduleTask(in: services.limits.helloTimeout) { [weak self] in self?.helloIsMissing() }
        watchForSilence(after: services.limits.heartbeat)
    }

    /// A peer that was silent for a heartbeat's time is asked by a WebSocket ping, which clients answer by themselves;
    /// one that isn't heard then either is gone. One timer, set to the next moment at which that could matter.
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

    private func endPending() {
        guard isPending else { return }
        isPending = false
        services.budgets.pending.ended(address)
    }

    func received(text: ByteBuffer) {
        if case .waiting(nil) = state, text.readableBytes > services.limits.mostBytesOfStrangers {
            refuse(SpotterError(.tooLarge, "Say hello with fewer positions, and sync the rest."), id: nil)
            connection?.close(code: .messageTooBig, reason: "hello too large")
            return
        }
        // What comes while the hello is being answered waits for the welcome, all of it: else it would lose its order.
        guard isOpening else { return handle(text) }
        guard waitingFrames.count < services.limits.mostPending else {
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

    func readBurstEnded() {}

    func quiesce() {}

    func closed() {
        helloTimer?.cancel()
        silenceTimer?.cancel()
        endTyping()
        endPending()
        services.budgets.socketClosed()
        if let attached { services.messaging.hub.detach(attached) }
        if case .open(let principal, let id) = state {
            let saidGoodbye = isRevoked || connection?.peerCloseCode == .normal
            services.messaging.presence.disconnected(principal.userId, id, saidGoodbye: saidGoodbye)
        }
        state = .closed
        attached = nil
        connection = nil
        held = []
        waitingFrames = []
    }

    // MARK: LiveConnection

    func deliver(_ delivery: Delivery) {
        switch state {
        case .opening: held.append(delivery)
        case .open: write(delivery)
        case .waiting, .closed: break
        }
    }

    private var isRevoked = false

    func revoke() {
        isRevoked = true
        connection?.close(code: .sessionEnded, reason: "logged out")
    }

    func flush() { connection?.flush() }

    private func write(_ delivery: Delivery) {
        if delivery.isEphemeral {
            connection?.send(ephemeral: delivery.frame)
        } else {
            connection?.send(frame: delivery.frame)
        }
    }

    // MARK: Frames

    private func handle(_ text: ByteBuffer) {
        let frame: ClientFrame
        do {
            frame = try ClientFrame(text)
        } catch {
            return refuse(error.error, id: error.id)
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
        connection.send(frame: services.messaging.hub.encode(payload).frame)
        connection.flush()
    }

    func refuse(_ error: any Error, id: String?) {
        send(SessionFrames.failure(error, id: id, requestId: self.id))
    }

    // MARK: Hello

    /// What the Hub knows it by, from the hello on.
    private var attached: ConnectionID?

    private func helloIsMissing() {
        guard case .waiting = state else { return }
        refuse(SpotterError(.unauthorized, "No hello within 10 seconds."), id: nil)
        connection?.close(code: .unauthorized, reason: "no hello")
    }

    private func open(_ hello: ClientFrame.Hello, _ known: Principal?) {
        guard let loop = connection?.eventLoop else { return }
        state = .opening
        if let known { return attach(.checked(known), hello) }
        guard let token = hello.token else {
            let error = SpotterError(
                .unauthorized,
                "Send an access token, in hello or in the upgrade's Authorization header."
            )
            return turnAway(error)
        }
        let accounts = services.messaging.accounts
        if let pass = accounts.remembered(token) { return attach(pass, hello) }
        let this = NIOLoopBound(self, eventLoop: loop)
        accounts.authenticate(token) { result in
            loop.execute {
                switch result {
                case .success(let principal): this.value.attach(.checked(principal), hello)
                case .failure(let error): this.value.turnAway(error)
                }
            }
        }
    }

    /// Nobody whom this server lets in, or lets in now.
    private func turnAway(_ error: any Error) {
        refuse(error, id: nil)
        let isOver = [.unauthorized, .tokenExpired].contains((error as? SpotterError)?.code)
        connection?.close(
            code: isOver ? .unauthorized : .tryAgain,
            reason: isOver ? "unauthorized" : "try again"
        )
    }

    /// Attached first, read afterwards: what commits in between arrives twice and is told apart by its `seq`, so that
    /// nothing falls into the gap.
    private func attach(_ pass: Pass, _ hello: ClientFrame.Hello) {
        let hub = services.messaging.hub
        guard case .opening = state, let loop = connection?.eventLoop,
            let id = hub.attach(self, user: pass.userId, session: pass.sessionId, on: loop)
        else { return }
        attached = id
        let this = NIOLoopBound(self, eventLoop: loop)
        // Revocations reach this connection from now on; one that came before shows in what is read.
        services.messaging.sync.entrance(pass, since: hello.positions, at: services.clock.now()) { result in
            switch result {
            case .success(let entrance):
                hub.whenDelivered(on: loop) {
                    this.value.welcome(entrance.principal, id, entrance.gaps, replaysEvents: hello.positions != nil)
                }
            case .failure(let error): loop.execute { this.value.turnAway(error) }
            }
        }
    }

    private func welcome(
        _ principal: Principal,
        _ id: ConnectionID,
        _ gaps: [Sync.ChatGap],
        replaysEvents: Bool
    ) {
        guard case .opening = state, let connection else { return }
        helloTimer?.cancel()
        endPending()
        budget.sending = services.budgets.sending(principal.userId)
        services.messaging.accounts.noteActivity(of: principal.sessionId)
        state = .open(principal, id)
        let hub = services.messaging.hub
        let present = gaps.filter { !$0.gone }
        let welcome = SessionFrames.Welcome(
            userId: principal.userId,
            sessionId: principal.sessionId,
            serverTime: services.clock.now(),
            heartbeatSeconds: services.limits.heartbeatSeconds,
            chats: present
        )
        connection.send(frame: hub.encode(welcome.encoded()).frame)
        for gap in gaps where replaysEvents {
            if gap.resync || gap.gone {
                let resync = SessionFrames.Resync(chatId: gap.chatId, seq: gap.seq, gone: gap.gone)
                connection.send(frame: hub.encode(SessionFrames.encode(resync)).frame)
            }
            for event in gap.events { connection.send(frame: hub.encode(ServerFrames.event(event)).frame) }
        }
        for delivery in news(since: present, for: principal.userId) { write(delivery) }
        connection.flush()
        services.messaging.presence.connected(principal.userId, id)
        let frames = waitingFrames
        waitingFrames = []
        for frame in frames { handle(frame) }
    }

    /// What was held and isn't in the replay: nothing comes twice, and nothing of a chat that the user had left by then
    /// unless they came back.
    private func news(since replay: [Sync.ChatGap], for user: UserID) -> [Delivery] {
        defer { held = [] }
        guard !held.isEmpty else { return [] }
        var ends = Dictionary(replay.map { ($0.chatId, $0.seq) }, uniquingKeysWith: max)
        return held.filter { delivery in
            guard let position = delivery.position else { return true }
            if let end = ends[position.chatId] { return position.seq > end }
            guard delivery.admits(user) else { return false }
            ends[position.chatId] = -1
            return true
        }
    }
}

extension WebSocketCloseCode {
    // 4000 to 4499: connect again. 4500 to 4999: don't, something has to change first.
    static let silent = Self(rawValue: 4009)
    static let tryAgain = Self(rawValue: 4010)
    static let unauthorized = Self(rawValue: 4500)
    static let sessionEnded = Self(rawValue: 4501)
}

extension SpotterError {
    static let tooManyPending = SpotterError(
        .rateLimited,
        "Too many requests of this connection are waiting; wait for their answers.",
        retryable: true,
        retryAfterMs: 1000
    )
}
