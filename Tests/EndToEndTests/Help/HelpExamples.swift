/// What each example of `--help` does in the demo's world.
enum HelpExamples {
    enum Outcome {
        /// It is run. The output, of both kinds, must contain the text. `status` is `nil` where it depends on this machine.
        case prints(String, status: Int32? = 0, after: String? = nil, suffix: String = "")
        /// It isn't run here, and why.
        case notRun(String)

        var isRun: Bool { if case .prints = self { true } else { false } }
    }

    static let outcomes: [String: Outcome] = talking.merging(finding) { one, _ in one }.merging(running) { one, _ in one
    }
    .merging(administering) { one, _ in one }.merging(coaching) { one, _ in one }.merging(account) { one, _ in one }

    /// A new client whom Alex has asked.
    private static func asked(_ name: String) -> String {
        "echo secret-1 | spotter login --profile \(name) --register --role client --name \(name) --email \(name)@example.com"
            + " --password-stdin --server https://chat.example.com && spotter contacts --add \(name)@example.com"
    }

    private static let talking: [String: Outcome] = [
        "spotter login --email alex@example.com": .prints("as Alex Rivera (trainer)"),
        "spotter login --server https://chat.example.com --email alex@example.com": .prints("as Alex Rivera (trainer)"),
        #"spotter login --register --invite sp_i_… --name "Nina Berg" --email nina@example.com"#: .prints(
            "as Nina Berg (client)"
        ),
        #"spotter login --register --invite sp_i_… --role trainer --name "Kim Park" --email kim@example.com"#: .prints(
            "as Kim Park (trainer)"
        ),
        "pass show spotter | spotter login --email alex@example.com --password-stdin": .prints("as Alex Rivera"),
        "spotter login --profile sara --email sara@example.com": .prints("as Sara Lindqvist (client)"),
        "spotter login --demo": .prints("as Alex Rivera (trainer)", suffix: " --server https://chat.example.com"),
        "spotter logins": .prints("* -        Alex Rivera <alex@example.com>"),
        "spotter logins --default sara": .prints("* sara     Sara Lindqvist"),
        "spotter logins --default -": .prints("* -        Alex Rivera"),
        "SPOTTER_PROFILE=sara spotter chats": .prints("Alex Rivera"),
        "spotter logout": .prints("Logged out alex@example.com"),
        "spotter logout --profile sara": .prints("Logged out sara@example.com"),
        "spotter invite": .prints("Give it to your client"),
        "spotter invite sara@example.com": .prints("Give it to your client"),
        "spotter invite --list": .prints("sara@example.com"),
        "spotter invite --revoke 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60": .prints("Taken back"),
        "spotter accept sp_i_…": .prints(
            "Alex Rivera",
            after: "spotter contacts --remove sara@example.com",
            suffix: " --profile sara"
        ),
        "spotter accept https://chat.example.com/invite/sp_i_…": .prints(
            "was used or has ended",
            status: 1,
            suffix: " --profile sara"
        ),
        "spotter contacts": .prints("Sara Lindqvist <sara@example.com>"),
        "spotter contacts --add nina@example.com": .prints("Asked nina@example.com"),
        "spotter contacts --accept alex": .prints(
            "Alex Rivera",
            after: asked("kim"),
            suffix: " --profile kim"
        ),
        "spotter contacts --decline alex": .prints(
            "Declined. Alex Rivera isn't told.",
            after: asked("lee"),
            suffix: " --profile lee"
        ),
        "spotter contacts --remove sara@example.com": .prints("no longer among your contacts"),
        #"spotter group new "Early Swim" sara tom"#: .prints(
            "Made Early Swim: Alex Rivera, Sara Lindqvist, Tom Becker."
        ),
        #"spotter group add "Early Swim" priya@example.com"#: .prints("Priya Raman"),
        #"spotter group remove "Early Swim" tom"#: .prints("Tom Becker is no longer in Early Swim."),
        #"spotter group rename "Early Swim" "Late Swim""#: .prints("Early Swim is now Late Swim"),
        #"spotter group announce "Late Swim" on"#: .prints("Only admins write in Late Swim."),
        #"spotter group announce "Saturday Run Club" on"#: .prints("Only admins write in Saturday Run Club."),
        #"spotter group announce "Saturday Run Club" off"#: .prints("Everybody writes in Saturday Run Club."),
        #"spotter group leave "Late Swim" --yes"#: .prints("You left Late Swim."),
        #"spotter group add "Saturday Run Club" kenji grace@example.com"#: .prints("Kenji Watanabe"),
        #"spotter group remove "Saturday Run Club" liam"#: .prints("Liam Fraser is no longer in Saturday Run Club."),
        #"spotter group rename "Saturday Run Club" "Sunday Run Club""#: .prints(
            "Saturday Run Club is now Sunday Run Club"
        ),
        #"spotter group leave "Saturday Run Club""#: .prints("Nobody can be asked here", status: 64),
        #"spotter group leave "Saturday Run Club" --yes"#: .prints("You left Saturday Run Club."),
        "spotter chats": .prints("Sara Lindqvist"),
        // What was imported is read.
        "spotter chats --unread": .prints("Nothing unread."),
        "spotter chats --json | jq -r '.chats[] | select(.unread > 0) | .name'": .prints(""),
        "spotter chat": .prints("Sara Lindqvist"),
        "spotter chat sara": .prints("══ Sara Lindqvist ══"),
        "spotter chat --plain sara": .prints("══ Sara Lindqvist ══"),
        "spotter chat --demo": .notRun("scripts/shells"),
        #"printf '%s\n' "On my way" "/history" | spotter chat "Saturday Run Club""#: .prints("══ Saturday Run Club ══"),
        "spotter send sara See you tomorrow at nine": .prints("✓ sent to Sara Lindqvist"),
        #"spotter send "Saturday Run Club" "Meet at the north gate""#: .prints("✓ sent to Saturday Run Club"),
        "git log -1 --format=%B | spotter send sara@example.com -": .prints("✓ sent to Sara Lindqvist"),
        #"spotter send --queue sara "Written on the train""#: .prints("sent to Sara Lindqvist"),
        #"spotter send --no-wait sara "Written on the plane""#: .prints("… queued for Sara Lindqvist"),
        "spotter send --flush": .prints(""),
        #"spotter send sara --file squat.mp4 "Knees out at the bottom""#: .prints("✓ sent to Sara Lindqvist"),
        #"spotter send sara --id plan-12 "The same id twice is one message""#: .prints("✓ sent to Sara Lindqvist"),
        "spotter transcribe memo.m4a": .notRun("needs a service that transcribes; DictationTests"),
        "spotter transcribe memo.m4a --language sv": .notRun("needs a service that transcribes; DictationTests"),
        "spotter transcribe memo.m4a --json | jq -r .text": .notRun("needs a service that transcribes; DictationTests"),
        #"spotter send sara "$(spotter transcribe memo.m4a)""#: .notRun(
            "needs a service that transcribes; DictationTests"
        ),
        "spotter voice": .prints("this server doesn't transcribe"),
        "spotter voice --transcribe on --language sv": .prints("language  sv"),
        "spotter voice --transcribe default": .prints("language  "),
        "spotter voice --speak on --rate 0.6 --pitch 1.1 --volume 0.8": .prints("rate 0.6, pitch 1.1, volume 0.8"),
        "spotter tail -f": .prints("connected", status: 124),
        "spotter tail -n 20 sara": .prints("── ", status: 124),
        "spotter tail -f --json --since events.jsonl >>events.jsonl": .prints("connected", status: 124),
        "spotter tail --json --since events.jsonl --no-follow >>events.jsonl": .prints("", status: nil),
        "spotter tail sara --since 0": .prints("half-marathon in Lund", status: 124),
        "spotter tail --json | jq -r '.message.text // empty'": .prints("connected"),
    ]

    private static let profileItem = #"spotter profile sara --add goals "A first pull-up""#

    private static let checkIn =
        #"spotter check-in new Sunday sara --when "every Sunday at 18:00" --ask "scale energy: Energy""#
    private static let weight = "spotter progress sara --add weight 62.5"
    private static let table = "spotter progress sara --csv > sara.csv"
    private static let water = #"spotter progress --new-kind "water l 0-10""#

    private static let coaching: [String: Outcome] = [
        #"spotter schedule send sara "How was the week?" --at "tomorrow at 9am""#: .prints("Sara Lindqvist"),
        #"spotter schedule send sara "Check-in time!" --repeat "every Monday at 8am""#: .prints(
            "then every week on Mon"
        ),
        #"spotter schedule send "Saturday Run Club" "Shoes!" --at "saturday at 7am" --repeat FREQ=WEEKLY"#: .prints(
            "Saturday Run Club"
        ),
        #"spotter schedule send sara "How was the week?" --at "tomorrow at 9am" --stop-on-reply"#: .prints(
            "Sara Lindqvist"
        ),
        #"spotter schedule send sara "Good night" --at "tonight at 10pm" --quiet 21:00-07:00"#: .prints(
            "Sara Lindqvist"
        ),
        "spotter schedule list": .prints("How was the week?", after: later),
        #"spotter schedule edit 1 --text "How was the whole week?""#: .prints("✓ goes to Sara Lindqvist", after: later),
        #"spotter schedule edit 1 --at "friday at 5pm""#: .prints("Sara Lindqvist"),
        #"spotter schedule edit 1 --repeat "every Sunday at 6pm""#: .prints("Sara Lindqvist"),
        "spotter schedule edit 1 --once": .prints("Sara Lindqvist"),
        "spotter schedule cancel 1": .prints("", after: later),
        "spotter schedule quiet": .prints(""),
        "spotter schedule quiet 22:00-07:00": .prints("22:00"),
        "spotter schedule quiet off": .prints(""),
        "spotter inbox": .prints("Sara Lindqvist"),
        #"spotter inbox --snooze 1 --until "tomorrow at 9am""#: .prints(""),
        "spotter inbox --done sara": .prints("Sara"),
        "spotter inbox --json | jq -r '.items[0].lastMessage.text'": .prints(""),
        #"spotter template new check-in "Hi {first}, how was {what}?""#: .prints("check-in"),
        "spotter template list": .prints("check-in", after: template),
        #"spotter template show check-in sara --slot what="the run""#: .prints(
            "Hi Sara, how was the run?",
            after: template
        ),
        #"spotter template edit check-in "Hello {first}, how was {what}?""#: .prints("check-in", after: template),
        "spotter template delete check-in": .prints("check-in", after: template),
        #"spotter broadcast "Hi {first}, no training on Friday." --to sara,priya"#: .prints("--yes", status: nil),
        #"spotter broadcast "Ice it, {first}." --tag knee --yes"#: .prints("Sara", after: "spotter tag sara +knee"),
        #"spotter broadcast --template check-in --slot what="the run" --to sara"#: .prints(
            "--yes",
            status: nil,
            after: template
        ),
        "spotter profile": .prints("Only clients have profiles"),
        "spotter profile sara": .prints("A first pull-up", after: profileItem),
        "spotter profile sara --current --json | jq -r '.items[].text'": .prints("A first pull-up", after: profileItem),
        #"spotter profile sara --add equipment "Two dumbbells of 10 kg""#: .prints("Two dumbbells of 10 kg"),
        #"spotter profile sara --edit 1 "Half-marathon in Lund on 25 April""#: .prints(
            "Half-marathon in Lund on 25 April",
            after: profileItem
        ),
        "spotter profile sara --resolve 1": .prints("resolved", after: profileItem),
        "spotter profile sara --remove 1": .prints("", after: profileItem),
        "spotter profile sara --rebuild": .prints("are being read again"),
        "spotter check-in": .prints("Sunday", after: checkIn),
        #"spotter check-in new Sunday sara --when "every Sunday at 18:00" --ask "number weight kg: Weight" --ask "scale energy: Energy""#:
            .prints("Sara Lindqvist"),
        #"spotter check-in new Sunday sara --when "every Sunday at 18:00" --ask "number weight kg: Weight" --ask "scale 1-5: How was it?""#:
            .prints("Sara Lindqvist"),
        #"spotter check-in new Evening sara --when "every day at 20:00" --ask "choice all/some/none: Sessions" --ask "photo?: A picture""#:
            .prints("Sara Lindqvist"),
        "spotter check-in answer": .prints("You aren't asked anything now.", suffix: " --profile sara"),
        "spotter check-in show": .prints("Sunday", after: checkIn),
        "spotter check-in show sara": .prints(""),
        "spotter check-in pause 1": .prints("paused", after: checkIn),
        "spotter check-in resume 1": .prints("next", after: checkIn),
        "spotter check-in delete 1": .prints("", after: checkIn),
        "spotter progress sara": .prints("weight", after: weight),
        "spotter progress sara --measure weight --since 3m": .prints("weight", after: weight),
        "spotter progress sara --add weight 62.5": .prints("62.5"),
        "spotter progress sara --add bloodPressure 118/76": .prints("118/76"),
        "spotter progress sara --add run 10 --time 52:30": .prints("52:30"),
        "spotter progress sara --add lift 92.5 --detail squat --sets 3x5": .prints("squat"),
        "spotter progress sara --csv > sara.csv": .prints("", after: weight),
        "spotter progress sara --import sara.csv": .prints("were there already", after: table),
        "spotter progress sara --photos": .prints(""),
        #"spotter progress --new-kind "water l 0-10""#: .prints("water  0-10 l"),
        "spotter progress --list-kinds": .prints("water  0-10 l", after: water),
        "spotter progress --delete-kind water": .prints("are deleted", after: water),
        "spotter progress --alerts on": .prints("You are told once of each drop or jump"),
        "spotter progress sara --json | jq '.series[].kind'": .prints("weight", after: weight),
        "spotter summary sara": .prints("messages,"),
        #"spotter summary "Saturday Run Club" --since 2026-03-01"#: .prints("messages"),
        "spotter summary sara --model built-in": .prints("messages,"),
        "spotter summary sara --json | jq -r '.actionItems[].text'": .prints("You:"),
        "spotter actions sara": .prints("  1  "),
        "spotter actions sara --done 1": .prints("Done: "),
        "spotter actions sara --undone 1": .prints("Open again: "),
        "spotter actions sara --json | jq -r '.decisions[].text'": .prints(""),
        "spotter week": .prints("Your week:"),
        "spotter week --draft 1": .prints("To do it: spotter confirm"),
        #"spotter week --draft 1.1 --text "How was the weekend?""#: .prints("How was the weekend?"),
        "spotter week --remind r1": .prints("Reminder"),
        "spotter week --dismiss 1.1": .prints("It isn't shown any more."),
        "spotter week --notify mon@7": .prints("You are told every mon 07:00 that the page is ready, next "),
        "spotter week --notify off": .prints("You aren't told when the page is ready."),
        "spotter week --json | jq -r '.people[].displayName'": .prints(""),
        "spotter note sara": .prints(""),
        #"spotter note sara "Left knee, careful with lunges.""#: .prints(""),
        #"spotter note sara --replace "All fine again.""#: .prints(""),
        "spotter note sara --clear": .prints(""),
        "spotter tag": .prints("knee", after: "spotter tag sara +knee"),
        "spotter tag sara": .prints("knee", after: "spotter tag sara +knee"),
        "spotter tag sara +knee +vip": .prints("vip"),
        "spotter tag sara -- -knee +shoulder": .prints("shoulder"),
        #"spotter prospect new "Nadia Petrov" --timezone Europe/Sofia"#: .prints("Nadia Petrov"),
        "spotter prospect list": .prints("Nadia Petrov", after: prospect),
        "spotter prospect upgrade nadia nadia@example.com": .prints("nadia@example.com", after: prospect),
        "spotter prospect remove nadia": .prints("Nadia Petrov", after: prospect),
        "spotter files sara": .prints("squat.mp4 (17 B)", after: "spotter send sara --file squat.mp4"),
        #"spotter files "Saturday Run Club" --limit 200"#: .prints("No files in Saturday Run Club.", status: 1),
        "spotter files sara --json | jq -r '.files[].media.fileName'": .prints(
            "squat.mp4",
            after: "spotter send sara --file squat.mp4"
        ),
        "spotter save sara": .prints("✓ ./squat.mp4", after: "spotter send sara --file squat.mp4 && rm squat.mp4"),
        "spotter save sara 12 --to ~/plans": .prints("message #12 has no file", status: 1),
        "spotter save sara 12 --to week48.pdf": .prints("message #12 has no file", status: 1),
        "spotter agenda": .prints("Nothing in the next seven days."),
        "spotter agenda today": .prints(""),
        "spotter agenda week --json | jq -r '.events[].title'": .prints(""),
        "spotter agenda --ics sessions.ics": .prints("Saved sessions.ics."),
        "spotter agenda --feed": .prints("/calendar/feeds/"),
        "spotter calendar push": .prints("Your calendar is copied nowhere."),
        "spotter calendar push --user alex https://dav.example.com/alex/sessions/": .notRun(
            "there is no such server here"
        ),
        "spotter calendar google": .prints("This server copies no calendars to Google", status: 1),
        "spotter calendar push --stop": .prints("the password is forgotten"),
        #"spotter book sara "friday at 5pm""#: .prints("✓ Training with Sara Lindqvist"),
        #"spotter book sara "friday at 7am" --call --minutes 20"#: .prints("✓ Call with Sara Lindqvist"),
        #"spotter book sara "every Tuesday at 6pm for 8 weeks" --place "Studio 2""#: .prints(
            "every week on Tue, first"
        ),
        #"spotter book tom "every weekday at 6am until june" --skip-taken"#: .prints("first"),
        "spotter hours": .prints("calls take"),
        "spotter hours mon-thu=07:00-20:00 fri=07:00-12:00,14:00-18:00": .prints("mon-thu  07:00-20:00"),
        "spotter hours --training 45 --call 20": .prints("trainings 45"),
        "spotter automatic": .prints("Nobody has been offered any."),
        "spotter automatic show": .prints("after 10 min"),
        "spotter automatic preview": .prints("would have been sent"),
        "spotter automatic preview --weeks 4 --client sara": .prints("would have been sent"),
        "spotter automatic preview --weeks 8 --client sara": .prints("would have been sent"),
        #"spotter automatic set --on --acknowledgement "I coach until six.""#: .prints("on"),
        "spotter automatic set --on --after 15 --per-day 10": .prints("after 15 min"),
        #"spotter automatic set --acknowledgement "I'm back on Monday.""#: .prints("back on Monday"),
        "spotter automatic set --quiet 20:00-08:00": .prints("20:00 to 08:00"),
        "spotter automatic set --off": .prints("off"),
        "spotter automatic offer sara appointments acknowledgement": .prints("not agreed yet"),
        "spotter automatic offer sara appointments": .prints("Sara Lindqvist  appointments"),
        "spotter automatic accept alex": .prints(
            "(agreed)",
            after: "spotter automatic offer sara appointments",
            suffix: " --profile sara"
        ),
        "spotter automatic end sara": .prints(
            "Nobody",
            after: "spotter automatic offer sara appointments"
        ),
        "spotter automatic replies": .prints("None yet."),
        "spotter automatic undo 1": .prints("", status: nil),
        #"spotter remind "tomorrow at 9" "Write Sara's plan""#: .prints("Write Sara's plan"),
        #"spotter remind "in 20 minutes" Take the bread out"#: .prints("Take the bread out"),
        #"spotter remind "every Monday at 8am" "Who missed a session?""#: .prints("(recurring)"),
        #"spotter remind friday --about sara "Ask about the knee""#: .prints("Ask about the knee"),
        #"echo "Order chalk" | spotter remind "2026-12-01T09:00:00Z" -"#: .prints("Order chalk"),
        "spotter reminders": .prints(""),
        "spotter reminders --done 1": .prints("Done", after: remind),
        #"spotter reminders --snooze 1 --until "tomorrow at 9""#: .prints("again", after: remind),
        "spotter reminders --snooze 1 --minutes 30": .prints("again", after: remind),
        "spotter reminders --json | jq -r '.reminders[].text'": .prints(""),
        "spotter models": .prints("built-in (default)  prepares actions"),
        "spotter models --json | jq -r '.models[].id'": .prints("built-in"),
        "spotter usage": .prints("this month: 0 requests, 0 tokens, 0.00 USD"),
        "spotter usage --json | jq .month.cost": .prints("0"),
        #"spotter key new "Nightly report" --scope messages:read,messages:write --expires 90d"#: .prints("sp_"),
        "spotter key list": .prints("Nightly report"),
        #"spotter key revoke "Nightly report""#: .prints("Nightly report"),
        #"echo '{"jsonrpc":"2.0","id":1,"method":"initialize"}' | spotter mcp"#: .prints(#""name":"spotter""#),
        "SPOTTER_KEY=sp_k_… spotter mcp --server https://chat.example.com": .notRun("waits for its host"),
    ]

    private static let later = #"spotter schedule send sara "How was the week?" --at "tomorrow at 9am""#
    private static let template = """
        spotter template list | grep -q check-in || spotter template new check-in "Hi {first}, how was {what}?"
        """
    private static let prospect =
        #"spotter prospect list | grep -q Nadia || spotter prospect new "Nadia Petrov""#
    private static let remind = #"spotter ask --yes "Remind me tomorrow at 9am to write Sara's plan""#

    private static let knee = #"spotter ask "How is Sara's knee?""#
    private static let archivedKnee =
        #"spotter ask "How is Sara's knee?" && spotter conversations archive 1"#

    private static let finding: [String: Outcome] = [
        #"spotter search "knee pain after squats""#: .prints("pain"),
        #"spotter search "kneecap and stairs" --explain"#: .prints("kneecap"),
        #"spotter search "altitude training" --all"#: .prints("training"),
        "spotter search --chat sara --from sara@example.com shoes": .prints("my shoes too"),
        "spotter search --mode text --since 2026-03-01 --until 2026-04-01 shoes": .prints("my shoes too"),
        "spotter search --json --limit 50 sleep | jq -r '.results[].text'": .prints("Sleep now"),
        "spotter search --related 019bb0f2-5f0b-7d5c-9d5e-000000000001": .notRun("needs the model"),
        #"spotter ask "What did Priya say about her EpiPen?""#: .prints("green backpack"),
        #"spotter ask "Schedule a call with Sara on Thursday at 3 pm""#: .prints(
            "Call with Sara Lindqvist, Thu 12 Mar 15:00"
        ),
        #"spotter ask --yes "Remind me tomorrow at 9am to write Sara's plan""#: .prints("✓ done"),
        #"spotter ask --json "When is my next session with Sara?" | jq -r .text"#: .prints("Wed 11 Mar 2026 16:00"),
        #"echo "What did Priya say about her EpiPen?" | spotter ask -"#: .prints("green backpack"),
        "spotter conversations": .prints("Schedule call with Priya tomorrow"),
        "spotter conversations list --query knee": .prints("Sara's knee", after: knee),
        "spotter conversations list --archived": .prints("Sara's knee", after: archivedKnee),
        "spotter conversations show 1": .prints("You, "),
        #"spotter conversations rename 1 "Sara's knee""#: .prints("It's Sara's knee now."),
        "spotter conversations pin 1": .prints("is pinned."),
        "spotter conversations archive 1": .prints("is archived."),
        "spotter conversations switch 1 2 previous": .prints("It's 1 of 1", after: knee),
        "spotter conversations delete 1 --turn 2 --yes": .prints("Deleted turn 2 of", after: knee),
        "spotter conversations export 1 --to knee.md": .prints("Saved knee.md."),
        "spotter instructions": .prints("No instructions."),
        #"spotter instructions "Answer in Swedish, in at most five lines.""#: .prints("Answer in Swedish"),
        #"spotter instructions --conversation 1 "Metric units only.""#: .prints("Metric units only."),
        "spotter instructions --clear": .prints("No instructions."),
        #"spotter advice ask "Should Sara run on Sunday?""#: .prints("Confidence: "),
        #"spotter advice ask --json "What next for Priya?" | jq .confidence"#: .prints("0"),
        // The id stands for a proposal in this world.
        "spotter advice rate 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60 good": .prints("There is no such message", status: 1),
        "spotter advice report": .prints(" given, 0 rated, 0 good"),
        "spotter advice list --json > advice.jsonl": .prints("", suffix: " && cat advice.jsonl"),
        "spotter confirm": .prints("Nobody can be asked here", status: 64),
        "spotter cancel": .prints("Nobody can be asked here", status: 64),
        "spotter confirm 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60": .prints("✓ done: Call with Priya Raman"),
        "spotter cancel 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60": .prints("Dropped: Call with Priya Raman"),
        #"spotter when "tomorrow at 3pm""#: .prints("T15:00"),
        #"spotter when "next tuesday at half nine" --timezone America/New_York --json"#: .prints("T09:30"),
        #"spotter when "every other Friday at 7am" --now 2026-03-11T13:15:00Z --locale en-GB"#: .prints(
            "2026-03-13T07:00 GMT  = 2026-03-13T07:00:00Z  FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"
        ),
        "spotter demo --server http://127.0.0.1:8080": .notRun("needs the model; scripts/demo"),
    ]

    private static let known = "settings: all are known"

    private static let running: [String: Outcome] = [
        "spotter model fetch": .notRun("ModelFetchTests"),
        "spotter model fetch --without-multilingual": .notRun("ModelFetchTests"),
        "spotter model fetch --data /var/lib/spotter": .notRun("ModelFetchTests"),
        "spotter model fetch --from ./all-MiniLM-L6-v2": .notRun("ModelFetchTests"),
        "spotter model status --json": .prints("\"state\":\"absent\"", status: 1),
        "SPOTTER_LLM_BASE_URL=http://127.0.0.1:11434/v1 SPOTTER_LLM_MODEL=llama3.1 SPOTTER_LLM_API_KEY=… spotter serve":
            .prints(known, status: nil),
        "spotter serve --web-search-url http://127.0.0.1:8888": .prints(known, status: nil),
        """
        SPOTTER_TRANSCRIPTION_API_KEY=… spotter serve --transcription-url https://api.openai.com/v1 \
        --transcription-model whisper-1
        """: .notRun("would ask the service"),
        """
        SPOTTER_EMBEDDING_API_KEY=… spotter serve --embedding-base-url https://api.openai.com/v1 \
        --embedding-model text-embedding-3-small
        """: .notRun("would ask the service"),
        """
        spotter serve --host 0.0.0.0 --port 443 --tls-certificate /etc/letsencrypt/live/chat.example.com/fullchain.pem \
        --tls-key /etc/letsencrypt/live/chat.example.com/privkey.pem
        """: .prints("certificate", status: 1),
        "spotter serve": .prints(known, status: nil),
        "spotter serve --data /var/lib/spotter --host 0.0.0.0 --port 9000": .prints(known, status: nil),
        "spotter serve --trusted-proxies 127.0.0.1,::1 --allowed-origins https://chat.example.com": .prints(
            known,
            status: nil
        ),
        "spotter serve --check --data /var/lib/spotter": .prints(known, status: nil),
        "spotter serve --log-format json --metrics-address 127.0.0.1:9090": .prints(known, status: nil),
        "spotter serve --database postgres://spotter@db1,db2/spotter": .notRun("needs PostgreSQL; ServedDatabaseTests"),
        "spotter serve --database postgres://spotter@db1/spotter --cluster": .notRun("needs PostgreSQL; ClusterTests"),
        "spotter serve --database postgres://spotter@db1/spotter --cluster --bus nats://bus1,bus2:4222": .notRun(
            "needs PostgreSQL and NATS; TwoServersTests"
        ),
        "spotter serve --data ./spotter-data --database postgres://spotter@db/spotter": .notRun("MigrateCommandTests"),
        "spotter migrate --from ./spotter-data --to postgres://spotter@db/spotter": .notRun("MigrateCommandTests"),
        "spotter migrate --from postgres://spotter@db/spotter --to ./spotter-data": .notRun("MigrateCommandTests"),
        "spotter serve --data /tmp/demo --port 0 --now 2026-03-11T13:15:00Z": .prints(known, status: nil),
        "spotter import fixtures/studio.jsonl": .prints("821"),
        "spotter import fixtures/studio.jsonl --data ./spotter-data": .prints("821"),
        "spotter import studio.jsonl --dry-run --json": .prints("\"dryRun\":true"),
        "spotter import chat.txt --dry-run": .prints("days      2026-01-13 to 2026-01-13"),
        """
        spotter import group.txt --timezone Europe/London --dates dmy --chat-name "Run Club" \
        --member "Alex=alex@example.com" --member "Sara=sara@example.com" \
        --member "Tom=tom@example.com" --skip "Dr Knee"
        """: .prints("1 messages of people who were skipped"),
        "SPOTTER_ADMIN_TOKEN=… spotter import studio.jsonl --server https://chat.example.com": .prints("821"),
        """
        spotter import chat.zip --timezone Europe/Stockholm --invite-missing --member "Alex Rivera=alex@example.com" \
        --member "Sara=sara@example.com"
        """: .prints("messages             2"),
        """
        spotter import exports/ --timezone Europe/Stockholm --member "Alex Rivera=alex@example.com" \
        --member "Sara=sara@example.com"
        """: .prints("messages"),
        "spotter backup /mnt/backups --data /var/lib/spotter": .prints("821 messages, 0 files, "),
        "SPOTTER_ADMIN_TOKEN=… spotter backup ~/spotter.tar --server https://chat.example.com": .prints("checked"),
        "spotter restore /mnt/backups/spotter-20261122T101500Z.tar --data /var/lib/spotter-restored": .prints(
            "821 messages",
            after: "spotter backup /mnt/backups/spotter-20261122T101500Z.tar --data /var/lib/spotter"
        ),
        "spotter export sara@example.com --to sara.tar --data ./spotter-data": .prints("sara.tar, "),
        "SPOTTER_ADMIN_TOKEN=… spotter export sara@example.com --to ./exports --server https://chat.example.com":
            .prints("exports/spotter-export-"),
        "spotter bench --help": .notRun("BenchCommandTests"),
        "spotter bench chat --scenario s1,s2": .notRun("takes minutes; BenchCommandTests"),
        "spotter bench check --seeds 500": .notRun("takes minutes; scripts/test"),
    ]

    private static let administering: [String: Outcome] = [
        "spotter admin user list --data ./spotter-data": .prints("sara@example.com"),
        "spotter admin user list --role trainer --state disabled --json": .prints("[]"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin user list --query example.com --server https://chat.example.com": .prints(
            "sara@example.com"
        ),
        #"echo "$PASSWORD" | spotter admin user create --email nina@example.com --name "Nina Berg" --role trainer"#:
            .prints("nina@example.com"),
        #"""
        SPOTTER_ADMIN_TOKEN=… spotter admin user create --email kim@example.com --name "Kim Park" --role client \#
        --no-password --server https://chat.example.com
        """#: .prints("kim@example.com"),
        "spotter admin user disable sara@example.com --data ./spotter-data": .prints("disabled"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin user disable sara@example.com --server https://chat.example.com": .prints(
            "disabled"
        ),
        "spotter admin user enable sara@example.com --data ./spotter-data": .prints("active"),
        #"spotter admin user rename sara@example.com --name "Sara Lind" --data ./spotter-data"#: .prints("Sara Lind"),
        "spotter admin user rename sara@example.com --email sara@example.org": .prints("sara@example.org"),
        "spotter admin user role nina@example.com trainer --data ./spotter-data": .prints(
            "trainer",
            after: "echo secret-1 | spotter admin user create --email nina@example.com --name Nina --role client"
        ),
        "spotter admin user sessions sara@example.com --data ./spotter-data": .prints("LAST SEEN"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin user sessions sara@example.com --end-all --server https://chat.example.com":
            .prints("LAST SEEN"),
        #"echo "$PASSWORD" | spotter admin user password alex@example.com --data ./spotter-data"#: .prints(
            "password of alex@example.com set"
        ),
        #"""
        echo "$PASSWORD" | SPOTTER_ADMIN_TOKEN=… spotter admin user password alex@example.com \#
        --server https://chat.example.com
        """#: .prints("password of alex@example.com set"),
        "spotter admin user reset-token sara@example.com --data ./spotter-data": .prints("for one use"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin user reset-token sara@example.com --server https://chat.example.com":
            .prints("for one use"),
        "spotter admin user delete sara@example.com --data ./spotter-data": .prints(
            "Nobody can be asked here",
            status: 64
        ),
        "SPOTTER_ADMIN_TOKEN=… spotter admin user delete sara@example.com --yes --server https://chat.example.com":
            .prints("deleted sara@example.com"),
        "spotter admin invite --role trainer --data ./spotter-data": .prints("for one use"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin invite sara@example.com --role client --server https://chat.example.com":
            .prints("for one use"),
        "spotter admin registration --data ./spotter-data": .prints("invited"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin registration closed --server https://chat.example.com": .prints(
            // The harness sets SPOTTER_REGISTRATION, which counts more.
            "what is stored counts without it"
        ),
        "spotter admin automatic off --data ./spotter-data": .prints("Automatic replies are off."),
        "SPOTTER_ADMIN_TOKEN=… spotter admin automatic on --server https://chat.example.com":
            .prints("Automatic replies are on."),
        "spotter admin usage --data ./spotter-data": .prints("all"),
        "spotter admin usage --at 2026-02-01T00:00:00Z --data ./spotter-data": .prints("all"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin usage --json --server https://chat.example.com": .prints("currency"),
        "spotter admin budget sara@example.com --data ./spotter-data": .prints("today: 0 requests, 0 tokens, 0.00 USD"),
        """
        spotter admin budget sara@example.com --tokens-per-day 100000 --cost-per-month 2.50 --data ./spotter-data
        """: .prints("this month: 0 requests, 0 tokens, 0.00 of 2.50 USD"),
        """
        SPOTTER_ADMIN_TOKEN=… spotter admin budget sara@example.com --requests-per-day off \
        --server https://chat.example.com
        """: .prints("today: 0 requests"),
        "spotter admin advice --data ./spotter-data": .prints("0 given, 0 rated, 0 good"),
        "spotter admin advice --rows --data ./spotter-data > advice.jsonl": .prints("", suffix: " && cat advice.jsonl"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin advice --since 2026-01-01 --server https://chat.example.com": .prints(
            "0 given"
        ),
        "spotter admin token --data ./spotter-data > admin.token": .prints("sp_", suffix: " && cat admin.token"),
        "spotter admin log --data ./spotter-data": .prints("ACCOUNT"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin log --limit 10 --json --server https://chat.example.com": .prints(
            "token.replace"
        ),
        "spotter admin index --data ./spotter-data": .prints("no message was ever embedded here"),
        "spotter admin index --data ./spotter-data --retry --run": .prints("run `spotter model fetch`", status: 1),
        "SPOTTER_ADMIN_TOKEN=… spotter admin index --server https://chat.example.com --follow": .prints(
            "no message was ever embedded here"
        ),
        "spotter admin cluster --data ./spotter-data": .prints("no server has joined"),
        "spotter admin cluster --json --database postgres://spotter@db/spotter": .notRun("ClusterCommandTests"),
        "spotter admin check --data ./spotter-data": .prints("nothing wrong was found"),
        "spotter admin check --data ./spotter-data --json": .prints("checked"),
        "spotter admin audit verify --data ./spotter-data": .prints("intact"),
        "SPOTTER_ADMIN_TOKEN=… spotter admin audit verify --server https://chat.example.com": .prints("intact"),
        "spotter admin audit reseal --data ./spotter-data --yes": .prints("sealed with a new key"),
    ]
}
