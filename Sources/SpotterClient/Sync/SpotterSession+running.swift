import Domain
import SpotterAPI

extension SpotterSession {
    /// Keeps in touch with the server: follows events, sends what waits. Ends when its task is cancelled, or for good
    /// when the session was logged out. At most one at a time.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        if case .ended = connectionState { return }
        set(.connecting)
        do {
            // Under way when the last run ended: they go out again under the same ids.
            try cache.write { transaction in
                for var entry in try transaction.outbox() where entry.state == .sending {
                    entry.state = .staged
                    try transaction.update(entry)
                }
            }
            guard await fill() else { return await stop() }
            let live = ReconnectingSocket(
                connector,
                positions: try positions(),
                clock: clock,
                random: random
            )
            self.live = live
            let batches = Batches(live.events)
            await withTaskGroup { group in
                group.addTask { await live.run() }
                group.addTask { await self.watchForSleep() }
                group.addTask { await batches.collect() }
                await follow(batches)
                group.cancelAll()
            }
        } catch {
            set(.offline("the local copy can't be used: \(error)"))
        }
        await stop()
    }

    /// The first fetch of an empty cache: with positions, nothing that happens from then on is missed.
    /// - Returns: whether there's something to follow.
    private func fill() async -> Bool {
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                guard try cache.read({ try $0.chatIDs() }).isEmpty else { return true }
                try await fetchAll()
                return true
            } catch let error as ClientError where error.isTransient {
                let wait = max(backoff.next(random: random()), error.retryAfter)
                set(.reconnecting(reason: "\(error)", retryIn: wait))
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
        for task in errands.values { task.cancel() }
        for task in pauses.values { task.cancel() }
        for task in errands.values { await task.value }
        errands = [:]
        pauses = [:]
        for bookmark in distrusted.values { _ = journal.close(bookmark) }
        distrusted = [:]
        switch connectionState {
        case .ended, .offline: break
        default: set(.offline("not connected"))
        }
    }

    private func follow(_ batches: Batches) async {
        for await batch in batches.batches {
            do {
                for part in batch { try await handle(part) }
            } catch {
                // Nothing is lost: the position in the cache is that of its last whole transaction.
                return set(.offline("the local copy can't be written: \(error)"))
            }
        }
    }

    private func handle(_ part: Batches.Part) async throws {
        switch part {
        case .events(let events): try await apply(events)
        case .connected:
            set(.online)
            for chat in distrusted.keys { start(.anew(chat)) }
            for errand in [Errand.list, .reads, .drafts, .uploads, .outbox] { start(errand) }
        case .waiting(let reason, let wait): set(.reconnecting(reason: reason, retryIn: wait))
        case .ended(let error): await end(with: error)
        }
    }

    /// One transaction for all of them: events and positions go together, whenever the process ends.
    private func apply(_ events: [ServerEvent]) async throws {
        let place = journal.append(events)
        defer { journal.trim() }
        let outcome = try cache.write { transaction in
            var outcome = Replica<CacheTransaction>.Outcome()
            for event in events { outcome.add(try replica(transaction).apply(event)) }
            return outcome
        }
        note(outcome, from: place)
        for event in events {
            tell(.event(event))
            // Who shares what with whom may have changed with it.
            if case .user(let change) = event, change.userId == me { start(.list) }
        }
        await confirm(events)
    }

    /// Tells that messages of others are here: on disk by now.
    private func confirm(_ events: [ServerEvent]) async {
        var newest: [ChatID: Int64] = [:]
        for case .chat(let event) in events {
            guard let message = event.message, event.type == .messageCreated, message.senderId != me else { continue }
            newest[event.chatId] = max(newest[event.chatId] ?? 0, event.seq)
        }
        for (chat, seq) in newest { await live?.transmit(.delivered(chat, seq: seq)) }
    }

    /// - Parameter place: in the journal, of the first event that the outcome is of.
    func note(_ outcome: Replica<CacheTransaction>.Outcome, from place: Int? = nil) {
        if !outcome.changed.isEmpty { tell(.chats(outcome.changed)) }
        var anew = outcome.anew
        if outcome.everythingAnew { anew.formUnion((try? cache.read { try $0.chatIDs() }) ?? []) }
        for chat in anew where distrusted[chat] == nil {
            distrusted[chat] = journal.open(at: place)
            start(.anew(chat))
        }
        for chat in outcome.stale where distrusted[chat] == nil { start(.chat(chat)) }
        if outcome.everythingAnew { start(.list) }
    }

    /// A session that was ended elsewhere leaves nothing readable here but what its user hadn't sent yet.
    func end(with error: any Error) async {
        let error = error as? ClientError ?? .disconnected("\(error)")
        if case .loggedOut = error {
            try? cache.wipe(keepingOutbox: true)
            tell(.chats([]))
        }
        set(.ended(error))
    }

    // MARK: Sleep

    /// Connections don't outlive a machine's sleep, and nobody tells us: a wall clock that has jumped does.
    private func watchForSleep() async {
        var watch = SleepWatch(now: wallClock.now())
        while !Task.isCancelled {
            guard (try? await clock.sleep(for: SleepWatch.interval)) != nil else { return }
            if watch.hasSlept(until: wallClock.now()) { await live?.reconnectNow() }
        }
    }

    /// Tries to connect at once, or connects anew: when the user asks, or the system says that the network is back.
    public func reconnectNow() async { await live?.reconnectNow() }
}
