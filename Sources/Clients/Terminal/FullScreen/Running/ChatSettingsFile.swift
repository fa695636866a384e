import Domain
public import Foundation
import TOMLKit

/// What the user has set for the full screen in `chat.toml`: keys, colours, sounds.
///
///     theme = "light"             # auto, dark, light
///     mouse = true
///     pictures = "blocks"         # auto, kitty, sixel, blocks, off
///     quiet-hours = "22:00-07:00"
///
///     [keys]
///     switch = ["ctrl-k", "ctrl-p"]
public struct ChatSettingsFile: Sendable {
    var keyMap = KeyMap.standard
    var app = AppSettings()
    /// What can't be understood. Everything else holds.
    var problems: [String] = []

    public static let standard = ChatSettingsFile()

    private init() {}

    /// `$XDG_CONFIG_HOME/spotter/chat.toml` or `~/.config/spotter/chat.toml`. A missing file changes nothing.
    public static func load(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ChatSettingsFile {
        guard let path = path(environment), let data = FileManager.default.contents(atPath: path) else {
            return .standard
        }
        return ChatSettingsFile(String(decoding: data, as: UTF8.self))
    }

    static func path(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/spotter/chat.toml" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/spotter/chat.toml"
    }

    init(_ text: String) {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            problems.append("chat.toml, line \(error.source.begin.line): \(error.description)")
            return
        } catch {
            problems.append("chat.toml: \(error)")
            return
        }
        for name in table.keys.sorted() { read(name, table) }
    }

    private mutating func read(_ name: String, _ table: TOMLTable) {
        let value = table[name]
        switch name {
        case "theme":
            choose(\.theme, name, value?.string)
        case "mouse": set(\.hasMouse, name, value?.bool)
        case "bell": set(\.rings, name, value?.bool)
        case "notifications": set(\.notifies, name, value?.bool)
        case "pictures": choose(\.pictures, name, value?.string)
        case "quiet-hours":
            guard let quiet = value?.string.flatMap(QuietHoursText.minutes) else {
                return refuse(name, "is written as \"22:00-07:00\"")
            }
            app.quiet = quiet
        case "keys":
            guard let keys = value?.table else { return refuse(name, "is a table: [keys]") }
            for action in keys.keys.sorted() { bind(action, keys[action]) }
        default: refuse(name, "is unknown: \(Self.names) and [keys] are known")
        }
    }

    private static let names = "theme, mouse, bell, notifications, pictures, quiet-hours"

    private mutating func choose<Choice: RawRepresentable<String> & CaseIterable>(
        _ setting: WritableKeyPath<AppSettings, Choice>,
        _ name: String,
        _ value: String?
    ) {
        guard let choice = value.flatMap({ Choice(rawValue: $0) }) else {
            return refuse(name, "takes \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        app[keyPath: setting] = choice
    }

    private mutating func set(_ setting: WritableKeyPath<AppSettings, Bool>, _ name: String, _ value: Bool?) {
        guard let value else { return refuse(name, "takes true or false") }
        app[keyPath: setting] = value
    }

    private mutating func bind(_ name: String, _ value: (any TOMLValueConvertible)?) {
        guard let action = KeyAction(rawValue: name) else {
            let near = EditDistance.nearest(to: name, among: KeyAction.allCases.map(\.rawValue))
            return refuse("keys.\(name)", "is no action" + (near.map { "; do you mean \($0)?" } ?? ""))
        }
        let names = value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
        var keys: [KeyPress] = []
        for key in names {
            guard let press = KeyPress(key) else {
                return refuse("keys.\(name)", "'\(key)' is no key like ctrl-k or f2")
            }
            keys.append(press)
        }
        keyMap.bind(action, to: keys)
    }

    private mutating func refuse(_ name: String, _ reason: String) { problems.append("chat.toml: \(name) \(reason)") }
}

/// `22:00-07:00` as minutes of the day.
enum QuietHoursText {
    static func minutes(_ text: String) -> (from: Int, to: Int)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { minute(String($0).trimmed) }
        guard parts.count == 2, let from = parts[0], let to = parts[1] else { return nil }
        return (from, to)
    }

    static func text(_ hours: (from: Int, to: Int)) -> String {
        func clock(_ minutes: Int) -> String {
            let (hour, minute) = (minutes / 60, minutes % 60)
            return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }
        return "\(clock(hours.from))-\(clock(hours.to))"
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
