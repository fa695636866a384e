import ArgumentParser
import Configuration

/// Flags for copies of calendars.
struct CalendarPushOptions: ParsableArguments {
    @Option(
        help: "CalDAV servers that calendars may be copied to, separated by commas, as https://dav.example.com."
    )
    var calendarOrigins: String?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("calendar.origins", calendarOrigins)
        return flags
    }
}
