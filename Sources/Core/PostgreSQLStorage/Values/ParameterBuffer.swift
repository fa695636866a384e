import Domain
import Storage

/// The parameters of a statement in PostgreSQL's binary formats, side by side in memory that is used again.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// - Throws: `PostgreSQLError` if a value can't have the type that the statement gives its parameter.
    mutating func encode(_ arguments: [any SQLBindable], as types: [UInt32]) throws {
        bytes.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        guard arguments.count == types.count else {
            throw PostgreSQLError(state: "07001", message: "wrong number of arguments")
        }
        for (argument, type) in zip(arguments, types) {
            let value = argument.sqlValue
            starts.append(value == .null ? -1 : bytes.count)
            let isBinary = try append(value, as: type)
            // What isn't binary ends with a NUL.
            formats.append(isBinary ? 1 : 0)
            lengths.append(Int32(clamping: bytes.count - max(starts[starts.count - 1], 0)))
        }
        // An empty value has an address, too.
        bytes.append(0)
    }

    /// Calls `body` with what `PQsendQueryPrepared` takes.
    func withPointers<Value>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: starts.count) { pointers in
                    for (index, start) in starts.enumerated() {
                        pointers.initializeElement(
                            at: index,
                            to: start < 0 ? nil : bytes.baseAddress.map { $0 + start }
                        )
                    }
                    return body(Int32(clamping: starts.count), UnsafePointer(pointers.baseAddress), lengths, formats)
                }
            }
        }
    }

    /// - Returns: whether the value is in its binary format.
    private mutating func append(_ value: SQLValue, as type: UInt32) throws -> Bool {
        switch (value, type) {
        case (.null, _): break
        case (.integer(let value), PostgreSQLType.int8): append(value)
        case (.integer(let value), PostgreSQLType.int4):
            guard let value = Int32(exactly: value) else { throw Self.unfit(type) }
            append(value)
        case (.integer(let value), PostgreSQLType.int2):
            guard let value = Int16(exactly: value) else { throw Self.unfit(type) }
            append(value)
        case (.integer(let value), PostgreSQLType.bool): bytes.append(value == 0 ? 0 : 1)
        case (.integer(let value), PostgreSQLType.float8): append(Double(value).bitPattern)
        case (.real(let value), PostgreSQLType.float8): append(value.bitPattern)
        case (.real(let value), PostgreSQLType.float4): append(Float(value).bitPattern)
        case (.real(let value), PostgreSQLType.int8):
            guard let value = Int64(exactly: value) else { throw Self.unfit(type) }
            append(value)
        case (.integer(let value), PostgreSQLType.numeric), (.integer(let value), PostgreSQLType.text):
            return appendText("\(value)")
        case (.real(let value), PostgreSQLType.numeric): return appendText("\(value)")
        case (.text(var text), PostgreSQLType.text): text.withUTF8 { bytes.append(contentsOf: $0) }
        case (.blob(let blob), PostgreSQLType.bytes): bytes.append(contentsOf: blob)
        case (.uuid(let high, let low), PostgreSQLType.bytes), (.uuid(let high, let low), PostgreSQLType.uuid):
            append(high)
            append(low)
        // A column for ids that clients choose holds those that are UUIDs in their canonical form.
        case (.uuid(let high, let low), PostgreSQLType.text):
            return appendText(ID<Never>(high: high, low: low).description)
        case (.text(let text), let type) where type != PostgreSQLType.bytes: return appendText(text)
        default: throw Self.unfit(type)
        }
        return true
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func appendText(_ text: String) -> Bool {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        return false
    }

    private static func unfit(_ type: UInt32) -> PostgreSQLError {
        PostgreSQLError(state: "42804", message: "a value doesn't fit the type \(type) of its parameter")
    }
}
