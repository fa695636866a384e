public import Domain

/// A value that goes into a statement or comes out of a row: the types that every engine has.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// 16 bytes, big-endian; comes out of a row as a `blob`.
    case uuid(high: UInt64, low: UInt64)
}

/// What can be bound to a statement.
public protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
    public var sqlValue: SQLValue { self }
}

extension Int64: SQLBindable {
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLBindable {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLBindable {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
    public var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
    public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
    public var sqlValue: SQLValue { .blob(self) }
}

/// Stored as 16 bytes.
extension ID: SQLBindable {
    public var sqlValue: SQLValue { .uuid(high: high, low: low) }
}

/// Stored as milliseconds since 1970.
extension Timestamp: SQLBindable {
    public var sqlValue: SQLValue { .integer(milliseconds) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
