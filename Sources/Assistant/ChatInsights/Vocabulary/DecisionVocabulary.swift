import TextReading

/// The words by which people say that something is settled, in the languages that are read.
enum DecisionVocabulary {
    /// Anywhere in a sentence.
    static let settled = PhraseSet(
        """
        we agreed on, we agreed to, we agreed that, we've agreed, we have agreed, i've decided, i have decided, we've decided,
        we have decided, we decided, i decided, decision made, made up my mind, made my decision, final answer, it's settled,
        that's settled, so settled, settled then, we settled on, we've settled on, settled on, we're going with,
        we are going with, we'll go with, i'm going with, i'll go with, we'll stick with, we stick with, sticking with,
        we stay with, we'll stay with, we'll keep, we keep the, we'll do, we'll move, we move to, we'll switch,
        from now on, from next week on, starting next week we, starting monday we, is off then, is cancelled then,
        booked for, confirmed for, i've moved you, i moved you, i've booked you, you're booked, you're in for,
        i'm putting you on, i've put you on, i'm in for, count me in, i'm out of, i'm dropping the, the plan is, that's the plan,
        your sessions are now, after all, that's a deal, it's a deal, we have a deal, we've got a deal, not doing the,
        quedamos el, quedamos en, quedamos a, hemos decidido, he decidido, trato hecho, mejor no, queda confirmado,
        decidido
        """
    )

    /// At the beginning of a sentence or clause.
    static let openings = PhraseSet(
        """
        agreed, deal, booked, confirmed, moved to, going with, settled, decided, de acuerdo, hecho, confirmado, resolved
        """
    )

    /// "I'm going to run the 10k, not the half": an intention together with what it replaces.
    static let intentions = PhraseSet("i'm going to, i am going to, i will, i'll, we're, i'm")
    static let alternatives = PhraseSet("not the, instead")
    /// What somebody gives up or turns to.
    static let withdrawals = PhraseSet(
        """
        i'm cancelling my, i'm canceling my, i'm dropping, i'm switching to, i'm giving up, i'm moving to, i'm skipping the,
        i'll skip the, i'm taking the
        """
    )

    /// After "let's": not a decision.
    static let vague: Set<String> = WordList.words(
        """
        see be hope talk face wait pray chat catch discuss say pretend just think find figure hear check look know put
        assume imagine get
        """
    )

    /// Words that take a decision back.
    static let open = PhraseSet(
        """
        not confirmed, haven't decided, have not decided, can't decide, not decided, not sure, maybe, perhaps, might,
        could, not agreed, never agreed, i agreed with, agree with, if, wish, almost decided, before we decided,
        still deciding, unless, a deal of, deal with, what a deal, my sister decided, quiza, tal vez
        """
    )

    /// Short answers that accept what was proposed.
    static let acceptances = PhraseSet(
        """
        yes, yep, yeah, yup, sure, ok, okay, perfect, great, sounds good, sounds great, sounds perfect, works, works for me,
        that works, that works for me, fine, fine by me, fine with me, deal, agreed, go ahead, done, let's do it, let's do that,
        i'm in, good idea, absolutely, of course, no problem, si, perfecto, vale, de acuerdo, claro, me parece bien, genial,
        can do, will do, alright, all good, suits me, good for me, cool, moved, no let's keep, happy with that
        """
    )

    /// Words that take an acceptance back.
    static let objections = PhraseSet("not, can't, don't, doesn't, but")

    /// What proposes something that can be accepted.
    static let proposals = PhraseSet(
        """
        shall we, should we, how about, what about, can we, could we, want to switch, want to move, want to change,
        would you like to, do you want to, work for you, works for you, suit you, i suggest, i propose, i'd like to,
        i would like to, let's, why don't we, ok if, okay if, is it ok, is it okay, would it be ok, can i move, could i move,
        could you move, can you move, can i switch, what if we, we could, lo dejamos, quedamos, que tal, podemos, te va bien
        """
    )
}
