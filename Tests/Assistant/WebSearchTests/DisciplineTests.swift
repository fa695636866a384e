import Testing
import WebSearch

/// When a question is worth a search, and why.
@Suite struct DisciplineTests {
    private let discipline = SearchDiscipline(year: 2026)

    @Test(arguments: [
        "Search the web for knee rehabilitation after surgery", "please google protein timing",
        "can you look up online what RPE means", "Look it up online: tempo runs", "find me a good foam roller online",
        "what does the latest say? do a web search", "Check on the internet how long a hamstring takes",
        "Busca en internet ejercicios de rodilla", "search the web for what Sara should eat",
    ])
    func whoAsksForASearchGetsOne(question: String) {
        let decision = discipline.decision(on: question, namesOwnPeople: question.contains("Sara"))
        #expect(decision.verdict == .mandatory && decision.queryClass == .explicit && decision.shouldSearch)
        #expect(!decision.cues.isEmpty)
    }

    @Test(arguments: [
        ("latest research on creatine", 31), ("What is the weather in Lund tomorrow", 1), ("marathon news", 7),
        ("who is the current world champion", 31), ("best running shoes 2026", 365), ("standings this week", 7),
    ])
    func whatIsNewIsSearched(question: String, days: Int) {
        let decision = discipline.decision(on: question)
        #expect(decision.verdict == .mandatory && decision.queryClass == .timeSensitive)
        #expect(decision.recencyDays == days, "\(decision)")
    }

    @Test(arguments: [
        "who won the Boston marathon in 1998", "history of the deadlift", "Who invented interval training",
        "running shoes of the 1970s",
    ])
    func thePastIsnt(question: String) {
        let decision = discipline.decision(on: question)
        #expect(decision.verdict == .skip && decision.queryClass == .historical && !decision.shouldSearch)
    }

    @Test(arguments: [
        "When is my next session today", "What did my clients say this week", "latest message of the run club",
        "any news in our chat",
    ])
    func onesOwnChatsArent(question: String) {
        let decision = discipline.decision(on: question)
        #expect(decision.verdict == .skip && decision.queryClass == .personal)
    }

    @Test func whoNamesOwnPeopleMeansThem() {
        let question = "How is Sara today?"
        #expect(discipline.decision(on: question).shouldSearch)
        #expect(!discipline.decision(on: question, namesOwnPeople: true).shouldSearch)
    }

    /// Two capitalised words were enough elsewhere.
    @Test(arguments: [
        "Bulgarian Split Squat or Front Squat", "How many sets of Romanian Deadlifts", "", "?!", "in 2025",
    ])
    func namesAloneDecideNothing(question: String) {
        #expect(discipline.decision(on: question).shouldSearch == (question == "in 2025"))
    }

    @Test func anOverrideIsRespected() {
        for question in ["latest news", "history of rowing", "search the web for shoes"] {
            let never = discipline.decision(on: question, override: .never)
            #expect(never.verdict == .bypass && !never.shouldSearch)
            let always = discipline.decision(on: question, override: .always)
            #expect(always.verdict == .bypass && always.shouldSearch)
        }
        #expect(!discipline.decision(on: "latest news /nosrch").shouldSearch)
        #expect(!discipline.decision(on: "Don’t search the web: what is RPE?").shouldSearch)
        #expect(discipline.decision(on: "/search tempo runs").shouldSearch)
        #expect(SearchOverride(command: "/NoSearch") == .never && SearchOverride(command: "/help") == nil)
    }
}
