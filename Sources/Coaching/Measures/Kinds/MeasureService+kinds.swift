import Contacts
public import Domain
import Messaging
public import SpotterAPI
import Storage

/// The measures that trainers add.
extension MeasureService {
    /// A trainer's own, or those of a client's trainers.
    public func kinds(for actor: Actor) async throws -> CustomMeasuresResponse {
        let kinds = try await database.read { connection in
            guard actor.role == .client else { return try KindRows.list(of: actor.userId, on: connection) }
            let pairs = try MeasurePair.of(actor.userId, for: actor, on: connection)
            return try pairs.flatMap { try KindRows.list(of: $0.trainer, on: connection) }
        }
        return CustomMeasuresResponse(kinds: kinds)
    }

    /// Adds a measure. The same one again changes nothing.
    /// - Throws: `forbidden` unless the actor is a trainer; `invalid_request` if there can't be such a measure;
    ///   `conflict` if the trainer has another one of this name, or too many.
    public func addKind(_ request: NewCustomMeasureRequest, by actor: Actor) async throws -> CustomMeasure {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can add measures.")
        }
        let (name, unit) = (try Self.kindName(request.name), try Self.unitName(request.unit))
        guard request.min.isFinite, request.max.isFinite, request.min < request.max,
            abs(request.min) <= NewCustomMeasureRequest.maxValue, abs(request.max) <= NewCustomMeasureRequest.maxValue
        else { throw SpotterError.invalid("min has to be less than max, and both within a billion.") }
        let id: CustomMeasureID = ids.next()
        let kind = CustomMeasure(
            id: id,
            trainerId: actor.userId,
            name: name,
            unit: unit,
            min: request.min,
            max: request.max
        )
        return try await database.write { connection in
            let there = try KindRows.list(of: actor.userId, on: connection)
            if let former = there.first(where: { $0.name.comparable == name.comparable }) {
                guard former.unit == unit, former.min == kind.min, former.max == kind.max else {
                    throw SpotterError(.conflict, "You have a measure '\(former.name)' already; delete that first.")
                }
                return former
            }
            guard there.count < NewCustomMeasureRequest.maxKinds else {
                throw SpotterError(.conflict, "You have \(there.count) measures of your own; delete some first.")
            }
            try KindRows.insert(kind, on: connection)
            return kind
        }
    }

    /// Deletes a measure with all its values. Messages and answers of check-ins stay.
    /// - Throws: `not_found` if it isn't the actor's.
    public func deleteKind(_ id: CustomMeasureID, by actor: Actor) async throws {
        try await database.write { connection in
            guard let kind = try KindRows.find(id, on: connection), Access.can(actor, .own(kind.trainerId)) else {
                throw SpotterError.notFound("measure")
            }
            connection.markErasure()
            try connection.execute(
                "DELETE FROM measure_points WHERE trainer_id = $1 AND kind = $2",
                kind.trainerId,
                kind.name
            )
            try connection.execute("DELETE FROM measure_kinds WHERE id = $1", id)
        }
    }

    /// One word, so that it can be typed among others, and no formula of a spreadsheet.
    private static func kindName(_ text: String) throws -> String {
        let isWord = text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        guard isWord, TextLength(1...NewCustomMeasureRequest.maxNameLength).admits(text) else {
            throw SpotterError.invalid(
                "The name is one word of up to \(NewCustomMeasureRequest.maxNameLength) letters, digits and hyphens."
            )
        }
        guard !MeasureKind.allCases.contains(where: { $0.rawValue.comparable == text.comparable }) else {
            throw SpotterError.invalid("'\(text)' is a measure that everybody has.")
        }
        return text
    }

    private static func unitName(_ text: String) throws -> String {
        let unit = try Validation.messageText(text, mayBeEmpty: true).trimmed
        guard TextLength(1...NewCustomMeasureRequest.maxUnitLength).admits(unit), unit.showsSomething,
            !unit.contains(where: \.isNewline), unit.first.map({ !"=+-@".contains($0) }) == true
        else {
            throw SpotterError.invalid("The unit has 1 to \(NewCustomMeasureRequest.maxUnitLength) characters.")
        }
        return unit
    }
}
