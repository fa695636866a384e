import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct ProgressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress",
        abstract: "What a client measures, as lines.",
        discussion: """
            Weight, sleep, lifts, runs, pain and more, as the client has told them in your chat or as they were written \
            down with --add. Without a name it's yours. --since takes a day or a length: 30d, 6w, 3m, 1y. With \
            --alerts on a trainer is told once of each drop or jump of a client's value. With --new-kind a trainer adds \
            a measure of their own, to be written down and asked for in check-ins.

            EXAMPLES
              spotter progress sara
              spotter progress sara --measure weight --since 3m
              spotter progress sara --add weight 62.5
              spotter progress sara --add bloodPressure 118/76
              spotter progress sara --add run 10 --time 52:30
              spotter progress sara --add lift 92.5 --detail squat --sets 3x5
              spotter progress sara --csv > sara.csv
              spotter progress sara --import sara.csv
              spotter progress sara --photos
              spotter progress --alerts on
              spotter progress --new-kind "water l 0-10"
              spotter progress --list-kinds
              spotter progress --delete-kind water
              spotter progress sara --json | jq '.series[].kind'
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("Only this measure.", valueName: "measure"), completion: Self.kinds)
    var measure: String?
    @Option(help: ArgumentHelp("From then on: 2026-03-18, 30d, 6w, 3m or 1y.", valueName: "when")) var since: String?
    @Option(
        help: ArgumentHelp("Write a value of this measure down for today.", valueName: "measure"),
        completion: Self.kinds
    )
    var add: String?
    @Option(help: ArgumentHelp("Add a measure of your own: its name, unit and range.", valueName: "measure"))
    var newKind: String?
    @Option(help: ArgumentHelp("Delete a measure of your own with all its values.", valueName: "name"))
    var deleteKind: String?
    @Flag(help: "List the pictures that were sent, each with its day.") var photos = false
    @Flag(help: "List the measures that trainers have added.") var listKinds = false
    @Option(help: "The unit of the value, such as lb.") var unit: String?
    @Flag(help: "Print all values as a table of comma-separated values.") var csv = false
    @Option(name: .customLong("import"), help: ArgumentHelp("Bring the values of a table.", valueName: "file"))
    var file: String?
    @Option(help: ArgumentHelp("Be told of drops and jumps of your clients' values.", valueName: "on|off"))
    var alerts: AlertSwitch?
    @Argument(help: "Which client; yourself if left out.", completion: .people) var who: String?
    @Argument(help: "The value to write down: 62.5, or 128/82 of a blood pressure.") var value: String?
    @Option(help: "The exercise of a lift, or the place of a pain.") var detail: String?
    @Option(help: ArgumentHelp("Sets and repetitions of a lift.", valueName: "3x5")) var sets: String?
    @Option(help: ArgumentHelp("How long a run took.", valueName: "52:30")) var time: String?

    func validate() throws {
        let actions = [add, file, alerts?.rawValue, newKind, deleteKind].count { $0 != nil }
        guard actions + [csv, photos, listKinds].count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "Use one of --add, --csv, --import, --photos, --alerts, --new-kind, --delete-kind and --list-kinds."
            )
        }
        if let newKind, MeasureKindText.request(newKind) == nil {
            throw ValidationError("'\(newKind)' is no measure; write its name, unit and range: \"water l 0-10\".")
        }
        guard (add == nil) == (value == nil) else {
            throw ValidationError("Give --add a measure, a person and a value.")
        }
        if add != nil {
            guard MeasureValueText.value(value ?? "") != nil else {
                throw ValidationError("'\(value ?? "")' is no value like 62.5 or 128/82.")
            }
            guard sets.map({ MeasureValueText.sets($0) != nil }) ?? true else {
                throw ValidationError("Write the sets and repetitions like 3x5.")
            }
            guard time.map({ MeasureValueText.seconds($0) != nil }) ?? true else {
                throw ValidationError("Write the time like 52:30 or 1:02:03.")
            }
        }
        if let since, Self.day(since, before: CommandClock.now()) == nil {
            throw ValidationError("'\(since)' is no day like 2026-03-18 and no length like 30d, 6w, 3m or 1y.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            if let alerts {
                let isOn = try await client.api.setMeasureAlerts(alerts == .on)
                return ClientOutput.lines([
                    isOn
                        ? "You are told once of each drop or jump of your clients' values."
                        : "You aren't told of drops and jumps."
                ])
            }
            if let lines = try await kindLines(client) { return ClientOutput.lines(lines) }
            let person = if let who { try await client.contact(who) } else { nil as Contact? }
            let id = person?.userId ?? client.me.id
            if csv {
                return FileHandle.standardOutput.write(try await client.api.measureTable(of: id))
            }
            if photos {
                let found = try await client.api.photos(of: id)
                if options.json { return try ClientOutput.document(found) }
                return ClientOutput.lines(MeasureFormatter.lines(found))
            }
            if let file {
                let done = try await client.api.importMeasures(try Self.contents(of: file), to: id)
                return ClientOutput.lines(["\(done.imported) values imported, \(done.skipped) were there already."])
            }
            if let add, let value = value.flatMap(MeasureValueText.value) {
                let sets = sets.flatMap(MeasureValueText.sets)
                let request = NewMeasurePointRequest(
                    kind: add,
                    value: value.value,
                    unit: unit,
                    detail: detail,
                    diastolic: value.diastolic,
                    repetitions: sets?.repetitions,
                    sets: sets?.sets,
                    seconds: time.flatMap(MeasureValueText.seconds)
                )
                _ = try await client.api.addMeasurePoint(request, to: id)
            }
            let found = try await client.api.measures(
                of: id,
                measure: measure ?? add,
                since: since.flatMap { Self.day($0, before: CommandClock.now()) }
            )
            if options.json { return try ClientOutput.document(found) }
            ClientOutput.lines(MeasureFormatter.lines(found, of: person?.displayName))
        }
    }

    private static var kinds: CompletionKind { .list(MeasureKind.allCases.map(\.rawValue)) }

    /// What was done with measures of one's own, or which there are; `nil` if that wasn't asked.
    private func kindLines(_ client: LoggedInClient) async throws -> [String]? {
        if let request = newKind.flatMap(MeasureKindText.request) {
            return [MeasureKindText.line(try await client.api.addMeasureKind(request))]
        }
        guard listKinds || deleteKind != nil else { return nil }
        let all = try await client.api.measureKinds()
        guard let deleteKind else { return all.isEmpty ? ["No measures were added."] : all.map(MeasureKindText.line) }
        guard let kind = all.first(where: { $0.name == deleteKind }) else { throw SpotterError.notFound("measure") }
        try await client.api.deleteMeasureKind(kind.id)
        return ["\(TerminalText.line(kind.name)) and its values are deleted."]
    }

    private static func contents(of path: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SpotterError.invalid("There is no file \(TerminalText.line(path)).")
        }
        return data
    }

    /// The first day, as the server takes it; `nil` if the text is neither a day nor a length.
    static func day(_ text: String, before now: Timestamp) -> String? {
        if text.count == 10, Timestamp(rfc3339: text + "T00:00:00Z") != nil { return text }
        guard let unit = text.last, let count = Int(text.dropLast()), (1...9999).contains(count),
            let days = ["d": 1, "w": 7, "m": 30, "y": 365][unit]
        else { return nil }
        return String(now.adding(seconds: -Int64(count * days) * 86_400).description.prefix(10))
    }
}

enum AlertSwitch: String, ExpressibleByArgument, CaseIterable { case on, off }
