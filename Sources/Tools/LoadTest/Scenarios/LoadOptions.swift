/// How a load runs. The default sizes are those of the published scenarios. Tests use smaller ones.
package struct LoadOptions: Sendable {
    /// The `spotter` to start, unless there is an address.
    package var executable: String
    /// A running server; `nil` starts one for each scenario.
    package var address: String?
    package var serverPID: Int32?
    package var serverOptions: [String] = []
    /// A PostgreSQL on which servers that are started here have a database of their own; `nil` for a file.
    package var database: String?
    /// How many servers share it. Connections are spread over them.
    package var nodes = 1
    /// Whether a server that is started here serves HTTPS, with a temporary certificate.
    package var isSecure = false
    /// The niceness of a server that is started here; `nil` for this process's.
    package var serverNiceness: Int?
    package var serverEnvironment = ["SPOTTER_PASSWORD_LOG_ROUNDS": "4"]

    package var clientIDs = ClientIDKind.ordered
    /// Whether the server embeds the messages; `nil` if that isn't known. `false` turns it off in a server that is started
    /// here.
    package var usesModel: Bool?

    /// Threads of the load.
    package var threads = 1
    package var duration = Duration.seconds(10)
    package var warmUp = Duration.seconds(1)
    package var sizes = Sizes()

    package struct Sizes: Sendable {
        package var pairs = 50
        package var streams = 200
        package var streamWindow = 32
        package var groups = 10
        package var members = 100
        /// Messages per second of each group at a fixed rate.
        package var groupRate = 10
        /// The number of members that send as fast as the server acks, and the messages that each has in flight, for
        /// each run.
        package var groupSenders = 4
        package var groupWindows = [4, 16]
        package var idleConnections = 10_000
        package var historyMessages = 10_000
        package var historyReaders = 4
        package var returningClients = 2000
        /// The number of kills, and the number of pairs that send meanwhile.
        package var kills = 3
        package var killPairs = 50
        package var killWindow = 8
        /// Messages per second of the group with a slow reader.
        package var busyRate = 300
        /// Messages per second while some are searched for, and those of a burst.
        package var searchableRate = 2_000
        package var searchableBurst = 100_000
        /// How long a message is searched for.
        package var searchableTimeout = Duration.seconds(60)

        package init() {}
    }

    package init(executable: String) { self.executable = executable }
}
