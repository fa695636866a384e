import Gateway

/// Descriptions of the configurable limits, for the help of `spotter serve`.
public enum LimitDescriptions {
    public static var lines: [String] {
        let standard = LimitSettings()
        let rates = LimitSettings.rates.map { name, path, about in
            line("limit.\(name)", standard[keyPath: path]?.description ?? "off", about)
        }
        let counts = LimitSettings.counts.map { name, path, about in
            line("limit.\(name)", "\(standard[keyPath: path])", about)
        }
        return rates + counts + [
            line("limit.sockets", "by open files", "sockets in all"),
            line("limit.queuedBytes", "1048576", "bytes that may wait for a slow client"),
        ]
    }

    private static func line(_ key: String, _ standard: String, _ about: String) -> String {
        "  \(variable(key))=\(standard)\n      \(about)"
    }

    /// `limit.deviceRequests` is `SPOTTER_LIMIT_DEVICE_REQUESTS`.
    private static func variable(_ key: String) -> String {
        "SPOTTER_" + key.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }
}
