/// How a load runs. The sizes are those of the published scenarios; tests take small ones.
package struct LoadOptions: Sendable {
    /// The `spotter` that serves, where no address is given.
    package var executable: String
    /// A running server; nothing starts one for each scenario.
    package var address: String?
    package var serverPID: Int32?
    package var serverOptions: [String] = []
    /// Whether a server that is started here encrypts, with a certificate of its own making.
    package var isSecure = false
    package var serverEnvironment = ["SPOTTER_PASSWORD_LOG_ROUNDS": "4"]

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
        /// Messages a second of a group that isn't in a hurry.
        package var groupRate = 10
        /// Members of a group that send as fast as it goes, and how many messages each has in flight.
        package var groupSenders = 4
        package var groupWindow = 16
        package var idleConnections = 10_000
        package var historyMessages = 10_000
        package var historyReaders = 4
        package var returningClients = 2000
        /// Times that the server is killed, and pairs that send meanwhile.
        package var kills = 3
        package var killPairs = 50
        package var killWindow = 8
        /// Messages a second of the group that has a slow reader.
        package var busyRate = 300

        package init() {}
    }

    package init(executable: String) { self.executable = executable }
}
