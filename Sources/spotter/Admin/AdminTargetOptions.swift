import ArgumentParser

/// The target of an operator's command: the data folder of a stopped server, or a running server.
struct AdminTargetOptions: ParsableArguments {
    @Option(help: "The data folder of a stopped server (default: ./spotter-data).") var data: String?
    @Option(help: ArgumentHelp("Ask this running server instead.", valueName: "url")) var server: String?
    @Option(
        help: ArgumentHelp(
            "With --server: the operator's token. Better in SPOTTER_ADMIN_TOKEN, which other users can't see.",
            valueName: "token"
        )
    )
    var adminToken: String?

    var folder: String { data ?? "./spotter-data" }

    func validate() throws {
        guard server != nil || adminToken == nil else { throw ValidationError("--admin-token goes with --server.") }
        guard server == nil || data == nil else { throw ValidationError("Give --data or --server, not both.") }
    }
}
