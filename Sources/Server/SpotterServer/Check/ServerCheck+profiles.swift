import Domain

extension ServerCheck {
    /// By what client profiles are made, and where messages go for that.
    var profiles: Finding { reading("client profiles", by: configuration.profileModel, setting: "llm.profiles") }

    /// By what measures are read, and where messages go for that.
    var measures: Finding { reading("measures", by: configuration.measureModel, setting: "llm.measures") }

    /// - Parameter name: of the model that reads besides the rules.
    private func reading(_ subject: String, by name: String?, setting: String) -> Finding {
        func finding(_ outcome: Finding.Outcome, _ text: String) -> Finding {
            Finding(subject: subject, outcome: outcome, text: text)
        }
        guard let name else {
            let flag = "--" + setting.replacing(".", with: "-")
            return finding(.fine, "by rules; no language model reads messages for them (\(flag))")
        }
        guard let settings = configuration.languageModels.first(where: { $0.chosenName == name }) else {
            return finding(.fault, "\(setting) names \(name), which is no configured language model")
        }
        return finding(
            .fine,
            "by rules and by \(name): what clients write to their trainers goes to \(settings.baseURL) (not asked)"
        )
    }
}

extension ServerConfiguration {
    /// All language models, the default first.
    public var languageModels: [LanguageModelSettings] { [languageModel].compactMap(\.self) + otherLanguageModels }
}
