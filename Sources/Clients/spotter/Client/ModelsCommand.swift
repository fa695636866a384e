import ArgumentParser
import SpotterAPI
import SpotterClient
import Terminal

struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "The models that can answer your questions.",
        discussion: """
            The first one answers unless you choose another: spotter ask --model NAME. The built-in one needs no other \
            computer; messages that answer you are sent to the provider of any other.

            EXAMPLES
              spotter models
              spotter models --json | jq -r '.models[].id'
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            let found = try await options.session().api.models()
            if options.json { return try ClientOutput.document(found) }
            ClientOutput.lines(found.models.map { Self.line($0, found.currency) })
        }
    }

    private static func line(_ model: AssistantModel, _ currency: String) -> String {
        let abilities = [
            (model.capabilities.tools, "prepares actions"), (model.capabilities.images, "sees pictures"),
            (model.capabilities.thinking, "shows its reasoning"),
        ]
        var parts = abilities.filter(\.0).map(\.1)
        if let context = model.contextTokens { parts.append("\(context) tokens") }
        if let price = model.price {
            parts.append("\(Money.text(price.input))/\(Money.text(price.output)) \(currency) a million tokens")
        }
        let name = TerminalText.line(model.id) + (model.isDefault ? " (default)" : "")
        return parts.isEmpty ? name : "\(name)  \(parts.joined(separator: ", "))"
    }
}

/// Amounts of money in words.
enum Money {
    /// With two digits after the point, or as many as a small amount needs, at most six.
    static func text(_ amount: Double) -> String {
        let digits = String(Int((min(max(amount, 0), 1e9) * 1_000_000).rounded()))
        let padded = String(repeating: "0", count: max(7 - digits.count, 0)) + digits
        var cents = padded.suffix(6)
        while cents.count > 2, cents.last == "0" { cents.removeLast() }
        return "\(padded.dropLast(6)).\(cents)"
    }
}
