import type { Pattern } from '../../../platform/words/patterns'
/** The patterns and texts of a language: how questions are recognised, and the answers. */
export interface Phrases {
  locale: string
  /**
   * Words that determine the kind of question. Matched in lower case, without the names of people and documents and
   * without times.
   */
  asks: {
    help: Pattern
    greeting: Pattern
    thanks: Pattern
    /** What is to be done, which nothing tells yet. */
    planned: Pattern
    open: Pattern
    news: Pattern
    logbooks: Pattern
    summary: Pattern
    /** Counts only if several people, documents, labels or times are named. */
    compare: Pattern
    count: Pattern
    whoWrote: Pattern
    where: Pattern
    isDone: Pattern
    when: Pattern
    last: Pattern
    first: Pattern
    people: Pattern
    logs: Pattern
  }
  /** Asks for people, or for the asking person. */
  ofPeople: Pattern
  /** All of a question about a person, without the name. */
  whoIs: Pattern
  /** Requests the results of a search, in addition to an answer. */
  search: Pattern
  /** What a question about a number counts, if not logs. */
  counts: Record<'people' | 'logbooks', Pattern>
  /** A question about a number that means logs, not what they tell of. */
  countsLogs: Pattern
  /** Words for what logs are grouped by. */
  dimensions: Record<'person' | 'logbook' | 'day' | 'label', Pattern>
  /** Requests a number for each of something. */
  each: Pattern
  most: Pattern
  fewest: Pattern
  /** Words that say that something is done, each matched alone. */
  done: Pattern
  followUp: {
    /** The beginning of a question that continues the previous one. */
    begins: Pattern
    /** Refers to what the previous question was about. */
    refers: Pattern
    /** Requests the next part of a list. */
    more: Pattern
  }
  /** Spans of time, matched in lower case. `lastDays` has the number as its first group; without it, `lastHours` is one. */
  times: {
    today: Pattern
    yesterday: Pattern
    dayBeforeYesterday: Pattern
    tomorrow: Pattern
    dayAfterTomorrow: Pattern
    /** Whether the words for yesterday and the day before also mean tomorrow and the day after. */
    isPastAlsoFuture?: true
    thisWeek: Pattern
    lastWeek: Pattern
    nextWeek: Pattern
    thisMonth: Pattern
    lastMonth: Pattern
    lastHours: Pattern
    lastDays: Pattern
    /** Monday first. */
    weekdays: readonly Pattern[]
    /** Before a weekday: the coming one. At the end of the text that it is matched in. */
    next: Pick<RegExp, 'test'>
    /** Between two days: from the first until the second. */
    through: Pick<RegExp, 'test'>
    /** Before or after a day: until now. */
    since: { before: Pick<RegExp, 'test'>; after: Pick<RegExp, 'test'> }
  }
  /** Words for organisation roles, in questions about people. */
  orgRoles: Record<'owner' | 'admin', Pattern>
  /** Expressions for the asking person as the writer: “did I write”, “my logs”. */
  myself: Pattern
  /** Words that say nothing about the search, in lower case. */
  stopWords: ReadonlySet<string>
  /** The request before a colon to write the text after it into a logbook. Matched in lower case. */
  write: Pattern
  say: Sayings
}

/** Sentences of answers. Parameters are as named; links are finished markdown. */
export interface Sayings {
  /** Examples that can be pressed; some need the name of a logbook. */
  help(logbook: string | null): string
  greeting(name: string): string
  thanks: string
  notUnderstood: string
  modelHint: string
  /** Introduces what a search for the words found. */
  found(words: string): string
  /** The same, for corrected words where nothing has the words as typed. */
  foundInstead(words: string, instead: string): string
  /** The same, where nothing has all of the words. */
  foundPartly(words: string): string
  /** Words that occur in nothing the person may open. */
  missing(words: string): string
  /** The same, where only logs were searched. */
  missingInLogs(words: string): string
  /** What was searched, without a result. */
  foundNothing(words: string): string
  people(count: number): string
  /** Follows a list of people: how many are not in it. */
  morePeople(count: number): string
  peopleNone: string
  org_role: Record<'owner' | 'admin' | 'member', string>
  logbooks(count: number): string
  moreLogbooks(count: number): string
  logbooksNone: string
  /** Replaces a title that may no longer be shown. */
  gone: { log: string; document: string; job: string; task: string; message: string }
  logs(count: number, more: boolean, when: string, by: string, about: string): string
  /** Behind the time at which a log was written: the earlier time that it tells of. */
  happened(when: string): string
  /** The heading of what was said in meetings with the requested words. */
  saidInMeetings: string
  logsNone(when: string, by: string, about: string): string
  counted(count: number, when: string, by: string, about: string): string
  /** Logs that mention the words, where the question counted something else than logs. */
  mentioned(count: number, words: string, beside: string): string
  /** `5 logs`. */
  someLogs(count: number): string
  /** The group with the most or the fewest logs. */
  most(name: string, logs: string): string
  fewest(name: string, logs: string): string
  /** Only groups with a log are known. */
  fewestNote: string
  /** Compares two numbers. */
  hasMore(name: string, count: number): string
  sameNumber: string
  /** The heading of the newest or oldest of so many logs. */
  newest(total: number, when: string, by: string, about: string): string
  oldest(total: number, when: string, by: string, about: string): string
  /** The heading of the logs that mention the word for being done. */
  saysDone(done: string): string
  notSaidDone(done: string): string
  /** The heading of the logbooks that mention something. */
  mentionedIn(words: string): string
  /** Nothing tells what is planned. */
  notPlanned(when: string): string
  /** Behind a list: how many more there are, and the question for them. */
  furtherLogs(count: number): string
  showMore: string
  noMore: string
  labelled(label: string): string
  opens(link: string): string
  openLabel(name: string): string
  openNone: string
  searchLabel(words: string): string
  nearest: string
  wrote(name: string, count: number): string
  /** Follows a list of writers: how many logs others wrote. */
  othersWrote(count: number): string
  /** How many logs so many people, and Mate if it is one of the writers, wrote between two times. */
  summary(of: string, count: number, by: { people: number; isMate: boolean }, from: string, to: string): string
  summaryNone(of: string): string
  /** The scope of a summary without a logbook, time, person or word. */
  everything: string
  mostAbout(words: string): string
  /** The label of the option that writes a log into a logbook. */
  writeInto(name: string): string
  /** Shown beside that option; nothing is written yet. */
  proposal(logbook: string): string
  /** What Mate did without a confirmation, by the label of its option. */
  autoPerformed(label: string): string
  autoRefused: string
  proposalNone: string
  by(name: string): string
  about(words: string): string
  inLogbook(name: string): string
  when: {
    today: string
    yesterday: string
    dayBeforeYesterday: string
    tomorrow: string
    dayAfterTomorrow: string
    thisWeek: string
    lastWeek: string
    nextWeek: string
    thisMonth: string
    lastMonth: string
    since(day: string): string
    between(first: string, last: string): string
    lastHours(hours: number): string
    lastDays(days: number): string
    on(day: string): string
  }
}

/** “2 people and Mate”, from the words of a language. */
export const writers = (
  by: { people: number; isMate: boolean },
  and: string,
  named: (people: number) => string,
): string => [...(by.people > 0 ? [named(by.people)] : []), ...(by.isMate ? ['Mate'] : [])].join(` ${and} `)
