import ArgumentParser
import CommandLineSupport
import Domain
import Foundation

/// Measures the web app in a browser. The browser is driven by `scripts/web-bench`, a program in Python.
struct BenchWeb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "The web app in Chromium: start, keys, scrolling, with a long chat.",
        discussion: """
            Starts a server of its own with one chat of 100 000 messages, fetches all of it
            into the browser as the app does, and prints, beside the limits: first
            contentful paint and when the app is interactive, with a processor made four
            times slower; a key until it is on the screen; frames and long tasks while
            scrolling.

            Needs the source tree (scripts/web-bench) and Debian's chromium and esbuild.
            Playwright is installed into .build at the first run. It takes some minutes.
            Stop builds before: they spoil every figure.

            Examples:
              spotter bench web
              spotter bench web --messages 10000 --runs 5
              spotter bench web --slowdown 6 --json
            """
    )

    @Option(help: "How long the chat is.") var messages = 100_000
    @Option(help: "How often the app is started.") var runs = 20
    @Option(help: "How much slower the processor is made for the start.") var slowdown = 4.0
    @Option(help: "The folder with web-bench; found beside the build or from here if left out.")
    var scripts: String?
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        guard (1...1_000_000).contains(messages), (1...1_000).contains(runs), (1...100).contains(slowdown) else {
            throw ValidationError("--messages 1-1000000, --runs 1-1000, --slowdown 1-100")
        }
    }

    func run() throws {
        do {
            let script = try script()
            var arguments = [
                try SpotterPath.find(), "--messages", "\(messages)", "--runs", "\(runs)", "--slowdown", "\(slowdown)",
            ]
            if json { arguments.append("--json") }
            let code = ProcessReplacement.run(script, arguments)
            throw SpotterError(.unavailable, "can't run \(script): \(String(cString: strerror(code)))")
        } catch {
            throw fail(error)
        }
    }

    /// The script of the source tree in which this program was built, or in which it is run.
    private func script() throws -> String {
        let candidates =
            try scripts.map { ["\($0)/web-bench"] }
            ?? (Self.ancestors(of: SpotterPath.find()) + Self.ancestors(of: here)).map { "\($0)/scripts/web-bench" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw SpotterError(
                .unavailable,
                "there is no scripts/web-bench beside this build or here; run it in the source tree, or say --scripts FOLDER"
            )
        }
        return found
    }

    private var here: String { FileManager.default.currentDirectoryPath + "/." }

    private static func ancestors(of path: String) -> [String] {
        var folders: [String] = []
        var url = URL(filePath: path).deletingLastPathComponent()
        while url.path != "/" {
            folders.append(url.path)
            url = url.deletingLastPathComponent()
        }
        return folders
    }
}
