import Accounts
import Domain

/// The fields of one line, read with a reason for whatever is wrong with them.
struct Fields {
    let line: Int
    let values: [String: FieldValue]

    func failure(_ reason: String) -> ImportFailure { ImportFailure(line: line, reason) }

    /// `nil` where it's missing or null.
    func optionalText(_ name: String) throws -> String? {
        switch values[name] ?? .null {
        case .null: nil
        case .text(let text): text
        default: throw failure("the field '\(name)' must be text")
        }
    }

    func text(_ name: String) throws -> String {
        guard let text = try optionalText(name) else { throw failure("the field '\(name)' is missing") }
        return text
    }

    func email(_ name: String) throws -> String { try email(text(name), in: name) }

    func optionalEmail(_ name: String) throws -> String? {
        try optionalText(name).map { try email($0, in: name) }
    }

    /// A list of addresses, each once, in their order.
    func emails(_ name: String) throws -> [String] {
        switch values[name] ?? .null {
        case .null: throw failure("the field '\(name)' is missing")
        case .texts(let texts):
            var seen: Set<String> = []
            return try texts.map { try email($0, in: name) }.filter { seen.insert($0).inserted }
        default: throw failure("the field '\(name)' must be a list of e-mail addresses")
        }
    }

    func time(_ name: String) throws -> Timestamp {
        let text = try text(name)
        guard let time = Timestamp(rfc3339: text) else {
            throw failure(
                "the field '\(name)' must be a time like 2026-03-11T13:15:00Z or 2026-03-11T09:15:00-04:00, "
                    + "not '\(text.prefix(40))'"
            )
        }
        return time
    }

    /// One of the words that this type knows.
    func word<Word: RawRepresentable>(_ name: String, of words: [Word]) throws -> Word
    where Word.RawValue == String {
        let text = try text(name)
        guard let word = words.first(where: { $0.rawValue == text }) else {
            let known = words.map(\.rawValue).joined(separator: ", ")
            throw failure("the field '\(name)' must be one of \(known), not '\(text.prefix(40))'")
        }
        return word
    }

    func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        switch values[name] ?? .null {
        case .null: return standard
        case .number(let number):
            guard let value = Int(exactly: number), range.contains(value) else { fallthrough }
            return value
        default:
            throw failure("the field '\(name)' must be a whole number, \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// The file's own name for something: 1 to 128 bytes.
    func ref(_ name: String) throws -> String {
        let ref = try text(name)
        guard (1...128).contains(ref.utf8.count), ref.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw failure("the field '\(name)' must be 1 to 128 bytes without control characters")
        }
        return ref
    }

    func timezone(_ name: String) throws -> String? {
        guard let zone = try optionalText(name) else { return nil }
        return try checked(name) { try Accounts.timezone(zone) }
    }

    /// The result of a rule of the house; what it refuses is a reason with the field's name.
    func checked<Value>(_ name: String, _ rule: () throws -> Value) throws -> Value {
        do {
            return try rule()
        } catch let error as SpotterError {
            throw failure("the field '\(name)': \(error.message)")
        }
    }

    private func email(_ text: String, in name: String) throws -> String {
        try checked(name) { try Validation.email(text) }
    }
}
