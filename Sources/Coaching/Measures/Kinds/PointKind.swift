package import Domain

/// What a point measures: a kind that everybody has, or one that its trainer has added.
package enum PointKind: Sendable, Hashable {
    case known(MeasureKind)
    /// By its name.
    case own(String)

    package init(_ name: String) { self = MeasureKind(rawValue: name).map { .known($0) } ?? .own(name) }

    package var name: String {
        switch self {
        case .known(let kind): kind.rawValue
        case .own(let name): name
        }
    }

    package var known: MeasureKind? { if case .known(let kind) = self { kind } else { nil } }
}

/// What a value is counted in. A trainer's own unit converts to itself only.
package enum PointUnit: Sendable, Hashable {
    case known(MeasureUnit)
    case own(String)

    package init(_ name: String) { self = MeasureUnit(rawValue: name).map { .known($0) } ?? .own(name) }

    package var name: String {
        switch self {
        case .known(let unit): unit.rawValue
        case .own(let name): name
        }
    }

    /// - Returns: `nil` if the units are of different dimensions.
    package func converted(_ value: Double, to unit: PointUnit) -> Double? {
        guard case .known(let one) = self, case .known(let other) = unit else { return self == unit ? value : nil }
        return one.converted(value, to: other)
    }
}
