import ArgumentParser
import Configuration

/// The flag for figures of sports.
struct SportsDataOptions: ParsableArguments {
    @Option(help: "Address of a sports data service that advice may ask (default: none).")
    var sportsDataUrl: String?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("sports.data.url", sportsDataUrl)
        return flags
    }
}
