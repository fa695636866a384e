import Configuration
import Domain
import SpotterServer

/// The sources of the configuration. Flags take precedence over `SPOTTER_…` variables, and variables over the file.
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
        var configuration = try ServerConfiguration(reader: ConfigReader(providers: providers))
        configuration.configurationFile = file
        return configuration
    }
}
