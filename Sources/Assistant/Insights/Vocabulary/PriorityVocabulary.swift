/// The words that make a message urgent, important, or less so.
enum PriorityVocabulary {
    /// Danger to health, or help that is needed at once.
    static let dangers = DecisionVocabulary.phrases(
        """
        chest pain, pain in my chest, my chest hurts, tight chest, tightness in my chest, wrong with my chest, can't breathe,
        cannot breathe, hard to breathe, trouble breathing, difficulty breathing, short of breath, fainted, passed out,
        blacked out, lost consciousness, seeing spots, ambulance, emergency, in hospital, at the hospital, to the hospital,
        to a&e, the er, broke my, broken my, fractured my, think i broke, something pop, heard a pop, felt a pop, heard a snap,
        felt a snap, popped, snapped, can't lift my arm, can't move my, cannot move my, can't put any weight, can't put weight,
        can't walk, cannot walk, can't stand, can't feel my, gone numb, feels numb, numb and, blood in my, bleeding, vomiting blood,
        concussion, hit my head, overdose, double the tablets, too many tablets, too many pills, allergic reaction, throat is closing,
        suicidal, kill myself, hurt myself on purpose, my back just went, collapsed, seizure, stroke, no puedo respirar,
        dolor en el pecho, me he desmayado, me desmaye, urgencias, emergencia, ambulancia, sangre en
        """
    )
    static let hurry = DecisionVocabulary.phrases(
        """
        urgent, urgently, asap, as soon as possible, right now, right away, immediately, at once, need help, help me now,
        sos, urgente, ahora mismo, cuanto antes
        """
    )
    /// Pain or an injury that is there now.
    static let injuries = DecisionVocabulary.phrases(
        """
        hurts, hurt my, hurting, is hurting, sharp pain, in pain, painful, pain in my, pain when, pain again, aches, aching,
        ache in my, tweaked, twisted, rolled my, sprained, pulled something, pulled a, pulled my, strained, tore my, torn, swollen,
        swelling, bruised, injured, injury, sore throat, fever, migraine, dizzy, acting up, flared up, flare up, inflamed, pinched,
        stabbing, throbbing, me duele, duele, lesion, lesionado, fiebre, mareo, mareado, torcido
        """
    )
    /// What takes an injury back, or puts it in the past.
    static let recovered = DecisionVocabulary.phrases(
        """
        no pain, zero pain, without pain, pain is gone, pain's gone, pain free, pain-free, doesn't hurt, don't hurt,
        not hurting, no longer hurts, fine again, fine now, ok now, okay now, all fine, all good, healed, recovered, cleared by,
        no injuries, no injury, better now, used to hurt, back to normal, without anything, ya no, sin dolor
        """
    )
    /// Whoever isn't the sender.
    static let others = DecisionVocabulary.phrases(
        """
        my dad, my mum, my mom, my mother, my father, my sister, my brother, my wife, my husband, my son, my daughter, my friend,
        my boss, my uncle, my aunt, my neighbour, my neighbor, my cousin, my grandma, my grandpa, your
        """
    )
    /// Not coming, giving up, complaining, waiting.
    static let troubles = DecisionVocabulary.phrases(
        """
        can't make it, cannot make it, can't come, cannot come, won't make it, won't be able to come, won't be able to make,
        not able to come, have to cancel, need to cancel, must cancel, going to quit, want to quit, want to stop coaching, thinking of quitting,
        want to stop training, i quit, i'm done with, cancel my contract, cancel my subscription, end my contract, money back,
        refund, charged me twice, charged twice, overcharged, not happy, unhappy, really disappointed, disappointed, unacceptable,
        fed up, complaint, angry, still waiting, waiting for an answer, no answer, you never answered, third time, wrong amount,
        running late, minutes late, i'm late, be late, have no link, link doesn't work, can't get in, locked out, not working and,
        no puedo ir, no puedo venir, no llego, reembolso, decepcionado, decepcionada
        """
    )
    /// What isn't in a hurry.
    static let calm = DecisionVocabulary.phrases(
        """
        no rush, no hurry, not urgent, whenever you have time, whenever you can, whenever you get, when you get a chance,
        when you have a minute, take your time, fyi, just fyi, btw, no need to answer, no need to reply, sin prisa,
        cuando puedas
        """
    )
    /// Thanks, greetings, cheers: a short message with one of them, and nothing to do, asks for nothing.
    static let pleasant: Set<String> = ActionVocabulary.words(
        """
        thanks thank thx ty cheers lol haha hahaha lmao ok okay k cool nice great morning night evening hi hello hey bye happy
        birthday brilliant awesome lovely congrats congratulations yay wow same sure yes yep yeah perfect amazing legend proud
        welcome top gracias hola genial vale jaja adios buenas
        """
    )
}
