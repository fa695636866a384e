import Backup
import Configuration
import Domain

extension BackupService.Settings {
    /// - Throws: `invalid_request` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        self.init()
        if let text = reader.string(forKey: "backup.every"), text != "off" {
            guard let every = Self.interval(text) else {
                throw SpotterError.invalid(
                    "backup.every must be a time like 30m, 24h or 7d, of a minute or more, or off."
                )
            }
            self.every = every
        }
        keep = reader.int(forKey: "backup.keep", default: keep)
        guard (1...10_000).contains(keep) else { throw SpotterError.invalid("backup.keep must be 1 to 10000.") }
        folder = reader.string(forKey: "backup.to").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A number and a unit: `90s`, `30m`, `24h`, `7d`.
    static func interval(_ text: String) -> Duration? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()), number > 0,
            number <= 1_000_000, number * unit >= 60
        else { return nil }
        return .seconds(number * unit)
    }
}
