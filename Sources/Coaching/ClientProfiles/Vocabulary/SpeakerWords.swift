/// Words that say whom a sentence is about, and whether it states, asks or supposes.
enum SpeakerWords {
    static let firstPerson = Self.set(
        """
        i im ive id ill me myself mine we weve were us our yo me mi mis estoy tengo soy voy quiero necesito nos jag
        """
    )
    /// Frequent words by which English is told from languages that are read word by word.
    static let english = Self.set(
        """
        the and is are was were have has had been with this that my i im ive you your it its for of to at on but not so what
        when they he she we our would can cant do does did get got if or min run chef
        """
    )
    static let own = Self.set("my our mi mis")
    static let foreign = Self.set("his her their its your su sus tu tus hans hennes")
    static let others = Self.set("he she they hes shes theyre theyve theyd hed shed ella ellos")
    static let listener = Self.set("you youre youve youd your tu")
    /// People and animals who aren't the author.
    static let relations = Self.set(
        """
        brother sister mum mom mummy mommy mother dad daddy father pappa papa husband hubby wife missus partner boyfriend
        girlfriend fiance fiancee son daughter kid kids child children baby toddler nan nana gran grandma grandad grandpa
        grandmother grandfather grandson granddaughter uncle aunt auntie cousin niece nephew friend friends buddy pal
        colleague colleagues coworker coworkers boss manager neighbor neighbour neighbors neighbours roommate flatmate
        housemate dog cat puppy inlaw inlaws teammate apprentice someone somebody everyone everybody anyone client clients
        patient patients twin ex
        brothers sisters mothers fathers husbands wifes partners sons daughters friends bosss
        hermano hermana madre padre mama esposo esposa marido mujer hijo hija hijos novio novia prometido prometida suegra
        suegro amigo amiga jefe jefa abuela abuelo tio tia primo prima perro gato
        """
    )
    /// People only after a word such as "my" or "a": "mate" also addresses the coach.
    static let looseRelations = Self.set(
        "mate mates man woman guy guys bloke lady lad lads girl girls boy boys people team"
    )
    static let determiners = Self.set(
        "my a an the some this that another his her our their one these those mi un una el la"
    )
    /// What professionals, and only they, do in a report about the author.
    static let reports = Self.set(
        """
        said says say told tells thinks reckons reckon wants wanted gave found cleared made put prescribed changed took
        ordered signed discharged diagnosed called calls confirmed suspects recommended advised forbade started checked
        """
    )
    static let clinicians = Self.set(
        "doctor doc dr gp physio pt nurse specialist surgeon consultant therapist chiro osteo neurologist dentist doctora"
    )
    /// After a name, they make it the subject.
    static let thirdPersonVerbs = Self.set(
        """
        is was has had broke hurt got tore needs wants cant did does pulled twisted hates loves sprained says takes eats
        runs goes went started thinks fell signed trains
        """
    )
    static let strictThirdPersonVerbs = Self.set(
        "has broke tore needs wants hates loves sprained takes eats says thinks"
    )
    static let supposing = Self.set("if imagine suppose pretend unless wish hypothetically si ojala")
    static let fillers = Self.set(
        "ok okay so and but hey also quick question btw hmm well yes yeah no oh um uh oye alex coach mate hi hello pls please"
    )
    static let asking = Self.set(
        "what whats how hows why where wheres who whos which does is are any que como cuanto puedo debo cual cuando"
    )
    static let askingWithSubject = Self.set(
        "can could do did should would will am have may shall when has might were was"
    )
    static let subjects = Self.set("i you we it that this there he she they my the your")
    static let negations = Self.set(
        "no not never dont doesnt isnt wasnt without zero didnt havent hasnt arent neither nothing aint nor sin nunca ningun"
    )
    static let hedges = Self.set("maybe think probably perhaps might possibly guess suppose seems creo quizas tal")
    static let calendar = Self.set(
        """
        monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
        september october november december mondays tuesdays wednesdays thursdays fridays saturdays sundays
        """
    )
    static let past = PhraseList(
        "used to, back then, years ago, last year, as a kid, when i was, in my twenties, in college"
    )

    static func set(_ words: String) -> Set<String> {
        Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
