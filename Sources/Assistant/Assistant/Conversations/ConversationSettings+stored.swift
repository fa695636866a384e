import Domain
import Foundation
import SpotterAPI

extension ConversationSettings {
    init(stored json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }

    /// `nil` if nothing is set.
    func stored() throws -> String? {
        guard self != ConversationSettings() else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// - Throws: `invalid_request` for a value that can't be one. The model isn't checked.
    func changed(by request: UpdateConversationRequest) throws(SpotterError) -> ConversationSettings {
        var settings = self
        if let model = request.model.replacement { settings.model = model }
        if let temperature = request.temperature.replacement { settings.temperature = temperature }
        if let topP = request.topP.replacement { settings.topP = topP }
        if let most = request.maxOutputTokens.replacement { settings.maxOutputTokens = most }
        if let webSearch = request.webSearch.replacement { settings.webSearch = webSearch }
        if let instructions = request.instructions.replacement { settings.instructions = instructions?.trimmed }
        guard settings.temperature.map({ (0...2).contains($0) }) ?? true else {
            throw .invalid("temperature is a number from 0 to 2.")
        }
        guard settings.topP.map({ (0...1).contains($0) }) ?? true else {
            throw .invalid("topP is a number from 0 to 1.")
        }
        guard settings.maxOutputTokens.map({ (1...Self.maxOutputTokens).contains($0) }) ?? true else {
            throw .invalid("maxOutputTokens is 1 to \(Self.maxOutputTokens).")
        }
        guard settings.instructions.map(TextLength(1...Self.maxInstructions).admits) ?? true else {
            throw .invalid("instructions hold 1 to \(Self.maxInstructions) characters.")
        }
        return settings
    }
}
