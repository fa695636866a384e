/// Given names and their short forms. Recognises a short form, and keeps another person's name from being taken for a
/// misspelling.
package enum GivenNames {
    /// Names of one origin and, after the bar, their short forms. Two full names belong to different people. A short
    /// form can stand for any name of its line.
    private static let families: [(full: [String], short: [String])] = """
        alexander alexandra alexandre alexandria | alex alec xander
        alfred | al alf alfie fred freddie
        andrew andreas andre andrea | andy drew
        anthony antonio anton | tony
        barbara | barb babs
        benjamin bennett | ben benny benji
        catherine katherine kathryn katarina | kate katie kathy cathy kat cat
        charles charlotte | charlie chuck
        christopher christian | chris kit
        christina christine kristin kristina | tina chris kris chrissy
        daniel | dan danny
        danielle daniela | dani
        david | dave davey
        deborah debra | deb debbie
        dominic dominik | dom
        dorothy | dot dottie
        edward edmund eduardo edgar edwin | ed eddie ted ned
        elizabeth elisabeth eliza | liz lizzie beth betty
        eleanor elena | nell ellie
        emily emilia emma | em emmy
        francis francisco frances francesca | frank fran frankie
        frederick friedrich frederik | fred freddie rick
        gabriel gabriela gabrielle | gabe gabby
        gregory | greg
        harold henry | harry hal hank
        isabella isabel isabelle | izzy
        jacob jakob | jake
        james | jim jimmy
        jennifer | jen jenny
        jessica | jess jessie
        johannes john | johnny jack
        jonathan | jon jonny
        joseph josephine | joe joey jo
        joshua | josh
        joanna joanne johanna | jo
        judith | judy
        kenneth | ken kenny
        kimberly | kim
        lawrence laurence | larry laurie
        leonard leonardo | leo len lenny
        magdalena margaret margarita | maggie meg peggy
        matthew matthias mateo | matt matty
        maximilian maxwell maxine | max
        megan | meg
        melissa melanie | mel
        michael mikael michel miguel | mike mick mickey mikey
        michelle | shelly
        natalie natalia natasha | nat
        nathan nathaniel | nate nat
        nicholas nikolas nicolas | nick nicky niko
        nicole nicola | nicky nic
        oliver | ollie
        olivia | liv livvy
        pamela | pam
        patrick patricia patrik | pat paddy trish patty
        peter | pete
        philip phillip | phil
        rachel raquel | rae
        raymond | ray
        rebecca | becca becky
        richard | rick ricky rich dick
        robert roberto | rob robbie bob bobby bert
        ronald | ron ronnie
        samuel samantha | sam sammy
        sebastian | seb
        stephanie | steph
        stephen steven stefan | steve stevie
        susan susanna suzanne | sue susie
        theodore theodora | theo ted teddy
        theresa teresa | terry tess
        thomas | tom tommy
        timothy | tim timmy
        valentina valerie | val
        victor victoria | vic vicky tori
        vincent | vince vinny
        william | will bill billy
        zachary | zach zack
        """.split(separator: "\n").map { line in
            let sides = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
            return (sides.first ?? [], sides.count > 1 ? sides[1] : [])
        }

    private static let others = """
        aaron abdul adam aisha alan albert alice alicia alina alma amanda amelia amir amy ana andres angela anika anita ann anna anne
        annika arjun arthur astrid ava axel bianca bjorn boris brandon brenda brian bruce bruno camila carl carla carlos carmen caroline
        cecilia cesar chen chloe claire clara claudia colin connor craig cynthia dana dario dean denis dennis derek diana diego dmitri
        donna doris dylan edith elias elin ella ellen elsa eric erica erik erika esther ethan eva evan eve fatima felix fiona florian
        gareth gary george gerald gina giulia gloria grace gustav hanna hannah hans hassan heather heidi helen helena hugo ian ibrahim
        ines ingrid irene iris ivan ivy jana jane janet jan jason javier jay jean jeff jeremy jesus joan joel jordan jorge jose juan
        julia julian juliana julie kai karen karim karin karl kayla keith kelly kenji kevin kofi kyle lara lars laura lauren lea leah
        lee leila lena leon lila lily linda lucas lukas luke luca linn lin lorena louis louise lucia lucy luis luna lydia maja malik manuel mara marco maren
        mariana marina mario marta martha martin marcus markus mark marc maria marie mary mia mikael michaela maya mei melina mila milan mira miriam mohamed mona monica morgan nadia naomi neil nina
        noah noel noor olaf olga omar oscar otto pablo paola paul paula pavel pedro petr penny per petra pia pierre priya quentin rafael
        raj ralph ramon rana ravi renata rita rosa rosie ross roy ruben ruby ruth ryan sabine sally salma sandro sara scott sean selma
        sergio shane sharon sheila silvia simon simone sofia sonia sophia sophie stan stella sven sylvia tanya tara tariq tatiana tessa
        tina tobias todd tomas tracy travis trevor ursula uwe vanessa vera veronica vivian walter wanda wendy wei yara yasmin yuki yusuf
        zara zoe sandra sasha lisa elsie nora greta jamie jude bastian liam bella alexis
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    private static let known = Set(families.flatMap { $0.full + $0.short } + others)
    private static let fullIn = table(families.map(\.full))
    private static let shortIn = table(families.map(\.short))

    private static func table(_ lines: [[String]]) -> [String: Set<Int>] {
        lines.enumerated().reduce(into: [:]) { table, line in
            for name in line.element { table[name, default: []].insert(line.offset) }
        }
    }

    package static func isKnown(_ word: String) -> Bool { known.contains(word) }

    /// Whether one name is a short form of the other, or both are short forms of the same name: "liz" and "elizabeth".
    static func areForms(_ a: String, _ b: String) -> Bool {
        let shortA = shortIn[a, default: []]
        let shortB = shortIn[b, default: []]
        return !shortA.isDisjoint(with: fullIn[b, default: []]) || !shortB.isDisjoint(with: fullIn[a, default: []])
            || !shortA.isDisjoint(with: shortB)
    }

    /// An approximate sound of a name. Spellings that sound alike give the same value.
    static func sound(_ word: String) -> String {
        var text = String(word.dropFirst())
        for (spelling, sound) in [("ph", "f"), ("ck", "k"), ("ch", "k"), ("x", "ks")] {
            text = text.replacing(spelling, with: sound)
        }
        text = String(word.prefix(1)) + text
        // At the start, "ch" and "sh" are sounds of their own. They are coded with "x", which doesn't occur otherwise.
        let beginnings = [("chr", "kr"), ("ch", "tx"), ("sh", "sx"), ("ph", "f")]
        if let (spelling, sound) = beginnings.first(where: { text.hasPrefix($0.0) }) {
            text = sound + text.dropFirst(spelling.count)
        }
        let plain = text.map { letter -> Character in
            switch letter {
            case "c", "q": "k"
            case "y": "i"
            case "z": "s"
            case "w": "v"
            default: letter
            }
        }
        // A silent "h" and doubled letters don't change the sound.
        var heard: [Character] = []
        for (index, letter) in plain.enumerated() where letter != heard.last && (letter != "h" || index == 0) {
            heard.append(letter)
        }
        return String(heard)
    }
}
