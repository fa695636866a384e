import Backup
import Foundation
import Gateway
import TestSupport
import Testing

@testable import SpotterServer

/// What a unit allows counts, not what whoever runs the check may do.
@Suite(.standardTimeLimit) struct ServiceUnitTests {
    /// Its user is `nobody`, who exists wherever the tests run, unlike that of the shipped unit.
    private static let unit = """
        [Unit]
        Description=ReadWritePaths=/nowhere
        [Service]
        User=nobody
        ExecStart=/usr/bin/spotter serve --config /etc/spotter/spotter.json
        StateDirectory=spotter
        AmbientCapabilities=CAP_NET_BIND_SERVICE
        ProtectSystem=strict
        ProtectHome=yes
        """

    private static func unit(_ lines: String...) -> ServiceUnit {
        ServiceUnit(name: "spotter.service", texts: [unit] + lines.map { "[Service]\n\($0)" })
    }

    /// A folder that is nobody's home, below ones that everybody may enter, wherever temporary files are.
    private static func openFolder() throws -> String {
        let path = "/tmp/spotter-unit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    @Test func theShippedUnitWritesToItsOwnFolderOnly() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "packaging/spotter.service"), encoding: .utf8)
        let unit = ServiceUnit(name: "spotter.service", texts: [text])
        #expect(unit.user == "spotter" && unit.isStrict && unit.hidesHomes && unit.bindsLowPorts)
        #expect(unit.writable == ["/var/lib/spotter"])
        #expect(unit.writingFault("/mnt/backups")?.contains("ReadWritePaths=/mnt/backups") == true)
        #expect(unit.writingFault("/home/spotter/backups")?.contains("ProtectHome") == true)
        #expect(unit.writingFault("/var/lib/spotter/../other")?.contains("ReadWritePaths") == true)
    }

    @Test func dropInsAddAndForget() {
        let unit = Self.unit("ReadWritePaths=/mnt/a -/mnt/b \\\n  +/mnt/c", "# ReadWritePaths=/mnt/d")
        #expect(unit.writable == ["/var/lib/spotter", "/mnt/a", "/mnt/b", "/mnt/c"])
        let emptied = Self.unit("ReadWritePaths=/mnt/a\nAmbientCapabilities=", "ReadWritePaths=\nReadWritePaths=/mnt/e")
        #expect(emptied.writable == ["/mnt/e"] && !emptied.bindsLowPorts)
    }

    @Test func theUnitOfAConfigurationIsFoundWithItsDropIns() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (own, vendors) = ("\(folder.path)/etc", "\(folder.path)/lib")
        for place in ["\(own)/spotter.service.d", "\(vendors)/spotter.service.d"] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        try Self.unit.write(toFile: "\(vendors)/spotter.service", atomically: true, encoding: .utf8)
        func dropIn(_ place: String, _ line: String) throws {
            try "[Service]\n\(line)".write(toFile: place, atomically: true, encoding: .utf8)
        }
        try dropIn("\(own)/spotter.service.d/override.conf", "ReadWritePaths=/mnt/backups")
        try dropIn("\(vendors)/spotter.service.d/override.conf", "ReadWritePaths=/mnt/never")
        func found(_ file: String, _ environment: [String: String] = [:]) -> ServiceUnit? {
            ServiceUnit.installed(for: file, folders: [own, vendors], environment: environment)
        }
        #expect(found("/etc/spotter/spotter.json")?.writable == ["/var/lib/spotter", "/mnt/backups"])
        #expect(found("/etc/spotter/spotter.js") == nil && found("/tmp/own.json") == nil)
        // Inside of the unit the rights are those of the process itself.
        #expect(found("/etc/spotter/spotter.json", ["INVOCATION_ID": "1"]) == nil)
    }

    @Test func rightsAreThoseOfTheUnitsUser() throws {
        let folder = try Self.openFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/key.pem"
        try "secret".write(toFile: file, atomically: true, encoding: .utf8)
        func allows(_ mode: Int, _ right: UserRights.Right, by user: uid_t, in groups: Set<gid_t> = []) throws -> Bool {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
            return UserRights(user: user, groups: groups).may(right, file)
        }
        let (owner, group) = (getuid(), getgid())
        let stranger: uid_t = 12_345
        #expect(try !allows(0o600, .read, by: stranger) && allows(0o604, .read, by: stranger))
        #expect(
            try allows(0o640, .read, by: stranger, in: [group]) && !allows(0o640, .write, by: stranger, in: [group])
        )
        #expect(try !allows(0o604, .read, by: stranger, in: [group]), "the group's rights count for its members alone")
        #expect(try owner == 0 || !allows(0o066, .read, by: owner))
        #expect(UserRights(name: "no-such-user") == nil && UserRights(name: "root")?.may(.write, file) == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        #expect(!UserRights(user: stranger, groups: []).may(.read, file), "a folder above can't be entered")
    }

    @Test func credentialsAreLookedAtWhereSystemdTakesThemFrom() throws {
        let unit = Self.unit("LoadCredential=tls.key:/etc/letsencrypt/live/x/privkey.pem")
        #expect(
            try unit.source(of: "/run/credentials/spotter.service/tls.key") == "/etc/letsencrypt/live/x/privkey.pem"
        )
        #expect(try unit.source(of: "/var/lib/spotter-tls/privkey.pem") == nil)
        #expect(throws: ServiceUnit.UnknownCredential.self) {
            _ = try unit.source(of: "/run/credentials/spotter.service/other")
        }
    }

    @Test func theCheckSaysWhatTheUnitLacks() async throws {
        let folder = try Self.openFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let good = try TestCertificate.one.write(to: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        func findings(_ unit: ServiceUnit, _ files: TLSFiles) async -> [String: ServerCheck.Finding] {
            var configuration = ServerConfiguration()
            (configuration.dataFolder, configuration.port, configuration.diskFloor) = (folder, 0, 0)
            (configuration.modelFolder, configuration.media.worker) = ("/nonexistent", "/bin/false")
            (configuration.backup.every, configuration.backup.folder) = (.seconds(3600), folder)
            configuration.tls = files
            let all = await ServerCheck(configuration, unit: unit).run()
            return Dictionary(all.map { ($0.subject, $0) }) { first, _ in first }
        }
        let named = TLSFiles(certificate: good.certificate, key: good.key)
        let bare = await findings(Self.unit(), named)
        #expect(bare["backups"]?.outcome == .warning && bare["backups"]?.text.contains("ReadWritePaths=") == true)
        #expect(bare["certificate"]?.outcome == .fault && bare["certificate"]?.text.contains("nobody") == true)
        let place = "/run/credentials/spotter.service"
        let handed = TLSFiles(certificate: "\(place)/chain", key: "\(place)/key")
        let unit = Self.unit(
            "ReadWritePaths=\(folder)\nProtectHome=no",
            "LoadCredential=chain:\(good.certificate)\nLoadCredential=key:\(good.key)"
        )
        let whole = await findings(unit, handed)
        #expect(whole["certificate"]?.outcome == .fine, "\(whole)")
        // The folder is its owner's alone, so the unit's user can't write there in spite of the line.
        #expect(whole["backups"]?.outcome == .warning && whole["backups"]?.text.contains("chown nobody") == true)
        let missing = await findings(Self.unit(), handed)
        #expect(missing["certificate"]?.outcome == .fault)
        #expect(missing["certificate"]?.text.contains("LoadCredential=chain:FILE") == true)
        let unmounted = Self.unit("ReadWritePaths=/mnt/no-such-disk\nProtectHome=no")
        #expect(unmounted.writingFault("/mnt/no-such-disk") == nil)
    }
}
