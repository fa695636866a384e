import Domain
import SpotterAPI
import SpotterClient

/// A user's stored login, ready for use.
struct LoggedInClient {
    let api: SpotterHTTP
    let me: User
    let deviceId: String

    func cachePath() throws -> String { try CacheLocation.path(of: me.id, at: api.server) }

    /// Synchronises with the account's local cache and outbox.
    func syncEngine() throws -> SyncEngine {
        SyncEngine(
            api: api,
            deviceId: deviceId,
            cache: try ClientCache(path: cachePath(), me: me.id),
            uploader: api,
            wallClock: CommandClock.clock
        )
    }

    /// The chat that `text` refers to. Creates the direct chat with a contact if there is none yet.
    /// - Parameter confirm: called with the name when only a part of it was given.
    /// - Throws: `ChatFinder.Failure` if nothing or more than one chat matches; `ClientError`.
    func findChat(
        _ text: String,
        confirmingGuess confirm: (_ name: String) throws -> Void = { _ in }
    ) async throws -> Chat {
        try await api.findChat(text, me: me.id, confirmingGuess: confirm) { remember(chats: $0, contacts: $1) }
    }

    /// Keeps names for completions, which can't ask the server.
    func remember(chats: [Chat], contacts: [Contact]?) {
        guard let path = try? cachePath() else { return }
        var names = KnownNames.load(beside: path)
        names.replace(chats: chats, contacts: contacts)
        names.save(beside: path)
    }

    /// Those who wait for an answer, for completions.
    func remember(requests: [ReceivedContactRequest]) {
        guard let path = try? cachePath() else { return }
        var names = KnownNames.load(beside: path)
        names.replace(requests: requests.map(\.displayName))
        names.save(beside: path)
    }

    /// The same as of chats, of what the server has now. Best effort.
    func rememberNames() async {
        guard let chats = try? await api.chats() else { return }
        remember(chats: chats, contacts: try? await api.contacts())
    }
}
