import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterServer

/// Where a stopped server's data is.
struct DataOptions: ParsableArguments {
    @Option(help: "The data folder of a stopped server (default: SPOTTER_DATA, then ./spotter-data).")
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The folder's database if that is PostgreSQL's, as postgres://user@host/name (default: SPOTTER_DATABASE).",
            valueName: "url"
        )
    )
    var database: String?

    func validate() throws {
        guard let database else { return }
        guard DataLocation.isAddress(database) else { throw Self.notAnAddress }
        Self.noteSecret(in: database)
    }

    var location: DataLocation {
        let environment = ProcessInfo.processInfo.environment
        let address = (database ?? environment["SPOTTER_DATABASE"]).flatMap { $0.isEmpty ? nil : $0 }
        return DataLocation(
            folder: data ?? environment["SPOTTER_DATA"] ?? "./spotter-data",
            database: address.map { Secret($0) }
        )
    }

    private static let notAnAddress = ValidationError("--database is an address like postgres://user@host/name.")

    /// A command line can be read by everybody on the machine.
    static func noteSecret(in address: String?) {
        guard let address, (try? DataLocation.hasPassword(address)) ?? false else { return }
        note("note: others on this machine can read the password in the address; PGPASSWORD or ~/.pgpass keep it")
    }
}
