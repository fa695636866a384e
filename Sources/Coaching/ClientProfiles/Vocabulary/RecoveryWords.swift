/// How people say that something is over.
enum RecoveryWords {
    /// Enough by themselves.
    static let strong = PhraseList(
        """
        zero|no|without ~2 pain|pains|ache|aches|pinch|zing|discomfort|symptoms|twinge|twinges|niggle|niggles|headaches|migraines
        pain|symptom|ache|injury free, not any|in pain, no more pain, not even a click|twinge|pinch
        doesnt|dont|isnt|not|hasnt|havent|didnt|never ~2 hurt|hurts|hurting|ache|bother|bothered|bothers|bothering|pinch
        didnt ~1 make a peep, hasnt made itself heard, not made itself heard, no longer ~2 hurts|hurting|bothers
        didnt say a word, hasnt said a word, not a peep|squeak|sound|whisper, without complaint|complaints, stopped hurting
        all clear, got the all clear, cleared me, been cleared, cleared for, got cleared, was cleared, im cleared
        discharged, signed me off, signed off, healed, all healed, fully recovered, recovered from, cured, good as new
        pain is gone, pain has gone, its gone, has gone away, went away, is gone, are gone, completely gone, back to 100
        spine|back|knee|shoulder|elbow|hip is quiet, all good again, back to normal, quiet # weeks|days|months
        ya no ~2 duele|duelen|arde|molesta, no me ha dolido, no me ha molestado, sin dolor, curado, curada, recuperado
        ~0 recuperada, me dieron de alta, se me quito, no ha dolido, las molestias se fueron
        """
    )
    /// Only if the part that is well again is named before it.
    static let weak = PhraseList(
        """
        is|are|feels|feel|feeling|been|seems ~2 fine|good|great|perfect|solid|normal|okay|ok|strong|quiet|sorted|better|new|silent|behaving
        all good, all fine, 100, fixed, mended, no issues, no problems, no trouble, holding up, esta bien, mucho mejor, ya bien
        """
    )
    /// The part is only on the way.
    static let almost = PhraseList(
        """
        is still, still hurts|hurting|sore|tight|stiff|a|some|painful|there|not|cant|bad|feel|aches|bit, felt, almost, nearly, not yet, but, except, hope, hopefully, if, until, when it, once, better than, getting better
        a bit better, much better, mucho mejor, down to, todavia, aun, would be, will be, until its, wish, supposed to
        """
    )

    /// Regions that are healed together: who says that the leg is fine means the knee, too.
    static let wider: [String: [String]] = [
        "leg": ["knee", "hamstring", "calf", "quad", "shin"], "arm": ["elbow", "shoulder", "wrist", "hand"],
        "foot": ["ankle", "plantar", "achilles"], "ankle": ["foot", "sprain"], "hand": ["wrist", "carpal"],
        "wrist": ["hand"], "back": ["lumbar"], "elbow": ["tendon", "arm"], "chest": ["rib"],
        "hamstring": ["glute", "strain"],
        "head": ["headache"], "shoulder": ["impingement", "cuff"], "knee": ["patellofemoral"],
    ]
}
