import Domain
import Foundation

/// Parses Spotter's own import format: one JSON object per line. Any input gives records or an error.
struct JSONLines {
    /// How deep a line's values may nest, as Foundation's decoder limits it. Only unknown fields nest deeper than one.
    private static let maxDepth = 512

    private(set) var lines: [ImportLine] = []
    /// The number of occurrences of each unknown field.
    private var unknownFields: [String: Int] = [:]

    init(_ bytes: [UInt8], _ limits: ImportLimits = .folder) throws(ImportFailure) {
        try limits.require(textBytes: bytes.count)
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        try text.forEachLine { number, line throws(ImportFailure) in
            guard line.contains(where: { $0 > 0x20 }) else { return }
            try limits.require(records: lines.count + 1, line: number)
            try read(line, number: number)
        }
    }

    /// Remarks on the fields that were ignored.
    var notes: [String] {
        unknownFields.sorted { $0.key < $1.key }.prefix(10).map {
            "\($0.key) is not known and was left out (\($0.value)×)"
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(ImportFailure) {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw ImportFailure(line: number, "this is not UTF-8 text")
        }
        guard let value = JSONValue.parse(text, maxBytes: .max, maxDepth: Self.maxDepth) else {
            throw ImportFailure(line: number, "this is not valid JSON; a line must be one JSON object")
        }
        guard let values = value.object else { throw ImportFailure(line: number, "a line must be one JSON object") }
        do {
            let fields = RecordFields(line: number, values: values)
            lines.append(ImportLine(number: number, record: try record(fields)))
        } catch let failure as ImportFailure {
            throw failure
        } catch {
            throw ImportFailure(line: number, ErrorText.of(error))
        }
    }

    private mutating func record(_ fields: RecordFields) throws -> ImportRecord {
        switch try fields.text("type") {
        case "user": .user(try known(fields, "user"))
        case "relation": .relation(try known(fields, "relation"))
        case "prospect": .prospect(try known(fields, "prospect"))
        case "chat": .chat(try known(fields, "chat"))
        case "message": .message(try known(fields, "message"))
        case "event": .event(try known(fields, "event"))
        case "reminder": .reminder(try known(fields, "reminder"))
        case "settings": .settings(try known(fields, "settings"))
        case let type:
            throw fields.failure(
                "the type '\(type.prefix(40))' is not known; use user, relation, prospect, chat, message, event, "
                    + "reminder or settings"
            )
        }
    }

    private mutating func known<Record: FieldDecodable>(_ fields: RecordFields, _ type: String) throws -> Record {
        for name in fields.values.keys where name != "type" && !Record.fieldNames.contains(name) {
            unknownFields["the field '\(name.prefix(40))' of a \(type) line", default: 0] += 1
        }
        return try Record(fields)
    }
}
