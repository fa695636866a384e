import Testing

/// Words of human languages are data files, which speakers of a language can read and add to.
@Suite struct WordListTests {
    /// What isn't a human language's: keys of JSON, topics, places of templates, names of protocols and of other programs'
    /// interfaces; and the endings of "1st" and "2nd", which are no words.
    private static let interfaces: Set<String> = [
        "Sources/Assistant/Assistant/Advice/AdviceFormat.swift",
        "Sources/Assistant/Assistant/Advice/AdviceReading.swift",
        "Sources/Assistant/Assistant/Generation/ProposalMaker.swift",
        "Sources/Assistant/Assistant/Measures/MeasureClaimPrompt.swift",
        "Sources/Assistant/Assistant/Profiles/ProfileClaimPrompt.swift",
        "Sources/Assistant/Assistant/Prompt/ToolCatalog.swift",
        "Sources/Assistant/AssistantTools/Resolution/ToolResolutionContext+series.swift",
        "Sources/Assistant/LanguageModels/OpenAIChat/ReasoningDetails.swift",
        "Sources/Assistant/ModelProxy/Jobs/UpstreamJob.swift",
        "Sources/Assistant/ModelProxy/Requests/CompletionRequest.swift",
        "Sources/Assistant/OutputSafety/AddressWords.swift",
        "Sources/Assistant/OutputSafety/MarkupEntities.swift",
        "Sources/Assistant/WebSearch/Engine/PublicAddress.swift",
        "Sources/Assistant/WebSearch/Pages/PageText.swift",
        "Sources/Coaching/ClientProfiles/Extraction/ProfileToken.swift",
        "Sources/Coaching/ClientProfiles/ModelReading/ProfileModelReader.swift",
        "Sources/Coaching/ClientProfiles/Questions/ClientFacts+questions.swift",
        "Sources/Language/TimeExpressions/Grammar/Quantities/TimeGrammar+numbers.swift",
        "Sources/Language/TimeExpressions/Words/LocaleStyle.swift",
        "Sources/Language/TimeExpressions/Words/TimeWord+reading.swift",
    ]

    /// Of other groups, what has no list any more.
    private static let folders = ["Sources/Coaching/ClientProfiles/", "Sources/Search/Retrieval/People/Given"]

    /// Three words side by side, also as the keys of a table.
    @Test func noWordListIsLeftInCode() throws {
        let files = try SourceTree().files.filter { file in
            file.group == "Assistant" || file.group == "Language" || Self.folders.contains { file.path.hasPrefix($0) }
        }
        #expect(files.count > 300)
        let list = try Self.list()
        var found: Set<String> = []
        for file in files {
            let lines = file.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            guard let words = lines.joined(separator: "\n").firstMatch(of: list) else { continue }
            found.insert(file.path)
            #expect(Self.interfaces.contains(file.path), "\(file.path): \(words.output)")
        }
        #expect(found == Self.interfaces, "these have no list any more")
    }

    /// The elements of an array or the keys of a table, or a text that is cut at its spaces.
    private static func list() throws -> Regex<Substring> {
        let word = #""[a-zß-ÿ' -]+"(?:: *(?:"[^"\n]*"|[\w.\[\]]+))?"#
        let text = #"(?:[a-zß-ÿ'-]+[ \n\\]+){5,}[a-zß-ÿ'-]+\s*"+\s*\.split"#
        return try Regex("\(word)(?:,\\s*\(word)){2,}|\(text)", as: Substring.self)
    }

    @Test(arguments: [
        (#"["him", "her", "them"]"#, true), (#"case "hour", "hours","#, false),
        (#"["ate": "eat", "saw": 1, "la": x]"#, true),
        (#"["id", "startsAt"]"#, false), (#"["a", "an", "the"]"#, true), ("[\"él\",\n  \"ella\",\n  \"los\"]", true),
        ("\"\"\"\n  hi hey hello dear good \\\n  morning\n  \"\"\".split(separator: \" \")", true),
    ])
    func listsAreTold(code: String, isList: Bool) throws {
        let list = try Self.list()
        #expect(code.contains(list) == isList)
    }
}
