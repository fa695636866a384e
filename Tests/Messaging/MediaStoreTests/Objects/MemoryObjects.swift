import Domain
import NIOCore
import ObjectStorage
import Synchronization

/// An object store in memory, which fails as a test wants.
final class MemoryObjects: ObjectStore {
    private struct State {
        var objects: [String: (bytes: [UInt8], storedAt: Timestamp)] = [:]
        var failure: ObjectStoreError?
        var longestRead = 0
    }

    private let state = Mutex(State())
    let clock: any WallClock

    init(clock: any WallClock = SystemClock()) { self.clock = clock }

    var names: [String] { state.withLock { $0.objects.keys.sorted() } }
    /// Bytes that were asked for at once.
    var longestRead: Int { state.withLock { $0.longestRead } }
    func fail(_ failure: ObjectStoreError?) { state.withLock { $0.failure = failure } }

    subscript(_ name: String) -> [UInt8]? {
        get { state.withLock { $0.objects[name]?.bytes } }
        set {
            let now = clock.now()
            state.withLock { state in state.objects[name] = newValue.map { (bytes: $0, storedAt: now) } }
        }
    }

    private func found(_ name: String) throws(ObjectStoreError) -> [UInt8]? {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return self[name]
    }

    func size(of name: String) async throws(ObjectStoreError) -> Int64? { try found(name).map { Int64($0.count) } }

    func read(_ name: String, _ range: Range<Int64>) async throws(ObjectStoreError) -> ByteBuffer {
        guard let bytes = try found(name) else { throw ObjectStoreError(.missing, "there is no \(name)") }
        state.withLock { $0.longestRead = max($0.longestRead, range.count) }
        return ByteBuffer(bytes: bytes.dropFirst(Int(range.lowerBound)).prefix(range.count))
    }

    func put(_ content: ObjectContent, as name: String) async throws(ObjectStoreError) {
        _ = try found(name)
        var bytes: [UInt8] = []
        do {
            while bytes.count < content.size {
                bytes += try await content.read(Int64(bytes.count), 1 << 20).readableBytesView
            }
        } catch {
            throw ObjectStoreError(.unreadable, "\(error)")
        }
        self[name] = bytes
    }

    func copy(_ name: String, to target: String) async throws(ObjectStoreError) -> Bool {
        guard let bytes = try found(name) else { return false }
        self[target] = bytes
        return true
    }

    func remove(_ name: String) async throws(ObjectStoreError) {
        _ = try found(name)
        self[name] = nil
    }

    func list(_ beginning: String, after last: String?) async throws(ObjectStoreError) -> [StoredObject] {
        _ = try found("")
        return state.withLock { state in
            let names = state.objects.keys.sorted().filter { $0.hasPrefix(beginning) && $0 > last ?? "" }
            // Short pages, so that a few objects are several.
            return names.prefix(2).compactMap { name in
                state.objects[name].map { StoredObject(name: name, storedAt: $0.storedAt) }
            }
        }
    }

    func keepsRemoved() async throws(ObjectStoreError) -> Bool? { false }
}
