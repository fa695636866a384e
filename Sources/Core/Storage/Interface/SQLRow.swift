public import Domain

/// One row of a result, valid only inside the closure that receives it. Columns count from 0.
public protocol SQLRow {
    func value(_ column: Int) -> SQLValue
    func isNull(_ column: Int) -> Bool
    /// The value if it has this type, without the detour through `SQLValue`.
    func fastInteger(_ column: Int) -> Int64?
    func fastText(_ column: Int) -> String?
    func fastUUID(_ column: Int) -> (high: UInt64, low: UInt64)?
    /// Calls `body` with the bytes of a text where they are, without a `String`.
    /// - Returns: `false` if the value isn't a text; then `body` wasn't called.
    func fastText(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows -> Bool
}

/// A stored value doesn't have the type that the schema promises: damage, or a defect in Spotter.
public struct ColumnMismatch: Error, CustomStringConvertible {
    public let column: Int
    public let expected: String
    public let found: SQLValue

    public var description: String { "column \(column) should hold \(expected), found \(found)" }
}

extension SQLRow {
    public func int(_ column: Int) throws -> Int64 {
        guard let value = fastInteger(column) else { throw mismatch(column, "an integer") }
        return value
    }

    public func optionalInt(_ column: Int) throws -> Int64? { isNull(column) ? nil : try int(column) }

    public func bool(_ column: Int) throws -> Bool { try int(column) != 0 }

    public func double(_ column: Int) throws -> Double {
        switch value(column) {
        case .real(let value): return value
        case .integer(let value): return Double(value)
        default: throw mismatch(column, "a number")
        }
    }

    public func text(_ column: Int) throws -> String {
        guard let value = fastText(column) else { throw mismatch(column, "text") }
        return value
    }

    public func fastText(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows -> Bool {
        guard var value = fastText(column) else { return false }
        try value.withUTF8(body)
        return true
    }

    /// Calls `body` with the bytes of a text, which are valid only as long as that.
    public func utf8(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        guard try fastText(column, body) else { throw mismatch(column, "text") }
    }

    public func optionalText(_ column: Int) throws -> String? { isNull(column) ? nil : try text(column) }

    public func blob(_ column: Int) throws -> [UInt8] {
        guard case .blob(let value) = value(column) else { throw mismatch(column, "bytes") }
        return value
    }

    public func id<Entity>(_ column: Int, _ type: ID<Entity>.Type = ID<Entity>.self) throws -> ID<Entity> {
        guard let id = fastUUID(column) else { throw mismatch(column, "a 16-byte id") }
        return ID(high: id.high, low: id.low)
    }

    public func optionalID<Entity>(_ column: Int, _ type: ID<Entity>.Type = ID<Entity>.self) throws -> ID<Entity>? {
        isNull(column) ? nil : try id(column)
    }

    public func timestamp(_ column: Int) throws -> Timestamp { Timestamp(milliseconds: try int(column)) }

    public func optionalTimestamp(_ column: Int) throws -> Timestamp? {
        isNull(column) ? nil : try timestamp(column)
    }

    /// A stored word that must be one of an enumeration's.
    public func word<Word: RawRepresentable>(_ column: Int, _ type: Word.Type = Word.self) throws -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: try text(column)) else { throw mismatch(column, "a \(Word.self)") }
        return word
    }

    private func mismatch(_ column: Int, _ expected: String) -> ColumnMismatch {
        ColumnMismatch(column: column, expected: expected, found: value(column))
    }
}
