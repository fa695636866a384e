import Accounts
import Domain
import Live
import Messaging
import NIOCore
import SpotterAPI

/// The hello: authentication, welcome, and the replay of missed events.
extension SocketSession {
    func helloTimedOut() {
        guard case .waiting = state else { return }
        refuse(SpotterError(.unauthorized, "No hello within 10 seconds."), id: nil)
        connection?.close(code: .unauthorized, reason: "no hello")
    }

    func open(_ hello: ClientFrame.Hello, _ known: Principal?) {
        guard let loop = connection?.eventLoop else { return }
        state = .opening
        if let known { return attach(.checked(known), hello) }
        guard let token = hello.token else {
            let error = SpotterError(
                .unauthorized,
                "Send an access token, in hello or in the upgrade's Authorization header."
            )
            return refuseEntry(error)
        }
        let accounts = services.messaging.accounts
        if let credential = accounts.cachedCredential(for: token) { return attach(credential, hello) }
        let this = NIOLoopBound(self, eventLoop: loop)
        accounts.authenticate(token) { result in
            loop.execute {
                switch result {
                case .success(let principal): this.value.attach(.checked(principal), hello)
                case .failure(let error): this.value.refuseEntry(error)
                }
            }
        }
    }

    /// Refuses a hello and closes the connection, permanently or until the server can accept it.
    private func refuseEntry(_ error: any Error) {
        refuse(error, id: nil)
        let isOver = [.unauthorized, .tokenExpired, .forbidden].contains((error as? SpotterError)?.code)
        connection?.close(
            code: isOver ? .unauthorized : .tryAgain,
            reason: isOver ? "unauthorized" : "try again"
        )
    }

    /// Attaches first and reads afterwards, so that nothing is lost. Events that are committed in between arrive twice
    /// and are deduplicated by their `seq`.
    private func attach(_ credential: SessionCredential, _ hello: ClientFrame.Hello) {
        let hub = services.hub
        guard case .opening = state else { return }
        do {
            pendingTexts = try services.budgets.userSockets.opened(credential.userId)
        } catch {
            return refuseEntry(error)
        }
        countedFor = credential.userId
        guard let loop = connection?.eventLoop,
            let id = hub.attach(self, user: credential.userId, session: credential.sessionId, on: loop)
        else { return }
        attached = id
        // Later revocations reach this connection; earlier ones show in the snapshot.
        read(credential, hello, id, on: loop)
    }

    /// A reading is too old if something has passed by that it doesn't hold. All of its chats are followed from then on, so one
    /// more does, unless chats come and go all the time.
    private static let maxReadings = 5
    private static let outpaced = SpotterError(
        .unavailable,
        "Your chats change too fast to be read at the moment; connect again.",
        retryable: true,
        retryAfterMs: 1000
    )

    private func read(
        _ credential: SessionCredential,
        _ hello: ClientFrame.Hello,
        _ id: ConnectionID,
        attempt: Int = 1,
        on loop: any EventLoop
    ) {
        let (hub, link) = (services.hub, services.live.link)
        let this = NIOLoopBound(self, eventLoop: loop)
        services.messaging.sync.connectSnapshot(credential, since: hello.positions, at: services.clock.now()) {
            result in
            switch result {
            case .success(let snapshot):
                var ahead: [ChatID: Int64] = [:]
                if let link {
                    let present = snapshot.gaps.filter { !$0.gone }.map { ($0.chatId, $0.seq) }
                    guard let positions = link.admit(Dictionary(present) { first, _ in first }) else {
                        return loop.execute {
                            guard attempt < Self.maxReadings else { return this.value.refuseEntry(Self.outpaced) }
                            this.value.read(credential, hello, id, attempt: attempt + 1, on: loop)
                        }
                    }
                    ahead = positions
                    loop.execute { this.value.isAdmitted = true }
                }
                hub.whenDelivered(on: loop) { [ahead] in
                    this.value.ahead = ahead
                    this.value.welcome(snapshot.principal, id, snapshot.gaps, replaysEvents: hello.positions != nil)
                }
            case .failure(let error): loop.execute { this.value.refuseEntry(error) }
            }
        }
    }

    private func welcome(
        _ principal: Principal,
        _ id: ConnectionID,
        _ gaps: [ChatGap],
        replaysEvents: Bool
    ) {
        guard case .opening = state, let connection else { return }
        do {
            try principal.key?.require(.messagesRead)
        } catch {
            return refuseEntry(error)
        }
        helloTimeout?.cancel()
        helloTimeout = nil
        endPending()
        budget.sending = services.budgets.sending(principal.userId)
        budget.sendingBytes = services.budgets.sendingBytes(principal.userId)
        budget.sendingPace = services.budgets.sendingPace(principal.userId)
        services.messaging.accounts.recordActivity(of: principal.sessionId)
        state = .open(principal, id)
        let present = gaps.filter { !$0.gone }
        if services.live.link != nil { known = KnownChats(present.map(\.chatId)) }
        let hub = services.hub
        let welcome = Welcome(
            userId: principal.userId,
            sessionId: principal.sessionId,
            serverTime: services.clock.now(),
            heartbeatSeconds: services.limits.heartbeatSeconds,
            chats: present.map(Welcome.Position.init)
        )
        connection.send(frame: hub.encode(ServerFrames.welcome(welcome)).bytes)
        for gap in gaps where replaysEvents {
            if gap.resync || gap.gone {
                let resync = ServerFrames.resync(gap.chatId, seq: gap.seq, gone: gap.gone)
                connection.send(frame: hub.encode(resync).bytes)
            }
            for event in gap.events { connection.send(frame: hub.encode(ServerFrames.event(event)).bytes) }
        }
        for delivery in heldDeliveries(since: present, for: principal.userId) { deliver(delivery) }
        connection.flush()
        if principal.key == nil { services.live.presence.connected(principal.userId, id) }
        let frames = waitingFrames
        waitingFrames = []
        for frame in frames { handle(frame) }
    }

    /// The held deliveries that the replay doesn't contain. Nothing is sent twice. Events of a chat that the user had
    /// left by then are dropped, unless the user rejoined.
    private func heldDeliveries(since replay: [ChatGap], for user: UserID) -> [OutboundFrame] {
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
