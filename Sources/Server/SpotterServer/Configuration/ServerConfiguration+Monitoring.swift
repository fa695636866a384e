import Configuration
import Domain

/// The settings of what an operator watches.
extension ServerConfiguration {
    mutating func readMonitoring(_ reader: ConfigReader) throws {
        logLevel = reader.string(forKey: "log.level", default: logLevel)
        if let format = reader.string(forKey: "log.format") {
            guard let chosen = LogFormat(rawValue: format) else {
                throw SpotterError.invalid("log.format must be text or json.")
            }
            logFormat = chosen
        }
        let floor = reader.int(forKey: "disk.floor.mb", default: Int(diskFloor >> 20))
        guard (0...1_000_000_000).contains(floor) else {
            throw SpotterError.invalid("disk.floor.mb must be 0 to 1000000000, in megabytes.")
        }
        diskFloor = Int64(floor) << 20
        if let address = reader.string(forKey: "metrics.address"), !address.isEmpty {
            guard let parsed = HostAndPort(address) else {
                throw SpotterError.invalid("metrics.address: '\(address)' is not an address like 127.0.0.1:9090.")
            }
            metricsAddress = parsed
        }
        opensMetrics = reader.bool(forKey: "metrics.open", default: opensMetrics)
    }
}
