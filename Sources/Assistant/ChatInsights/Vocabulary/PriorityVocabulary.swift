package import TextReading

/// The words that make a message urgent, important, or less so.
package enum PriorityVocabulary {
    /// Danger to health, or help that is needed at once.
    package static let dangers = PhraseSet(
        """
        chest pain, pain in my chest, my chest hurts, tight chest, tightness in my chest, wrong with my chest, can't breathe,
        cannot breathe, hard to breathe, trouble breathing, difficulty breathing, short of breath, i fainted, fainted in,
        fainted at, fainted after, just fainted, passed out, blacked out, lost consciousness, seeing spots, call an ambulance,
        in an ambulance, need an ambulance, an emergency, emergency i, i'm in hospital, i'm at the hospital, at the hospital now,
        in hospital now, way to the hospital, way to hospital, taken to hospital, rushed to, way to a&e, to a e, at a e, in the er,
        way to the er, broke my, broken my, fractured my, think i broke, something pop, something popped, heard a pop, felt a pop,
        heard a snap, felt a snap, can't lift my arm, can't move my, cannot move my, can't put any weight, can't put weight,
        can't walk, cannot walk, can't stand up, can't feel my, gone numb, feels numb, blood in my, is bleeding, bleeding badly,
        bleeding a lot, won't stop bleeding, vomiting blood, have a concussion, hit my head, overdose, double the tablets,
        too many tablets, too many pills, allergic reaction, throat is closing, suicidal, kill myself, my back just went,
        i collapsed, he collapsed, she collapsed, a seizure, having a stroke, no puedo respirar, dolor en el pecho,
        me he desmayado, me desmaye, en urgencias, una emergencia, una ambulancia, sangre en
        """
    )
    /// What begins a sentence that isn't about now.
    package static let conditions = PhraseSet("if, whenever, in case, unless, si, when you, should you")
    package static let hurry = PhraseSet(
        """
        urgent, urgently, asap, as soon as possible, right now, right away, immediately, need help, help me now,
        sos, urgente, ahora mismo, cuanto antes
        """
    )
    /// Pain or an injury that is there now.
    package static let injuries = PhraseSet(
        """
        hurts, hurt my, hurting, is hurting, sharp pain, in pain, painful, pain in my, pain when, pain again, aches, aching,
        ache in my, tweaked, twisted, rolled my, sprained, pulled something, pulled a, pulled my, strained, tore my, torn, swollen,
        swelling, bruised, injured, injury, sore throat, fever, migraine, dizzy, acting up, flared up, flare up, inflamed, pinched,
        stabbing, throbbing, me duele, duele, lesion, lesionado, fiebre, mareo, mareado, torcido
        """
    )
    /// What takes an injury back, or puts it in the past.
    static let recovered = PhraseSet(
        """
        no pain, zero pain, without pain, pain is gone, pain's gone, pain free, pain-free, doesn't hurt, don't hurt,
        not hurting, no longer hurts, swelling is down, swelling went down, fine again, fine now, ok now, okay now, all fine, all good, healed, recovered, cleared by,
        no injuries, no injury, better now, used to hurt, back to normal, without anything, ya no, sin dolor
        """
    )
    /// Not now.
    static let past = PhraseSet(
        """
        used to, last year, years ago, months ago, in december, in january, back then, as a kid, when i was, no longer
        """
    )
    /// What has a date by which it must be there.
    static let deadlines = PhraseSet("has to be, have to be, must be, is due, deadline, expires")
    /// Whoever isn't the sender.
    package static let others = PhraseSet(
        """
        my dad, my mum, my mom, my mother, my father, my sister, my brother, my wife, my husband, my son, my daughter, my friend,
        my boss, my uncle, my aunt, my neighbour, my neighbor, my cousin, my grandma, my grandpa, your
        """
    )
    /// Not coming, giving up, complaining, waiting.
    package static let troubles = PhraseSet(
        """
        can't make it, cannot make it, can't come, cannot come, won't make it, won't be able to come, won't be able to make,
        not able to come, have to cancel, need to cancel, must cancel, going to quit, want to quit, want to stop coaching, thinking of quitting,
        want to stop training, i quit, i'm done with, cancel my contract, cancel my subscription, end my contract, money back,
        refund, charged me twice, charged twice, overcharged, not happy, i'm unhappy, really disappointed, i'm disappointed, unacceptable,
        i'm fed up, i'm angry, really angry, still waiting, waiting for an answer, you never answered, third time you, wrong amount,
        running late, minutes late, i'm late, be late, have no link, link doesn't work, can't get in, locked out, not working and,
        no puedo ir, no puedo venir, no llego, reembolso, decepcionado, decepcionada
        """
    )
    /// What isn't in a hurry.
    static let calm = PhraseSet(
        """
        no rush, no hurry, not urgent, whenever you have time, whenever you can, whenever you get, when you get a chance,
        when you have a minute, take your time, fyi, just fyi, btw, no need to answer, no need to reply, sin prisa,
        cuando puedas
        """
    )
    /// Thanks, greetings, cheers: a short message with one of them, and nothing to do, asks for nothing.
    static let pleasant: Set<String> = WordList.words(
        """
        thanks thank thx ty cheers lol haha hahaha lmao ok okay k cool nice great morning night evening hi hello hey bye happy
        birthday brilliant awesome lovely congrats congratulations yay wow same sure yes yep yeah perfect amazing legend proud
        welcome top gracias hola genial vale jaja adios buenas
        """
    )
}
