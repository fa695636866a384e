import ArgumentParser
import Dispatch
import Foundation

/// Starts the command that the arguments name.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        // Before there are threads: those of the runtime make calls that the confined worker may not.
        if arguments.first == MediaWorkerCommand.configuration.commandName {
            MediaWorkerCommand.main(Array(arguments.dropFirst()))
        }
        Task {
            await Spotter.main()
            exit(0)
        }
        dispatchMain()
    }
}
