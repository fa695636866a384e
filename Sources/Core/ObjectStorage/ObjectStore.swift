public import Domain
public import NIOCore

/// Named bytes in a store elsewhere. Objects are written whole and never changed.
public protocol ObjectStore: Sendable {
    /// The length of an object; `nil` if there is none of that name.
    func size(of name: String) async throws(ObjectStoreError) -> Int64?

    /// Part of an object, kept in memory. Fewer bytes only at its end.
    /// - Throws: `.missing` if there is none of that name.
    func read(_ name: String, _ range: Range<Int64>) async throws(ObjectStoreError) -> ByteBuffer

    /// Stores an object, in place of one of the same name. It is durable afterwards.
    func put(_ content: ObjectContent, as name: String) async throws(ObjectStoreError)

    /// Copies an object within the store. - Returns: whether there was one.
    func copy(_ name: String, to target: String) async throws(ObjectStoreError) -> Bool

    /// Deletes an object if it is there.
    func remove(_ name: String) async throws(ObjectStoreError)

    /// The next objects in the order of their names, at most 1000; none at the end.
    /// - Parameters:
    ///   - beginning: what their names begin with.
    ///   - last: the last name that was seen.
    func list(_ beginning: String, after last: String?) async throws(ObjectStoreError) -> [StoredObject]

    /// Whether what is removed can be brought back, as in a bucket that keeps versions; `nil` if the store doesn't say.
    func keepsRemoved() async throws(ObjectStoreError) -> Bool?
}

/// An object in a list.
public struct StoredObject: Sendable, Hashable {
    public let name: String
    public let storedAt: Timestamp

    public init(name: String, storedAt: Timestamp) {
        self.name = name
        self.storedAt = storedAt
    }
}

/// Bytes to be stored, which are read as they are sent, again for each attempt.
public struct ObjectContent: Sendable {
    public let size: Int64
    /// SHA-256 in lower-case hexadecimal digits. The store refuses other bytes.
    public let digest: String
    /// Reads at most so many bytes at an offset.
    public let read: @Sendable (_ offset: Int64, _ count: Int) async throws -> ByteBuffer

    public init(
        size: Int64,
        digest: String,
        read: @escaping @Sendable (_ offset: Int64, _ count: Int) async throws -> ByteBuffer
    ) {
        self.size = size
        self.digest = digest
        self.read = read
    }
}

/// Why a store didn't do something.
public struct ObjectStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        /// There is no such object.
        case missing
        /// It doesn't let this server in, or has no such bucket. Somebody has to change that.
        case refused
        /// It can't be reached or is too busy.
        case unavailable
        /// What was to be stored can't be read here.
        case unreadable
    }

    public let reason: Reason
    /// One clause for the operator, without any credentials.
    public let description: String

    public init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}
