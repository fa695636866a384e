import Testing

/// Interfaces that have let us down, and what stands in for them.
@Suite struct ForbiddenInterfaceTests {
    /// Foundation's `Process` reads behind the end of a list of more than a thousand open descriptors, which ends the
    /// process that starts another. `ServerHarness.ChildProcess` and swift-subprocess don't.
    @Test func processesAreNotStartedByFoundation() throws {
        let files = try SourceTree().files + SourceTree.tests().files
        #expect(files.count > 1000)
        let uses = ["()", ".run(", ".init("].map { "= Process" + $0 }
        let offenders = files.filter { file in uses.contains { file.text.contains($0) } }
        #expect(offenders.map(\.path).isEmpty)
    }

    /// A loop that yields takes a core from what it waits for, has no end, and says nothing when that doesn't come.
    /// `until` does neither.
    @Test func testsDoNotSpin() throws {
        let offenders = try SourceTree.tests().files.filter { file in
            file.path != "Tests/Core/TestSupport/Until.swift"
                && file.text.contains(/while [^\n]*\{\s*(?:await Task\.yield|sched_yield)\(\)\s*\}/)
        }
        #expect(offenders.map(\.path).isEmpty)
    }

    /// The parser asks every command for its name, at each start. One that isn't said is derived from the type, for which
    /// Swift looks through all conformances of the program: half a millisecond for each command.
    @Test func commandsSayTheirNames() throws {
        let offenders = try SourceTree().files.filter { file in
            file.module == "spotter" && file.text.contains(/CommandConfiguration\(\s*(?!commandName:)\S/)
        }
        #expect(offenders.map(\.path).isEmpty)
    }

    /// What stands above the engines knows a database by its interface, and not which of them it is.
    @Test func whichEngineItIsIsAskedNowhere() throws {
        let places = try SourceTree().files.filter { file in
            !["Storage", "PostgreSQLStorage"].contains(file.module)
                && file.text.contains(/\b(?:SQLiteDatabase|PostgreSQLDatabase)\b/)
        }
        // One of them is opened there, or one is copied into the other.
        let server = "Sources/Server/SpotterServer/"
        let known = [
            "\(server)Composition/DataLocation.swift", "\(server)Composition/ServerSchema.swift",
            "\(server)Moving/MoveTarget.swift", "Sources/Tools/Benchmarks/Support/ImportedWorld.swift",
        ]
        #expect(places.map(\.path).sorted() == known)
    }

    /// How long a test may take is said in one place: `standardTimeLimit` and `longTimeLimit`.
    @Test func timeLimitsAreThoseOfTestSupport() throws {
        let limit = ".timeLimit" + "("
        let offenders = try SourceTree.tests().files.filter { $0.text.contains(limit) }
        #expect(offenders.map(\.path) == ["Tests/Core/TestSupport/TimeLimits.swift"])
    }
}
