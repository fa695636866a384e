import ArgumentParser
import Configuration

/// Flags for backups at intervals.
struct BackupOptions: ParsableArguments {
    @Option(help: "Make a backup at this interval, as 24h, 30m or 7d (default: off).")
    var backupEvery: String?

    @Option(help: "How many of these backups are kept (default: 7).")
    var backupKeep: Int?

    @Option(help: "Folder for them, best on another disk (default: backups in the data folder).")
    var backupTo: String?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("backup.every", backupEvery)
        flags.set("backup.keep", backupKeep)
        flags.set("backup.to", backupTo)
        return flags
    }
}
