import Domain

/// What people mean who give a weight without a unit.
enum MeasureLocale {
    /// Pounds where the clocks are those of the United States.
    static func usesPounds(timeZone: String) -> Bool { LocaleTag.usual(in: timeZone).hasSuffix("-US") }
}
