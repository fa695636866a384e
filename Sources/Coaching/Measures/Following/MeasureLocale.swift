import Domain

/// What people mean who give a weight without a unit.
package enum MeasureLocale {
    /// Pounds where the clocks are those of the United States.
    package static func usesPounds(timeZone: String) -> Bool { LocaleTag.usual(in: timeZone).hasSuffix("-US") }
}
