import Domain

extension ServerCheck {
    /// By what client profiles are made, and where messages go for that.
    var profiles: Finding {
        func finding(_ outcome: Finding.Outcome, _ text: String) -> Finding {
            Finding(subject: "client profiles", outcome: outcome, text: text)
        }
        guard let name = configuration.profileModel else {
            return finding(.fine, "by rules; no language model reads messages for them (--llm-profiles)")
        }
        guard let settings = configuration.languageModels.first(where: { $0.chosenName == name }) else {
            return finding(.fault, "llm.profiles names \(name), which is no configured language model")
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
