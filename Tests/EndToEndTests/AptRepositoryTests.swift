import Foundation
import ServerHarness
import TestSupport
import Testing

/// `scripts/apt-repository`, whose folder is served while it works on it.
@Suite(.standardTimeLimit) struct AptRepositoryTests {
    /// Whenever something is signed, what the folder had before is still there with its signature.
    @Test func theFolderIsNeverWithoutSignature() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let setUp = try await run(in: folder, Self.setUp)
        #expect(setUp.status == 0, "\(setUp.output)")
        for version in 1...3 {
            let done = try await run(in: folder, Self.add(version))
            #expect(done.status == 0 && done.output.contains("\(version) packages, signed by try"), "\(done.output)")
            let seen = try String(decoding: folder.content(of: "seen"), as: UTF8.self).split(separator: "\n")
            // Three calls of gpg for each version.
            let lists = seen.suffix(3).map { $0.split(separator: " ").last ?? "" }
            #expect(lists == Array(repeating: version == 1 ? "none" : "\(version - 1)", count: 3), "\(seen)")
        }
        _ = try await run(in: folder, "gpgconf --kill all")
    }

    /// A key, and in place of gpg one that notes how many packages the signed lists in the folder have.
    private static let setUp = #"""
        mkdir -m 700 gpg
        mkdir -p bin package/DEBIAN
        chmod 755 package package/DEBIAN
        gpg --batch --quiet --passphrase '' --quick-generate-key try@spotter.example default default never
        cat >bin/gpg <<EOF
        #!/bin/sh
        dist=$PWD/repository/dists/stable
        state=none
        if $(command -v gpgv) --keyring $PWD/repository/spotter.gpg \$dist/InRelease 2>/dev/null; then
            state=\$(grep -c ^Package: \$dist/main/binary-all/Packages)
        fi
        echo "signing \$state" >>$PWD/seen
        exec $(command -v gpg) "\$@"
        EOF
        chmod +x bin/gpg
        """#

    private static func add(_ version: Int) -> String {
        #"""
        printf 'Package: spotter-try\nVersion: \#(version)\nArchitecture: all\nMaintainer: a <a@b.example>\nDescription: x\n' \
            >package/DEBIAN/control
        dpkg-deb --build package try_\#(version)_all.deb >/dev/null
        PATH=$PWD/bin:$PATH "$SCRIPT" repository try_\#(version)_all.deb --key try@spotter.example
        """#
    }

    private func run(in folder: TemporaryFolder, _ script: String) async throws -> (status: Int32, output: String) {
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.path,
            "GNUPGHOME": "\(folder.path)/gpg",
            "SCRIPT": Repository.root.appending(path: "scripts/apt-repository").path,
        ]
        let child = try await ChildProcess.start(
            "bash",
            ["-euc", "cd '\(folder.path)'\n\(script)"],
            environment: environment
        )
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.exit().status, (lines + [child.errors]).joined(separator: "\n"))
    }
}
