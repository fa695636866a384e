import ArgumentParser
import CommandLineSupport
import Configuration
import Contacts
import Domain
import Foundation
import LanguageModels
import Logging
import Messaging
import Notifications
import SpotterServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Prints "listening on http://HOST:PORT" (https with a certificate) once requests are served. SIGTERM or Ctrl-C ends it in order.
            Every flag is also a variable (--port is SPOTTER_PORT) and a key of the configuration file ({"port": 8080}).

            A language model is used where one is set, by any OpenAI-compatible address (or OpenAI's Responses, or Gemini):
              SPOTTER_LLM_BASE_URL=http://127.0.0.1:11434/v1 SPOTTER_LLM_MODEL=llama3.1 \\
                SPOTTER_LLM_API_KEY=… spotter serve
            What each user may use of it in a day or a month is variables and keys only:
              SPOTTER_BUDGET_DAY_REQUESTS=100  …_DAY_TOKENS=200000  …_MONTH_COST=5.00

            Voice is transcribed by a service with OpenAI's route for it, another program on this machine or elsewhere:
              SPOTTER_TRANSCRIPTION_API_KEY=… spotter serve \\
                --transcription-url https://api.openai.com/v1 \\
                --transcription-model whisper-1

            Answers can search the web by an engine of yours, if the question asks for it; its key by a variable or a file:
              spotter serve --web-search-url http://127.0.0.1:8888

            Search by meaning runs in this process, or by any OpenAI-compatible embeddings route, secrets by variables:
              SPOTTER_EMBEDDING_API_KEY=… spotter serve \\
                --embedding-base-url https://api.openai.com/v1 \\
                --embedding-model text-embedding-3-small

            With a certificate it speaks HTTPS; renewed files are taken up within a minute, without a restart:
              certbot certonly --standalone -d chat.example.com
              spotter serve --host 0.0.0.0 --port 443 \\
                --tls-certificate /etc/letsencrypt/live/chat.example.com/fullchain.pem \\
                --tls-key /etc/letsencrypt/live/chat.example.com/privkey.pem

            Browsers are notified by their own push services; the rest is set up here, secrets by variables or keys only:
              SPOTTER_NOTIFICATION_NTFY_TOKEN=…
              SPOTTER_NOTIFICATION_SMTP_PASSWORD=…  or …_SMTP_PASSWORD_FILE=PATH

            Files are in the data folder, or in an S3-compatible store, beside PostgreSQL:
              SPOTTER_MEDIA_STORE='s3://bucket/prefix?endpoint=https://host&region=eu-1'
              AWS_ACCESS_KEY_ID=…  and AWS_SECRET_ACCESS_KEY=…

            Limits are variables and keys only. A rate is COUNT/s, /min or /h, with a burst after a colon, or off:
            \(Self.limits)

            Examples:
              spotter serve
              spotter serve --data /var/lib/spotter --host 0.0.0.0 --port 9000
              spotter serve --trusted-proxies 127.0.0.1,::1 \\
                --allowed-origins https://chat.example.com
              spotter serve --check --data /var/lib/spotter
              spotter serve --log-format json --metrics-address 127.0.0.1:9090
              spotter serve --database postgres://spotter@db1,db2/spotter
              spotter serve --database postgres://spotter@db1/spotter --cluster
              spotter serve --database postgres://spotter@db1/spotter --cluster \\
                --bus nats://bus1,bus2:4222
              spotter serve --data /tmp/demo --port 0 --now 2026-03-11T13:15:00Z
            """
    )

    @Option(help: "Folder for everything the server keeps (default: ./spotter-data).")
    var data: String?

    @Option(
        help: ArgumentHelp(
            "PostgreSQL's database in place of a file in the folder, as postgres://user@host/name (default: none).",
            valueName: "url"
        )
    )
    var database: String?

    @Flag(help: "Share the database with other servers, each with a folder of its own (default: false).")
    var cluster = false

    @Option(
        help: ArgumentHelp(
            "NATS, by which servers tell each other of changes, as nats://host:4222 (default: PostgreSQL does it).",
            valueName: "url"
        )
    )
    var bus: String?

    @Option(help: "Address to listen on (default: 127.0.0.1).")
    var host: String?

    @Option(help: "Port to listen on; 0 takes a free one (default: 8080).")
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "Who may make an account: open, invited or closed (default: what spotter admin registration set, or invited).",
            valueName: "mode"
        )
    )
    var registration: String?

    @Option(help: "The Firebase project that ID tokens are for (default: spotter).")
    var firebaseProject: String?

    @Option(help: "Certificate chain in PEM, the server's own first: connections are encrypted then.")
    var tlsCertificate: String?

    @Option(help: "Private key of the certificate, in PEM without a password.")
    var tlsKey: String?

    @Option(help: "Start the server's clock at this time (RFC 3339); for demos and tests.")
    var now: String?

    @Option(help: "Folder of the embedding model (default: in the data folder, else the user's).")
    var modelDir: String?

    @Option(help: "Threads for connections (default: one per core).")
    var eventLoops: Int?

    @Option(help: "Megabytes of vectors to keep in memory (default: a quarter of the machine's).")
    var vectorMemory: Int?

    @Option(
        help:
            "Web pages that may use the server, separated by commas, as https://chat.example.com; also its own by plain HTTP."
    )
    var allowedOrigins: String?

    @Option(help: "Proxies whose X-Forwarded-For counts: addresses or networks like 10.0.0.0/8 (default: none).")
    var trustedProxies: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (default: info).")
    var logLevel: String?

    @Option(help: "text, or json: one JSON object a line (default: text).")
    var logFormat: String?

    @Option(
        help:
            "Serve /metrics and /readyz here, as 127.0.0.1:9090, instead of /metrics beside the API (there only for this machine, unless SPOTTER_METRICS_OPEN=true)."
    )
    var metricsAddress: String?

    @Option(help: "Megabytes of free disk below which the server isn't ready (default: 512); uploads need twice that.")
    var diskFloorMb: Int?

    @Option(help: "Configuration file (JSON).")
    var config: String?

    @Flag(help: "Check the settings, the folder and the machine, one line each, without serving or changing anything.")
    var check = false

    @OptionGroup var languageModels: LanguageModelOptions
    @OptionGroup var transcription: TranscriptionOptions
    @OptionGroup var webSearch: WebSearchOptions
    @OptionGroup var sportsData: SportsDataOptions
    @OptionGroup var embedding: EmbeddingOptions
    @OptionGroup var media: MediaOptions
    @OptionGroup var notifications: NotificationOptions
    @OptionGroup var calendarPush: CalendarPushOptions
    @OptionGroup var backup: BackupOptions

    func run() async throws {
        do {
            DataOptions.noteSecret(in: database)
            let configuration = try await ConfigurationSources.read(flags: flags, file: config)
            guard let level = Logger.Level(rawValue: configuration.logLevel) else {
                throw SpotterError.invalid("log level must be trace, debug, info, notice, warning, error or critical.")
            }
            if check { return try await checkOnly(configuration) }
            switch configuration.logFormat {
            case .text: LoggingSystem.bootstrap(StreamLogHandler.standardError)
            case .json: LoggingSystem.bootstrap(JSONLogHandler.standardError)
            }
            var logger = Logger(label: "spotter")
            logger.logLevel = level
            let server = try await SpotterServer(configuration, logger: logger)
            let scheme = configuration.tls == nil ? "http" : "https"
            let firstCode = try await server.messaging.registrations.issueFirstCode()
            async let hint: Void = Self.tellOfLocalModels(configuration, logger)
            try await server.run { host, port in
                output("listening on \(scheme)://\(host):\(port)")
                if let firstCode {
                    let here = "\(scheme)://\(["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host):\(port)"
                    Self.printFirstCode(firstCode, for: configuration.notifications.publicOrigin ?? here)
                }
            }
            await hint
        } catch let error as SpotterError where error.code == .storageDamaged {
            // The log has said so, with what to do.
            throw ExitCode.failure
        } catch {
            throw fail(error)
        }
    }

    /// A language model on this machine is never used unasked; how it would be is told in one line.
    private static func tellOfLocalModels(_ configuration: ServerConfiguration, _ logger: Logger) async {
        guard configuration.languageModels.isEmpty, logger.logLevel <= .info else { return }
        let ports = LocalModelServer.usualPorts.filter { $0 != configuration.port }
        guard let server = await LocalModelServer.find(ports: ports).first else { return }
        logger.info(
            """
            a language model answers on this machine and isn't used; to use it: spotter serve \
            --llm-base-url \(server.baseURL) --llm-model \(server.model)
            """
        )
    }

    /// Prints a line for each finding.
    ///
    /// - Throws: `ExitCode.failure` if the server wouldn't start or couldn't work.
    private func checkOnly(_ configuration: ServerConfiguration) async throws {
        let unit = config.flatMap { ServiceUnit.installed(for: $0) }
        let findings = await ServerCheck(configuration, unit: unit).run()
        for finding in findings { output("\(finding)") }
        if findings.contains(where: { $0.outcome == .fault }) { throw ExitCode.failure }
    }

    /// Nobody else can make the first account of a server that isn't open.
    private static func printFirstCode(_ code: Secret, for address: String) {
        output("There is no account yet. This makes the first trainer's; the code is good for one use:")
        output("  spotter login --server \(address) --register --role trainer --invite \(code.reveal())")
        output("  or in a browser: \(address)/invite/\(code.reveal())")
    }

    private var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        // A flag that isn't given leaves it to the variable.
        let cluster: Bool? = cluster ? true : nil
        flags.set("data", data)
        flags.set("database", database)
        flags.set("cluster", cluster)
        flags.set("bus", bus)
        flags.set("host", host)
        flags.set("now", now)
        flags.set("registration", registration)
        flags.set("firebase.project", firebaseProject)
        flags.set("model.dir", modelDir)
        flags.set("log.level", logLevel)
        flags.set("log.format", logFormat)
        flags.set("metrics.address", metricsAddress)
        flags.set("disk.floor.mb", diskFloorMb)
        flags.set("allowed.origins", allowedOrigins)
        flags.set("trusted.proxies", trustedProxies)
        flags.set("tls.certificate", tlsCertificate)
        flags.set("tls.key", tlsKey)
        flags.set("port", port)
        flags.set("eventLoops", eventLoops)
        flags.set("vector.memory", vectorMemory)
        for group in [
            languageModels.flags, transcription.flags, webSearch.flags, sportsData.flags, embedding.flags,
            media.flags, notifications.flags, calendarPush.flags, backup.flags,
        ] {
            flags.merge(group) { first, _ in first }
        }
        return flags
    }

    /// One line per limit, with the name of its environment variable.
    private static var limits: String {
        LimitDescriptions.lines.joined(separator: "\n")
    }
}
