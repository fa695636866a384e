import Domain
import SpotterAPI

extension SyncEngine {
    /// Stays in sync with the server: follows events and sends queued changes. Ends when its task is cancelled or when
    /// the session was logged out. Only one call at a time has an effect.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        if case .ended = connectionState { return }
        setState(.connecting)
        do {
            // A new file is empty, so that everything is fetched.
            _ = try await cache.replaceIfDamaged()
            // Entries that were in flight when the last run ended are sent again under the same ids.
            try cache.write { transaction in
                for var entry in try transaction.outbox() where entry.state == .sending {
                    entry.state = .staged
                    try transaction.update(entry)
                }
            }
            guard await fetchInitialChats() else { return await stop() }
            let live = ReconnectingSocket(
                connector,
                positions: try positions(),
                clock: clock,
                random: random
            )
            self.live = live
            let batches = EventBatcher(live.events)
            await withTaskGroup { group in
                group.addTask { await live.run() }
                group.addTask { await self.detectSleep() }
                group.addTask { await batches.collect() }
                await follow(batches)
                group.cancelAll()
            }
        } catch {
            setState(.offline("the local copy can't be used: \(error)"))
        }
        await stop()
    }

    /// Fetches the chats if the cache is empty. With their positions known, no later event is missed.
    /// - Returns: whether there is anything to follow.
    private func fetchInitialChats() async -> Bool {
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                guard try cache.read({ try $0.chatIDs() }).isEmpty else { return true }
                try await fetchAll()
                return true
            } catch let error as ClientError where error.isTransient {
                let wait = max(backoff.next(random: random()), error.retryAfter)
                setState(.reconnecting(reason: "\(error)", retryIn: wait))
                try? await clock.sleep(for: wait)
            } catch {
                await end(with: error)
                return false
            }
        }
        return false
    }

    private func stop() async {
        live = nil
        for task in tasks.values { task.cancel() }
        for task in retryDelays.values { task.cancel() }
        for task in tasks.values { await task.value }
        tasks = [:]
        retryDelays = [:]
        for bookmark in refetching.values { _ = eventBuffer.close(bookmark) }
        refetching = [:]
        switch connectionState {
        case .ended, .offline: break
        default: setState(.offline("not connected"))
        }
    }

    private func follow(_ batches: EventBatcher) async {
        for await batch in batches.batches {
            do {
                for part in batch { try await handle(part) }
            } catch {
                // Nothing is lost: the cached position is that of the last complete transaction.
                return setState(.offline("the local copy can't be written: \(error)"))
            }
        }
    }

    private func handle(_ part: EventBatcher.Item) async throws {
        switch part {
        case .events(let events): try await apply(events)
        case .connected(let welcome):
            serverClockOffset = welcome.serverTime.milliseconds(since: wallClock.now())
            setState(.online)
            for chat in refetching.keys { start(.refetch(chat)) }
            for task in [SyncTask.chatList, .reads, .drafts, .uploads, .outbox, .changes] { start(task) }
        case .waiting(let reason, let wait): setState(.reconnecting(reason: reason, retryIn: wait))
        case .ended(let error): await end(with: error)
        }
    }

    /// A single transaction stores events and positions together, so that they agree whenever the process ends.
    private func apply(_ events: [ServerEvent]) async throws {
        let place = eventBuffer.append(events)
        defer { eventBuffer.trim() }
        let outcome = try cache.write { transaction in
            var outcome = Replica<CacheTransaction>.Outcome()
            for event in events {
                outcome.add(try replica(transaction).apply(event))
                try transaction.settle(event)
            }
            return outcome
        }
        handle(outcome, from: place)
        for event in events {
            publish(.event(event))
            // The chats' visibility may have changed with it.
            if case .user(let change) = event, change.userId == me { start(.chatList) }
        }
        await deliver(events)
    }

    /// - Parameter place: the buffer's position of the first event that the outcome belongs to.
    func handle(_ outcome: Replica<CacheTransaction>.Outcome, from place: Int? = nil) {
        if !outcome.changed.isEmpty { publish(.chats(outcome.changed)) }
        var refetch = outcome.refetch
        if outcome.refetchAll { refetch.formUnion((try? cache.read { try $0.chatIDs() }) ?? []) }
        for chat in refetch where refetching[chat] == nil {
            refetching[chat] = eventBuffer.open(at: place)
            start(.refetch(chat))
        }
        for chat in outcome.stale where refetching[chat] == nil { start(.chat(chat)) }
        if outcome.refetchAll { start(.chatList) }
    }

    /// After a logout elsewhere, deletes everything except unsent messages.
    func end(with error: any Error) async {
        let error = error as? ClientError ?? .disconnected("\(error)")
        if case .loggedOut = error {
            try? cache.wipe(keepingOutbox: true)
            publish(.chats([]))
        }
        setState(.ended(error))
    }

    // MARK: Sleep

    /// Connections don't survive the machine's sleep, and nothing reports it except a jump of the wall clock.
    private func detectSleep() async {
        var detector = WakeDetector(now: wallClock.now())
        while !Task.isCancelled {
            guard (try? await clock.sleep(for: WakeDetector.interval)) != nil else { return }
            if detector.hasSlept(until: wallClock.now()) { await live?.reconnectNow() }
        }
    }

    /// Connects or reconnects at once, at the user's request or because the network has returned.
    public func reconnectNow() async { await live?.reconnectNow() }
}
