import Domain

/// Something that a running session does beside following events. At most one of a kind is under way; asked for again
/// meanwhile, it's done once more.
enum Errand: Hashable, Sendable {
    /// All chats, after a connection was made: what isn't in the order of events may have changed meanwhile.
    case list
    /// A chat's own data.
    case chat(ChatID)
    /// A chat and its latest page.
    case anew(ChatID)
    case reads, drafts, uploads, outbox
}

extension SpotterSession {
    func start(_ errand: Errand) {
        // Without a connection it's started by the next one.
        guard isRunning, live != nil else { return }
        guard errands[errand] == nil else {
            repeats.insert(errand)
            return
        }
        errands[errand] = Task { await self.run(errand) }
    }

    private func run(_ errand: Errand) async {
        defer {
            errands[errand] = nil
            repeats.remove(errand)
        }
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                try await perform(errand)
                backoff.reset()
                guard repeats.remove(errand) != nil else { return }
            } catch let error as ClientError where error.isTransient {
                guard connectionState.isOnline else { return }
                try? await clock.sleep(for: max(backoff.next(random: random()), error.retryAfter))
            } catch {
                // What no repeat can mend: the next connection tries anew.
                return
            }
        }
    }

    private func perform(_ errand: Errand) async throws {
        switch errand {
        case .list: try await fetchAll()
        case .chat(let chat): try await fetch(chat)
        case .anew(let chat): try await fetchAnew(chat)
        case .reads: try await sendReads()
        case .drafts: try await sendDrafts()
        case .uploads: try await uploadAttachments()
        case .outbox: try await sendOutbox()
        }
    }
}

extension ClientError {
    /// How long the server asks to be left alone; at most five minutes.
    var retryAfter: Duration {
        guard case .refused(let reason, _) = self, let milliseconds = reason.retryAfterMs else { return .zero }
        return .milliseconds(min(max(milliseconds, 0), 300_000))
    }

    /// The chat isn't, or isn't any longer, one of the user's.
    var meansNoSuchChat: Bool { code == .notAMember || code == .notFound }
}
