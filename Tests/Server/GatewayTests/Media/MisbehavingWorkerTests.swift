import Domain
import Foundation
import MediaTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import MediaStore

/// A decoder that misbehaves harms its own picture only.
@Suite(.standardTimeLimit)
struct MisbehavingWorkerTests {
    @Test(arguments: [
        ("while :; do :; done", 503), ("sleep 1000", 503), ("cat > /dev/null; sleep 1000", 503),
        ("kill -SEGV $$", 400), ("kill -SYS $$", 400), ("exec 1>&-; exit 0", 400), ("exit 0", 400),
        ("printf SPM2", 400), ("head -c 3000000 /dev/zero", 400), ("cat; cat /bin/sh", 400), ("exit 15", 503),
        // The right answer with something behind it.
        ("\"$REAL\" \"$@\"; printf x", 400),
        // The answer for another kind of picture.
        ("\"$REAL\" media-worker 1 1000 9999999 9999999 < \"$PNG\"", 400),
    ]
    )
    func theServerGoesOn(script: String, status: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let real = try BuiltExecutable.spotter.path
        try Data(Pictures.png(width: 8, height: 8)).write(to: URL(filePath: "\(folder.path)/png"))
        // The first picture gets the bad worker.
        let worker = try await folder.script(
            "worker",
            """
            REAL='\(real)'; PNG='\(folder.path)/png'
            [ -e '\(folder.path)/seen' ] && exec "$REAL" "$@"
            : > '\(folder.path)/seen'
            \(script)
            """
        )
        let hangs = script.contains("while") || script.contains("sleep")
        try await TestServer.run(configure: {
            $0.media.worker = worker
            // The next picture must be converted within it.
            $0.media.workerTimeout = hangs ? .seconds(20) : .seconds(60)
        }) { server in
            let sara = try await server.register("Sara", role: .client)
            let refused = try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "c1", as: sara)
            #expect(refused.status == status)
            #expect(!(refused.json["error"] as? [String: Any] ?? [:]).isEmpty)
            // A small one, which also a busy machine converts within the limit.
            let next = try await server.upload(Pictures.png(width: 8, height: 8), name: "a.png", id: "c2", as: sara)
            #expect(next.status == 201 && next.state == "ready")
            let leftovers = try server.storedFiles().filter { $0.hasPrefix("temporary") }
            #expect(leftovers.isEmpty)
        }
    }
}
