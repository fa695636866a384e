import Configuration

/// Values of flags by their key in the configuration. A flag that wasn't given leaves its key to the next source.
extension Dictionary<AbsoluteConfigKey, ConfigValue> {
    mutating func set(_ key: AbsoluteConfigKey, _ text: String?) { set(key, text.map { .string($0) }) }
    mutating func set(_ key: AbsoluteConfigKey, _ number: Int?) { set(key, number.map { .int($0) }) }
    mutating func set(_ key: AbsoluteConfigKey, _ isOn: Bool?) { set(key, isOn.map { .bool($0) }) }

    private mutating func set(_ key: AbsoluteConfigKey, _ content: ConfigContent?) {
        if let content { self[key] = ConfigValue(content, isSecret: false) }
    }
}
