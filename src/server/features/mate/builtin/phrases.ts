import type { Pattern } from '../../../platform/words/patterns'
/** The patterns and texts of a language: how questions are recognised, and the answers. */
export interface Phrases {
  locale: string
  /** Words that determine the kind of question, tried in this order; the first match wins. Matched in lower case. */
  asks: {
    help: Pattern
    greeting: Pattern
    thanks: Pattern
    news: Pattern
    sources: Pattern
    logbooks: Pattern
    summary: Pattern
    count: Pattern
    whoWrote: Pattern
    people: Pattern
    logs: Pattern
  }
  /** Spans of time, matched in lower case. `lastDays` has the number as its first group. */
  times: {
    today: Pattern
    yesterday: Pattern
    thisWeek: Pattern
    lastWeek: Pattern
    lastDays: Pattern
    /** Monday first. */
    weekdays: readonly Pattern[]
  }
  /** Words for organisation roles, in questions about people. */
  orgRoles: Record<'owner' | 'admin', Pattern>
  /** Expressions for the asking person as the writer: “did I write”, “my logs”. */
  myself: Pattern
  /** Words that say nothing about the search, in lower case. */
  stopWords: ReadonlySet<string>
  /** Asks for the one with the highest count, in questions about writers. */
  most: Pattern
  /** The request before a colon to write the text after it into a logbook. Matched in lower case. */
  write: Pattern
  say: Sayings
}

/** Sentences of answers. Parameters are as named; links are finished markdown. */
export interface Sayings {
  help: string
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
  /** What was searched, without a result. */
  foundNothing(words: string): string
  /** Introduces the logbooks and documents that are offered instead. */
  writtenLast: string
  people(count: number): string
  /** Follows a list of people: how many are not in it. */
  morePeople(count: number): string
  peopleNone: string
  org_role: Record<'owner' | 'admin' | 'member', string>
  logbooks(count: number): string
  moreLogbooks(count: number): string
  logbooksNone: string
  /** Replaces a title that may no longer be shown. */
  gone: { log: string; document: string }
  logs(count: number, more: boolean, when: string, by: string, about: string): string
  /** The heading of what was said in meetings with the requested words. */
  /** Behind the time at which a log was written: the earlier time that it tells of. */
  happened(when: string): string
  saidInMeetings: string
  logsNone(when: string, by: string, about: string): string
  counted(count: number, when: string, by: string, about: string): string
  wrote(name: string, count: number): string
  /** Follows a list of writers: how many logs others wrote. */
  othersWrote(count: number): string
  cameras(count: number): string
  /** The heading of the screens that are shared right now. */
  screens(count: number): string
  /** Nothing is shared and there is no camera. */
  sourcesNone: string
  screensNone: string
  /** Behind a camera from which no picture arrives. */
  noPicture: string
  /** Behind a screen: since when it is shared. */
  since(time: string): string
  /** Behind a source: who looks at it right now. */
  watchedBy(names: string): string
  summary(of: string, count: number, people: number, from: string, to: string): string
  summaryNone(of: string): string
  /** The scope of a summary without a logbook, time, person or word. */
  everything: string
  mostAbout(words: string): string
  /** The label of the option that writes a log into a logbook. */
  writeInto(name: string): string
  /** Shown beside that option; nothing is written yet. */
  proposal(logbook: string): string
  proposalNone: string
  by(name: string): string
  about(words: string): string
  inLogbook(name: string): string
  when: {
    today: string
    yesterday: string
    thisWeek: string
    lastWeek: string
    lastDays(days: number): string
    on(day: string): string
  }
}
