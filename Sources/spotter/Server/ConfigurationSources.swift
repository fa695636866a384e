import Configuration
import Domain
import SpotterServer

/// Flags before `SPOTTER_…` variables before the configuration file.
enum ConfigurationSources {
    static func read(flags: [AbsoluteConfigKey: ConfigValue], file: String?) async throws -> ServerConfiguration {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: flags),
            EnvironmentVariablesProvider().prefixKeys(with: "spotter"),
        ]
        if let file {
            let location = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
            do {
                providers.append(
                    try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location))
                )
            } catch {
                throw SpotterError.invalid("can't read the configuration file \(file): \(error)")
            }
        }
        return try ServerConfiguration(reader: ConfigReader(providers: providers))
    }
}
