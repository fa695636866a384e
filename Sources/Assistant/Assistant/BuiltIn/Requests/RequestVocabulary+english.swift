extension RequestVocabulary {
    static let english = RequestVocabulary(
        verbs: [
            .remind: [
                "remind me", "remind us", "set a reminder", "set reminder", "set me a reminder", "create a reminder",
                "add a reminder", "make a reminder", "give me a reminder", "reminder", "a reminder",
                "don't let me forget", "do not let me forget", "nudge me", "ping me", "poke me", "alert me",
                "have a reminder", "mind reminding me",
            ],
            .reschedule: [
                "reschedule", "move", "push", "push back", "postpone", "shift", "bring forward", "bring", "delay",
                "change", "extend", "shorten", "start", "make", "make it", "make that", "switch", "mind moving",
                "mind pushing",
                "mind rescheduling",
            ],
            .cancel: [
                "cancel", "call off", "drop", "delete", "remove", "scrap", "clear", "wipe", "clear out", "free up",
                "take", "get rid of", "mind cancelling", "mind canceling",
            ],
            .message: [
                "tell", "message", "text", "msg", "dm", "send", "let", "ask", "notify", "inform", "write", "write to",
                "reply to", "respond to", "say to", "say hi to", "say hello to", "remind", "drop", "shoot", "forward",
                "thank", "congratulate", "wish", "greet", "write back to", "email", "answer",
                "write a reply to", "write a message to", "mind telling", "mind asking",
            ],
            .schedule: [
                "schedule", "book", "book in", "arrange", "organize", "organise", "set up", "put in", "pencil in",
                "pencil", "block", "block off", "block out", "reserve", "set", "plan", "make", "create", "fix", "add",
                "put", "get", "call", "phone", "facetime", "zoom", "fit", "fit in", "squeeze", "squeeze in", "slot",
                "slot in", "see", "meet", "meet with", "talk to", "talk with", "speak to", "speak with", "train",
                "have", "do", "catch up with", "sit down with", "mind booking", "mind scheduling", "to come in",
                "to come", "to train", "give",
            ],
        ],
        politeness: [
            "please", "hey", "hi", "hello", "ok", "okay", "so", "also", "and", "then", "now", "spotter", "just",
            "quickly", "kindly", "yes", "can you", "could you", "would you", "will you", "any chance you could",
            "is there any chance you could", "do you think you could", "i was wondering if you could",
            "before i forget",
            "instead", "after that", "go ahead and", "help me", "help me to", "try to", "if you can", "if possible",
            "it would be great if you could", "pls", "plz", "could you please", "can you please", "but",
            "maybe", "well", "oh", "great", "thanks", "i want you to", "i'd like you to", "i would like you to",
            "i need you to", "be so kind and",
        ],
        wishes: [
            "i want to", "i want", "i'd like to", "i'd like", "i would like to", "i would like", "i need to", "i need",
            "i have to", "i've got to", "i must", "let's", "lets", "i'd love to", "we should", "we need to",
            "we have to", "i should", "we want to", "let us", "i'd rather", "i wanna", "gotta", "i gotta", "let",
            "can we", "could we", "shall we",
        ],
        training: [
            "session", "sessions", "training", "trainings", "workout", "workouts", "train", "pt", "lesson", "class",
            "gym",
        ],
        call: [
            "call", "calls", "phone", "zoom", "facetime", "videocall", "video", "meet", "meeting", "meetings",
            "catch-up", "catchup", "check-in", "checkin", "consultation", "consult", "chat",
        ],
        otherEvents: ["appointment", "appointments", "event", "events", "booking", "bookings", "slot", "slots"],
        calendars: ["calendar", "schedule", "agenda", "diary"],
        and: ["and", "then", "plus"],
        or: ["or"],
        with: ["with"],
        to: ["to", "until", "till", "til", "onto", "for"],
        fillers: [
            "a", "an", "the", "my", "our", "in", "into", "to", "on", "at", "for", "with", "from", "of", "off", "down",
            "up", "out", "please", "thanks", "thank", "you", "some", "time", "new", "another", "quick", "short", "me",
            "us", "it", "him", "her", "them", "his", "their", "this", "that", "these", "those", "there", "by", "is",
            "be", "instead", "somewhere", "something", "next", "upcoming", "one", "currently", "then", "now", "as",
            "long", "i", "we", "called", "named", "if", "possible", "ok", "okay", "too", "also", "both", "all",
            "every", "each", "everything", "entire", "whole", "local", "zone", "same", "back", "forward", "later",
            "earlier", "sooner", "ahead", "over", "actually", "and", "whatever", "anything", "have", "rid",
        ],
        personPronouns: ["him", "her", "them", "his", "their", "he", "she", "they"],
        eventPronouns: ["it", "that", "this"],
        everybody: [
            "all my clients", "all of my clients", "all clients", "all our clients", "every client", "everyone",
            "everybody", "my clients", "all of them", "each client", "each of my clients", "every one of my clients",
            "the clients", "all the clients",
        ],
        everything: ["everything", "all", "every", "both", "each", "whole", "entire", "whatever", "anything"],
        that: ["that", "saying", "says", "say", "reading"],
        whether: ["if", "whether"],
        corrections: [
            "no wait", "wait no", "wait", "sorry", "no sorry", "sorry no", "actually", "no actually", "i mean",
            "i meant", "no i mean", "no i meant", "sorry i mean", "sorry i meant", "scratch that", "make that",
            "no make that", "no make it", "or rather", "rather", "correction", "better", "no", "no better", "oops",
            "let's say", "no let's say", "actually no", "nope", "not that", "hm no", "hmm no", "ah no", "oh no",
        ],
        questionWords: [
            "what", "which", "who", "whom", "whose", "why", "how", "where", "what's", "who's", "did", "does", "do",
            "is", "are", "was", "were", "has", "have", "had", "should", "am", "when",
        ]
    )
}
