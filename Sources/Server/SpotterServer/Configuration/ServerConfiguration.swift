public import Accounts
public import Backup
public import Configuration
public import Domain
package import EventBus
package import Gateway
public import Live
package import NATS
public import Notifications

/// Everything that an operator can configure. Each value has a flag, a `SPOTTER_…` variable and a key in the configuration
/// file; a flag overrides a variable, a variable overrides the file.
public struct ServerConfiguration: Sendable {
    public var dataFolder = "./spotter-data"
    /// The address of PostgreSQL's database, which holds everything but files and keys; `nil` for a file in the folder.
    public var database: Secret?
    /// Whether other servers may use the database at the same time.
    public var isInCluster = false
    /// NATS, which carries hints between the servers of a database; `nil` leaves that to the database.
    package var bus: NATSAddress?
    public var location: DataLocation {
        DataLocation(folder: dataFolder, database: database, isShared: isInCluster)
    }
    /// Whether to refuse a data folder that isn't there instead of creating it, as commands for an existing one do.
    package var requiresDataFolder = false
    /// Whether a folder of an older version is brought up to date, as only the start of a server does.
    package var upgrades = true
    public var host = "127.0.0.1"
    /// 0 chooses a free one.
    public var port = 8080
    /// Where the server's clock starts, for demos and tests.
    public var now: Timestamp?
    /// Folder of the embedding model's files; `nil` looks in the data folder, then in the user's own.
    public var modelFolder: String?
    public var logLevel = "info"
    /// `text` for people, `json` for machines.
    public var logFormat = LogFormat.text
    /// Free bytes of disk below which the server isn't ready.
    public var diskFloor: Int64 = 512 << 20
    /// Free bytes below which uploads are refused, so that messages can be stored for longer than files.
    var uploadFloor: Int64 { diskFloor > .max / 2 ? .max : diskFloor * 2 }
    /// Where metrics are served instead of beside the API; `nil` for beside.
    public var metricsAddress: HostAndPort?
    /// Whether metrics beside the API are for everybody, and not for programs of this machine alone.
    public var opensMetrics = false
    /// Called with the port at which metrics are served.
    package var onMetricsListening: (@Sendable (Int) -> Void)?
    /// Who may make an account; `nil` leaves it to the operator's stored setting, at first `invited`.
    public var registration: RegistrationMode?
    /// The project that ID tokens of Firebase's sign-in are for.
    public var firebaseProject = "spotter"
    /// The time for the answer to a callable. Firebase's clients give up after 70 seconds.
    package var callableDeadline = Duration.seconds(60)
    /// The time for the answer to a webhook. Its clients give up after 30 seconds.
    package var webhookDeadline = Duration.seconds(20)
    /// Threads for connections.
    public var eventLoops: Int?
    public var embedding = EmbeddingSettings()
    /// Megabytes of vectors to keep in memory; `nil` for a quarter of the machine's memory.
    public var vectorMemory: Int?
    /// The model that answers where none is named.
    public var languageModel: LanguageModelSettings?
    /// Whether language models make the titles of conversations.
    public var titlesByModel = true
    /// The name of the model that reads client profiles besides the rules; `nil` leaves it to the rules alone.
    public var profileModel: String?
    /// The name of the language model that reads measures besides the rules; `nil` for none.
    public var measureModel: String?
    /// Further models to choose from; the first is the default if there is no `languageModel`.
    public var otherLanguageModels: [LanguageModelSettings] = []
    /// Whether programs may ask the models of the API `chat` through this server, as they are.
    public var proxiesModels = false
    /// Between two looks at a video that a model makes.
    package var videoInterval = Duration.seconds(10)
    public var budget = BudgetSettings()
    public var transcription = TranscriptionServiceSettings()
    /// Where answers search the web; `nil` for nowhere.
    public var webSearch: WebSearchSettings?
    /// Whether language models may read pages whose addresses a user has typed.
    public var readsPages = false
    public var sportsData: SportsDataSettings?
    /// Whose ID tokens sign people in besides passwords; nobody's unless the operator names their app there.
    public var googleSignIn: GoogleSignInSettings?
    /// Whether to load the embedding model, which commands that only change accounts don't need.
    public var loadsModel = true
    public var passwordCost = PasswordHasher.Cost.standard
    public var media = MediaSettings()
    public var notifications = NotificationSettings()
    public var calendarPush = CalendarPushSettings()
    public var backup = BackupService.Settings()
    /// The file that the values were read from, which is saved with every backup.
    public var configurationFile: String?
    /// Origins of other web pages that may use the server, such as `https://chat.example.com`.
    public var allowedOrigins: [String] = []
    /// Networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    public var presence = PresenceSettings()
    /// `nil` serves plain HTTP.
    package var tls: TLSFiles?
    package var limits = LimitSettings()
    /// How long a refusal for too much waits: that of `limits`.
    package var refusalPause: Duration {
        get { limits.refusalPause }
        set { limits.refusalPause = newValue }
    }
    /// The bus to other servers in the same process; `nil` for what the database and its settings say.
    package var eventBus: (any EventBus)?
    /// The clock of all that is dated or due; `nil` for the system's, from `now` on.
    package var clock: (any WallClock)?
    /// The clock of rate limits, in nanoseconds; `nil` for the machine's monotonic clock.
    package var limitClock: (@Sendable () -> Int64)?
    package var sockets = SessionLimits()
    package var connections = WebSocketConfiguration()

