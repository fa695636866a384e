import Domain

/// A task that a running engine performs besides following events. Only one of each kind runs at a time; if it is
/// requested again meanwhile, it runs once more.
enum SyncTask: Hashable, Sendable {
    /// Fetch all chats, after connecting: data outside the order of events may have changed meanwhile.
    case chatList
    /// Fetch a chat's own data.
    case chat(ChatID)
    /// Fetch a chat and its latest page.
    case refetch(ChatID)
    /// Fetch what arrived in a chat meanwhile, and tell that it was delivered.
    case undelivered(ChatID)
    case reads, drafts, uploads, outbox, changes
}

extension SyncEngine {
    func start(_ task: SyncTask) {
        // Without a connection, the next one starts it.
        guard isRunning, live != nil else { return }
        guard tasks[task] == nil else {
            repeats.insert(task)
            return
        }
        tasks[task] = Task { await self.run(task) }
    }

    private func run(_ task: SyncTask) async {
        defer {
            tasks[task] = nil
            repeats.remove(task)
        }
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                try await perform(task)
                backoff.reset()
                guard repeats.remove(task) != nil else { return }
            } catch let error as ClientError where error.isTransient {
                guard connectionState.isOnline else { return }
                try? await clock.sleep(for: max(backoff.next(random: random()), error.retryAfter))
            } catch {
                // A retry can't help. The next connection tries again.
                return
            }
        }
    }

    private func perform(_ task: SyncTask) async throws {
        switch task {
        case .chatList: try await fetchAll()
        case .chat(let chat): try await fetch(chat)
        case .refetch(let chat): try await refetch(chat)
        case .undelivered(let chat): try await fetchUndelivered(in: chat)
        case .reads: try await sendReads()
        case .drafts: try await sendDrafts()
        case .uploads: try await uploadAttachments()
        case .outbox: try await sendOutbox()
        case .changes: try await sendChanges()
        }
    }
}

extension ClientError {
    /// How long the server asks to wait; at most five minutes.
    var retryAfter: Duration {
        guard case .refused(let reason, _) = self, let milliseconds = reason.retryAfterMs else { return .zero }
        return .milliseconds(min(max(milliseconds, 0), 300_000))
    }

    /// The chat doesn't exist, or the user isn't a member any more.
    var meansUnknownChat: Bool { code == .notAMember || code == .notFound }
}
