import Retrieval
import SpotterAPI
import Testing

@Suite struct NameMatcherTests {
    @Test(arguments: [
        // The whole name, whatever its case, accents or order of typing.
        ("sara lindqvist", ["Sara Lindqvist", "Sarah Lind"], ["Sara Lindqvist"]),
        ("JOSÉ álvarez", ["Jose Alvarez"], ["Jose Alvarez"]),
        ("Zoë's", ["Zoe Park"], ["Zoe Park"]),
        // Parts.
        ("Mike", ["Mike Ross", "Mike Chen", "Sara Lindqvist"], ["Mike Ross", "Mike Chen"]),
        ("lindqvist", ["Sara Lindqvist"], ["Sara Lindqvist"]),
        ("Mike C.", ["Mike Ross", "Mike Chen"], ["Mike Chen"]),
        // A better kind of match wins alone.
        ("Mike", ["Mike Ross", "Michael Chen"], ["Mike Ross"]),
        ("Sara", ["Sara Lindqvist", "Sarah Connor"], ["Sara Lindqvist"]),
        ("Mike Ross", ["Mike Ross", "Mike Rossi"], ["Mike Ross"]),
        // Short forms and sounds.
        ("Liz", ["Elizabeth Moore", "Lisa Wong"], ["Elizabeth Moore"]),
        ("Mike", ["Michael Chen"], ["Michael Chen"]),
        ("Erik", ["Eric Olsen"], ["Eric Olsen"]),
        ("Sara", ["Sarah Connor"], ["Sarah Connor"]),
        ("Alexis", ["Alexis Romero"], ["Alexis Romero"]),
        // Slips of the pen.
        ("Lindqivst", ["Sara Lindqvist"], ["Sara Lindqvist"]),
        ("Priyanca", ["Priyanka Rao"], ["Priyanka Rao"]),
        ("Rozs", ["Mike Ross"], ["Mike Ross"]), ("Rzzs", ["Mike Ross"], []),
        ("Chen", ["Ken Adams"], []),
        // Somebody else's name isn't a slip.
        ("Veronica", ["Monica Bell", "Victor Ray"], []),
        ("Mark", ["Mary Stone"], []),
        ("Dan", ["Dana Cole"], []),
        ("Alexandra", ["Alexander Bell"], []),
        ("Jan", ["Ian Holm"], []),
        ("Bob", ["Rob Hall"], ["Rob Hall"]),
        ("Sara Lindqvist", ["Sara Lindberg"], []),
        ("Mike Ross Jr", ["Mike Ross"], []),
        ("", ["Mike Ross"], []), ("   ?!", ["Mike Ross"], []), ("'", ["Mike Ross"], []),
    ])
    func findsTheBestNames(name: String, among people: [String], expected: [String]) {
        #expect(NameMatcher.best(name, among: people) { $0 } == expected)
    }

    @Test func anyTextIsAnswered() {
        for text in [String(repeating: "a", count: 100_000), String(repeating: "a ", count: 5000), "\u{0}\u{301}", "👩‍👩‍👧"]
        {
            #expect(NameMatcher.best(text, among: ["Mike Ross"]) { $0 }.isEmpty)
        }
    }
}
