package import Domain
import Messaging
package import Storage

/// The measures of one trainer: those that everybody has, and their own.
package struct MeasureCatalog: Sendable {
    /// What values of a measure may be.
    package struct Rule: Sendable, Hashable {
        package let kind: PointKind
        /// In which values are compared.
        package let unit: PointUnit
        let range: ClosedRange<Double>

        /// Whether somebody can have a value.
        func allows(_ value: Double, in unit: PointUnit) -> Bool {
            value.isFinite && unit.converted(value, to: self.unit).map(range.contains) ?? false
        }
    }

    private let own: [CustomMeasure]

    package static let empty = MeasureCatalog(own: [])

    package static func of(_ trainer: UserID, on connection: any SQLConnection) throws -> MeasureCatalog {
        MeasureCatalog(own: try KindRows.list(of: trainer, on: connection))
    }

    /// `nil` if the trainer has no such measure, or not any more.
    package func rule(of kind: PointKind) -> Rule? {
        switch kind {
        case .known(let known): Rule(kind: kind, unit: .known(known.unit), range: known.range)
        case .own(let name):
            own.first { $0.name.comparable == name.comparable }.map {
                Rule(kind: .own($0.name), unit: PointUnit($0.unit), range: $0.min...$0.max)
            }
        }
    }

    /// - Throws: `invalid_request`, naming the measures that there are.
    package func rule(named name: String) throws -> Rule {
        guard let rule = rule(of: PointKind(name)) else {
            let names = (MeasureKind.allCases.map(\.rawValue) + own.map(\.name)).joined(separator: ", ")
            throw SpotterError.invalid("There is no measure '\(name.prefix(40))'; there are \(names).")
        }
        return rule
    }
}
