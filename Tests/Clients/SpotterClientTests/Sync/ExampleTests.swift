import Domain
import SpotterAPI
import SpotterClient

// The examples of the documentation, word for word: that they are here means that they compile.

/// The example of `SyncEngine`.
func talk(api: SpotterHTTP, me: UserID, deviceId: String) async throws {
    let path = try CacheLocation.path(of: me, at: api.server)
    let engine = SyncEngine(api: api, deviceId: deviceId, cache: try ClientCache(path: path, me: me))
    let changes = await engine.changes()
    let running = Task { await engine.run() }
    defer { running.cancel() }
    if let chat = try await engine.chats().first {
        try await engine.send("On my way", to: chat.id)
    }
    for await change in changes {
        guard case .chats(let ids) = change else { continue }
        for id in ids { print(try await engine.messages(in: id).messages.last?.text ?? "") }
    }
}

/// `ServerAddress`, `ServerTrust`, `MemorySession`, `SessionStorage`.
func addresses() throws {
    guard let address = ServerAddress("chat.example.com") else { return }
    print(address)  // https://chat.example.com
    let trust = try ServerTrust(certificates: "/etc/spotter/ca.pem")
    let api = SpotterHTTP(server: address, session: MemorySession(), trust: trust)
    let storage: any SessionStorage = MemorySession()
    print(try storage.load() == nil, api)  // true
}

/// `CredentialStore`, `Credentials`, `StoredSession`.
func credentials() throws {
    let store = try CredentialStore(profile: "work")
    if let credentials = try store.load() { print(credentials) }
    guard let credentials = try store.load() else { return }
    print(credentials)  // alex@example.com at https://chat.example.com
    let storage = StoredSession(store, credentials: credentials)
    let api = SpotterHTTP(server: credentials.server, session: storage)
    print(api.server)
}

/// `CacheLocation`, `ClientCache`, `ClientError`, `ChatFinder`, `PersonFinder`.
func calls(api: SpotterHTTP, me: User, address: ServerAddress) async throws {
    let path = try CacheLocation.path(of: me.id, at: address)
    let cache = try ClientCache(path: path, me: me.id)
    do {
        print(try await api.chats().count)
    } catch let error as ClientError where error.isTransient {
        print("try again later: \(error)")
    }
    let (chats, contacts) = (try await api.chats(), try await api.contacts())
    let found = try ChatFinder.find("sara", chats: chats, contacts: contacts, me: me.id)
    let user = try PersonFinder.find("sara", chats: chats, contacts: contacts, me: me)
    print(cache.path, found, user)
}

/// `HTTPSocketConnector`, `LiveEvent`.
func follow(api: SpotterHTTP) async {
    let socket = ReconnectingSocket(HTTPSocketConnector(api, deviceId: "laptop"))
    for await event in socket.events {
        if case .event(.chat(let change)) = event { print(change.seq) }
    }
}

/// `AttachmentUploader`, `FileAttachment`, `OutboxEntry`, `Timeline`, `ConnectionState`, `SyncChange`.
func engines(api: SpotterHTTP, cache: ClientCache, chat: ChatID) async throws {
    let engine = SyncEngine(api: api, deviceId: "laptop", cache: cache, uploader: api)
    let file = FileAttachment(clientMediaId: "photo-1", path: "/tmp/squat.jpg", fileName: "squat.jpg")
    try await engine.send("My squat", to: chat, attachments: [file])
    for entry in try await engine.outbox() where entry.isFailed {
        try await engine.retry(entry.id, in: entry.chatId)
    }
    for row in try await engine.messages(in: chat).rows {
        if case .message(let message) = row { print(message.text) }
    }
    if case .reconnecting(let reason, _) = await engine.connectionState { print(reason) }
    for await change in await engine.changes() {
        if case .failed(let entry) = change { print("not sent: \(entry.text)") }
    }
}

/// `CachedChat`, `SequenceRanges`.
func records(_ records: [CachedChat]) {
    let chats = records.filter { !$0.isStale }.map(\.chat)
    for record in records { print(record.known.ranges) }  // [1...40, 81...120]
    print(chats)
}
