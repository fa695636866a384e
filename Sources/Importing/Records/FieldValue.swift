/// The value of a field. Not recursive, so that deep nesting in a file can't exhaust the stack.
enum FieldValue: Sendable, Hashable, Decodable {
    case null
    case text(String)
    case bool(Bool)
    case number(Double)
    case texts([String])
    case table([String: String?])
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let texts = try? container.decode([String].self) {
            self = .texts(texts)
        } else if let table = try? container.decode([String: String?].self) {
            self = .table(table)
        } else {
            self = .other
        }
    }
}
