import TextReading

/// The words of one language by which somebody says what is to be done: `Vocabulary/<language>/<language>-actions.tsv`.
/// Another language is another file.
///
/// A pattern is a list of words that stands at the beginning of a clause, the longest first: "I'm going to" before "I'm".
package struct ActionVocabulary: Sendable {
    /// "I'll …", "let me …": before what the sender is going to do.
    package let promises: [[String]]
    /// The same in short, which needs a verb of `tasks` after it: "will …", "I can …".
    let barePromises: [[String]]
    /// "I need to …", "note to self …".
    let duties: [[String]]
    /// "Can you …", "please …": before what the other is asked to do.
    let requests: [[String]]
    /// The same before a verb in -ing: "would you mind …".
    let gerundRequests: [[String]]
    /// Requests whose own words belong to the task: "let me know …".
    let wholeRequests: [[String]]
    /// Requests and duties after which a thing is named: "don't forget your belt", "I owe you the sheet".
    let objectRequests: [[String]]
    let objectDuties: [[String]]
    /// "You should …": an advice more than a request.
    package let advice: [[String]]
    /// "We need to …".
    package let shared: [[String]]
    /// "Somebody has to …".
    let somebody: [[String]]
    /// "Everybody should …".
    let everybody: [[String]]
    /// "All of you: …".
    let groupAddresses: [[String]]
    /// After a name: "will …", "said she'd …".
    let othersPromises: [[String]]
    /// "My wife …": people who are meant without a name.
    let relatives: Set<String>
    /// Verbs of tasks.
    let tasks: Set<String>
    /// Those of them that are seldom nouns, so that they begin an order: "send me …".
    let orders: Set<String>
    /// What somebody is asked whether they can, not to do: "can you walk?".
    let abilities: Set<String>
    /// Verbs after which nothing is to be done, as in "I'll be there".
    let states: Set<String>
    /// Verbs of a question that only looks like a request: "can you believe it?".
    let wonder: Set<String>
    /// What reports on another task rather than being one: "and let me know".
    let reports: [[String]]
    /// Words that may stand between a pattern and its verb.
    let adverbs: Set<String>
    /// Words that may stand before a pattern.
    package let openings: Set<String>
    /// Words after which the rest isn't meant: "never", "not".
    package let negations: Set<String>
    /// Orders that are only polite: "take care", "have a good one".
    let pleasantries: [[String]]
    /// Words at the beginning of a sentence that isn't said for sure: "if", "maybe".
    package let doubts: Set<String>
    /// "If you have a minute": what follows is said for sure all the same.
    let politeDoubts: PhraseSet

    package static let all = [PackageResources.en_actions_tsv, PackageResources.es_actions_tsv].map(Self.init)

    /// - Parameter file: a line is the name of a property, a tab, and its words or phrases separated by `|`.
    init(_ file: [UInt8]) {
        let table = WordTable([file])
        func words(_ purpose: String) -> Set<String> { table[purpose].all }
        func patterns(_ purpose: String) -> [[String]] { table[purpose].sequences }
        promises = patterns("promises")
        barePromises = patterns("barePromises")
        duties = patterns("duties")
        requests = patterns("requests")
        gerundRequests = patterns("gerundRequests")
        wholeRequests = patterns("wholeRequests")
        objectRequests = patterns("objectRequests")
        objectDuties = patterns("objectDuties")
        advice = patterns("advice")
        shared = patterns("shared")
        somebody = patterns("somebody")
        everybody = patterns("everybody")
        groupAddresses = patterns("groupAddresses")
        othersPromises = patterns("othersPromises")
        relatives = words("relatives")
        tasks = words("tasks")
        orders = words("orders")
        abilities = words("abilities")
        states = words("states")
        wonder = words("wonder")
        reports = patterns("reports")
        adverbs = words("adverbs")
        openings = words("openings")
        negations = words("negations")
        pleasantries = patterns("pleasantries")
        doubts = words("doubts")
        politeDoubts = PhraseSet(Array(words("politeDoubts")))
    }
}
