/// What the assistant says by itself, by purpose. `Words/en-sentences.tsv` has each with its places.
package enum AssistantSentence: String, CaseIterable, Sendable {
    // What a request lacks, or why it can't be done.
    case trainersOnly, whenInstead, oneTime, alreadyCancelled, alreadyCompleted, eventOver, whichOne
    case unclearEventTime, notYourClient, whenTraining, whenCall, whenEvent, oneEvent, whatCalled
    case withWhomTraining, withWhomCall, withWhomWhenTraining, withWhomWhenCall, cantRepeatEvent, timesTaken
    case takenBy, whatRemind, whatRemindWhen, whenRemind, reminderTooLong, cantRepeatReminder, whatSay
    case messageTooLong, whoMessage, noAccount, noChat, announcementOnly, thisChat, whichPerson, leavesOpen
    case unknownZone, unknownZoneOf, whatTimeOn, unclearTime, passed, eventLength
    // What a model asks for that the user didn't.
    case ownWordsOnly, whoMeant, whichMeant, whenOwn, sayOwn, delegated, tooMany
    // Proposals and what is asked about them.
    case changedSince, nothingWaits, nothingWaited, proposedBefore, manyWait, undecided, remaining
    case pastedText, help, done, nothingDone, cancelledOne, cancelledMany, adviseOnly, lookUpOnly, leftOver
    case sayInstead, whatInstead, othersLines, inYourChats, providerRefused, noAnswer
    // Answers without a language model.
    case aboutWhat, rulesStay, cantWrite, cantDo, abilities, unknownName, nothingFound, inChats, inChatsWith
    case or, onDay, fromDayToDay, askThem, mayHelpOne, mayHelp, otherTimes, closestFirst, cantSayWhoNot
    case fromChats, you, inGroup
    // Days and times.
    case today, yesterday, tomorrow, days, weeks, months, years, ago, ahead, weekdays, monthNames
}
