import ArgumentParser
import Configuration

/// Flags for the search of the web.
struct WebSearchOptions: ParsableArguments {
    @Option(help: "Address of a search engine that answers may ask, as http://127.0.0.1:8888 (default: none).")
    var webSearchUrl: String?

    @Option(help: "searxng or tavily (default: searxng).")
    var webSearchKind: String?

    @Option(help: "File that holds its API key; a key itself only as SPOTTER_WEB_SEARCH_KEY.")
    var webSearchKeyFile: String?

    @Option(
        help: "Whether language models may read pages whose addresses a user has typed: true or false (default: false)."
    )
    var webPages: Bool?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("web.search.url", webSearchUrl)
        flags.set("web.search.kind", webSearchKind)
        flags.set("web.search.key.file", webSearchKeyFile)
        flags.set("web.pages", webPages)
        return flags
    }
}
