import Configuration
import Domain
import Gateway

/// The settings of limits, origins and proxies.
extension ServerConfiguration {
    mutating func readLimits(_ reader: ConfigReader) throws {
        allowedOrigins = Self.list(reader.string(forKey: "allowed.origins"))
        for origin in allowedOrigins where !AllowedOrigins.isOrigin(origin) {
            throw SpotterError.invalid("allowed.origins: '\(origin)' is not an origin like https://chat.example.com.")
        }
        trustedProxies = Self.list(reader.string(forKey: "trusted.proxies"))
        for proxy in trustedProxies where AddressRange(proxy) == nil {
            throw SpotterError.invalid("trusted.proxies: '\(proxy)' is not an address or a network like 10.0.0.0/8.")
        }
        for (name, path, _) in LimitSettings.rates {
            guard let text = reader.string(forKey: ConfigKey(["limit", name])) else { continue }
            if text == "off" {
                limits[keyPath: path] = nil
                continue
            }
            guard let rate = Rate(text) else {
                throw SpotterError.invalid(
                    "limit.\(name) must be like 600/min or 10000/s:20000 (with a burst), or off."
                )
            }
            limits[keyPath: path] = rate
        }
        for (name, path, _) in LimitSettings.counts {
            limits[keyPath: path] = try Self.number(reader, "limit.\(name)", default: limits[keyPath: path])
        }
        if reader.int(forKey: "limit.sockets") != nil {
            limits.sockets = try Self.number(reader, "limit.sockets", default: 0)
        }
        connections.maxQueuedBytes = try Self.number(
            reader,
            "limit.queuedBytes",
            default: connections.maxQueuedBytes,
            in: 65_536...1 << 30
        )
    }

    private static func number(
        _ reader: ConfigReader,
        _ key: String,
        default standard: Int,
        in range: ClosedRange<Int> = 1...1_000_000
    ) throws -> Int {
        let number = reader.int(forKey: ConfigKey(key.split(separator: ".").map(String.init)), default: standard)
        guard range.contains(number) else {
            throw SpotterError.invalid("\(key) must be \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}
