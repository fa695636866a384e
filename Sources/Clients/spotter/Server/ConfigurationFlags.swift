import Configuration

/// Values of flags by their configuration keys. If a flag isn't given, the next source provides the value.
extension Dictionary<AbsoluteConfigKey, ConfigValue> {
    mutating func set(_ key: AbsoluteConfigKey, _ text: String?) { set(key, text.map { .string($0) }) }
    mutating func set(_ key: AbsoluteConfigKey, _ number: Int?) { set(key, number.map { .int($0) }) }
    mutating func set(_ key: AbsoluteConfigKey, _ isOn: Bool?) { set(key, isOn.map { .bool($0) }) }

    private mutating func set(_ key: AbsoluteConfigKey, _ content: ConfigContent?) {
        if let content { self[key] = ConfigValue(content, isSecret: false) }
    }
}
