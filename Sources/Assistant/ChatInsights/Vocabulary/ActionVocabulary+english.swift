import TextReading

extension ActionVocabulary {
    package static let english = ActionVocabulary(
        promises: WordList.patterns(
            """
            i'll, i will, i'm going to, i am going to, i'm gonna, i shall, i promise to, i promise i'll, let me,
            i'll make sure to
            """
        ),
        barePromises: WordList.patterns("will, going to, gonna, i can, i could"),
        duties: WordList.patterns(
            """
            i need to, i have to, i've got to, i got to, i gotta, gotta, need to, have to, got to, i should, i must,
            i ought to, i still need to, i still have to, must remember to, i must remember to, i should remember to,
            i need to remember to, i better, i'd better
            """
        ),
        requests: WordList.patterns(
            """
            can you, could you, would you, will you, please, kindly, can you please, could you please, would you please,
            please can you, please could you, any chance you could, any chance you can, is there any chance you could,
            would it be possible to, would it be possible for you to, is it possible for you to,
            i'd appreciate it if you, i would appreciate it if you, i need you to, i want you to, i'd like you to,
            i would like you to, you need to, you have to, you must, you've got to, don't forget to,
            do not forget to, remember to, make sure, make sure to, make sure you, make sure that you, be sure to,
            please make sure you, please remember to, please don't forget to, your homework is to
            """
        ),
        gerundRequests: WordList.patterns("would you mind, do you mind, how about you try"),
        wholeRequests: WordList.patterns("let me know, please let me know, remind me to, please remind me to"),
        objectRequests: WordList.patterns("don't forget, please don't forget"),
        objectDuties: WordList.patterns(
            """
            i still owe you, i owe you, note to self, reminder for me, reminder to self, reminder to myself
            """
        ),
        advice: WordList.patterns(
            "you should, you'd better, you ought to, you could maybe, i suggest you, i'd recommend you"
        ),
        shared: WordList.patterns(
            "we need to, we have to, we should, we must, we gotta, we've got to, we still need to, we still have to"
        ),
        somebody: WordList.patterns(
            """
            someone needs to, somebody needs to, someone has to, somebody has to, someone should, somebody should,
            someone must, somebody must, one of us needs to, one of us has to, one of us should, one of you needs to
            """
        ),
        everybody: WordList.patterns(
            """
            everybody should, everyone should, everybody must, everyone must, everybody please, everyone please,
            everybody has to, everyone has to, everybody needs to, everyone needs to, all of you should,
            all of you need to, you all need to
            """
        ),
        groupAddresses: WordList.patterns(
            "all of you, everybody, everyone, team, guys, all, folks, hi all, hi everybody, hi team"
        ),
        othersPromises: WordList.patterns(
            """
            will, is going to, is gonna, promised to, said she'd, said he'd, said they'd, said she will, said he will,
            said she would, said he would, offered to, agreed to, has to, needs to, volunteered to
            """
        ),
        relatives: WordList.words(
            """
            wife husband partner mum mom mother dad father brother sister son daughter boss assistant colleague friend
            girlfriend boyfriend doctor physio accountant flatmate roommate
            """
        ),
        tasks: WordList.words(
            """
            send mail email e-mail text call ring phone message ping dm order buy pay transfer print bring pack upload film
            record measure weigh log track note write fill sign read check review update rewrite swap prepare schedule
            reschedule book rebook cancel move change ask tell drop pick collect fetch get take renew register enrol
            enroll apply download install charge wash clean fix repair return refund invoice bill choose find create build
            edit resend re-send forward attach scan test retest try wear keep stop see visit speak chase arrange organise
            organize reserve remind submit finish complete confirm share post look pull give show unlock add remove
            replace raise lower reduce count plan draft cook eat drink rest stretch ice calculate compare translate explain
            deliver lend borrow hand save delete archive watch listen answer reply respond follow report subscribe
            unsubscribe use turn switch adjust talk consult increase mark hold sort tidy empty grab push postpone link tag
            pin invite notify warn inform block reach practise practice learn photograph snap copy paste study feed
            double-check cover label screenshot bump set
            """
        ),
        orders: WordList.words(
            """
            send mail email e-mail text call ring ping dm order buy pay transfer print bring pack upload film record measure
            weigh log note write fill sign read check review update rewrite swap prepare schedule reschedule book rebook cancel
            move change ask tell drop pick collect fetch get take renew register enrol enroll apply download install fix repair
            choose find create build edit resend re-send forward attach try wear keep stop see arrange organise organize reserve
            remind submit finish complete confirm share post pull give show unlock add remove replace raise lower reduce eat
            drink calculate compare translate explain deliver lend borrow save delete answer reply respond follow subscribe
            unsubscribe use turn switch adjust talk increase hold sort tidy grab push postpone invite notify warn inform reach
            learn photograph copy paste double-check set
            """
        ),
        abilities: WordList.words(
            "walk run lift sleep eat swim jump move stand sit squat reach bend cook breathe train sing dance"
        ),
        states: WordList.words(
            """
            be see feel know think say survive never miss love like hate admit live die cry need want hope guess bet
            understand wait stay sleep go come arrive meet run race forget manage recover pass probably maybe perhaps
            always happily gladly surely still not believe lose win enjoy suffer struggle regret assume imagine bed work
            school church town hospital
            """
        ),
        wonder: WordList.words(
            "believe imagine hear see feel remember guess smell stand say be like prefer mind come go"
        ),
        reports: WordList.patterns(
            "tell, let me know, let you know, get back, report back, see how, see if, see whether, ping"
        ),
        adverbs: WordList.words(
            """
            really still also just definitely then quickly now finally immediately kindly please both first actually always
            """
        ),
        openings: WordList.words(
            """
            and but so then also ok okay sure yes yep yeah yup hey hi hello coach well right first second next finally now
            anyway oh great perfect cool alright again btw no thanks sorry morning evening actually plus
            """
        ),
        negations: WordList.words("not never don't"),
        pleasantries: WordList.patterns(
            """
            take care, take it easy, keep it up, keep going, keep up, see you, have a, have fun, get well, get some rest,
            give it, give me until, give me a, leave it, try not, see how, talk soon, talk later, speak soon, speak later, call of,
            thank you, look at you, look who, tell me about it, tell me i'm, tell me to, keep me honest, look at me, keep smiling, stop it, take your time,
            get better, show off, ask away, read you, get out, watch out, text you, call you, see ya, look forward,
            no need, have to cancel, i have to cancel, need to cancel, i need to cancel, we need to talk, we should talk, we should meet, we need to meet, we should sit, we should catch, we have to talk
            """
        ),
        doubts: WordList.words("if maybe perhaps unless"),
        politeDoubts: PhraseSet("if you have, if you get, if you can, if you could, if you don't mind")
    )
}
