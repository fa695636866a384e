extension KeyedDecodingContainer {
    /// Absent, `null` or a value: for bodies in which `null` clears and a missing field changes nothing.
    func decodeChange<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) throws -> Value?? {
        guard contains(key) else { return nil }
        return .some(try decodeIfPresent(type, forKey: key))
    }
}