    public init() {}

    /// Reads the values that are set; the others keep their defaults.
    ///
    /// - Throws: `invalid_request`, naming the setting that can't be read.
    public init(reader: ConfigReader) throws {
        dataFolder = reader.string(forKey: "data", default: dataFolder)
        if let address = reader.string(forKey: "database", isSecret: true), !address.isEmpty {
            guard DataLocation.isAddress(address) else {
                throw SpotterError.invalid("database must be an address like postgres://user@host/name.")
            }
            database = Secret(address)
        }
        isInCluster = reader.bool(forKey: "cluster", default: isInCluster)
        guard !isInCluster || database != nil else {
            throw SpotterError.invalid("cluster needs a database that several servers can share: set database, too.")
        }
        if let address = reader.string(forKey: "bus", isSecret: true), !address.isEmpty {
            bus = try NATSAddress(address)
            guard isInCluster else {
                throw SpotterError.invalid("bus is for servers that share a database: set cluster, too.")
            }
        }
        host = reader.string(forKey: "host", default: host)
        port = reader.int(forKey: "port", default: port)
        guard (0...65_535).contains(port) else { throw SpotterError.invalid("port must be 0 to 65535.") }
        modelFolder = reader.string(forKey: "model.dir")
        try readMonitoring(reader)
        if let word = reader.string(forKey: "registration"), !word.isEmpty {
            guard let mode = RegistrationMode(rawValue: word) else {
                throw SpotterError.invalid("registration must be open, invited or closed.")
            }
            registration = mode
        }
        firebaseProject = reader.string(forKey: "firebase.project", default: firebaseProject)
        guard firebaseProject.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,62}/) != nil else {
            throw SpotterError.invalid("firebase.project must be lower-case letters, digits and hyphens.")
        }
        eventLoops = reader.int(forKey: "eventLoops")
        guard eventLoops.map({ (1...256).contains($0) }) ?? true else {
            throw SpotterError.invalid("eventLoops must be 1 to 256.")
        }
        embedding = try EmbeddingSettings(reader: reader)
        vectorMemory = reader.int(forKey: "vector.memory")
        guard vectorMemory.map({ (1...1_000_000).contains($0) }) ?? true else {
            throw SpotterError.invalid("vector.memory must be 1 to 1000000, in megabytes.")
        }
        let logRounds = reader.int(forKey: "password.log.rounds", default: passwordCost.logRounds)
        passwordCost = try .init(configuredLogRounds: logRounds)
        webSearch = try WebSearchSettings(reader: reader)
        readsPages = reader.bool(forKey: "web.pages", default: readsPages)
        sportsData = SportsDataSettings(reader: reader)
        googleSignIn = try GoogleSignInSettings(reader: reader)
        media = try MediaSettings(reader: reader)
        guard media.store == nil || database != nil else {
            throw SpotterError.invalid(
                "media.store needs a database of PostgreSQL, too: archives of a folder with a database hold its files."
            )
        }
        notifications = try NotificationSettings(reader: reader)
        calendarPush = try CalendarPushSettings(reader: reader)
        backup = try BackupService.Settings(reader: reader)
        if backup.every != nil, let refusal = location.backupRefusal {
            throw SpotterError.invalid("backup.every can't be used here. \(refusal.message)")
        }
        try readLimits(reader)
        tls = try TLSFiles(reader: reader)
        if let text = reader.string(forKey: "now") {
            guard let instant = Timestamp(rfc3339: text) else {
                throw SpotterError.invalid("now must be an RFC 3339 time like 2026-03-11T13:15:00Z.")
            }
            now = instant
        }
        try readLanguageModels(reader)
        transcription = try TranscriptionServiceSettings(reader: reader)
    }
}
