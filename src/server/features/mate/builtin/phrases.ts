/** What built-in Mate needs to know of a language: how questions are recognised, and how answers are said. */
export interface Phrases {
  locale: string
  /** Words that decide what is asked, tried in this order; the first that matches wins. Matched in lower case. */
  asks: {
    help: RegExp
    greeting: RegExp
    logbooks: RegExp
    summary: RegExp
    count: RegExp
    whoWrote: RegExp
    people: RegExp
    logs: RegExp
  }
  /** Spans of time, matched in lower case. `lastDays` has the number as its first group. */
  times: {
    today: RegExp
    yesterday: RegExp
    thisWeek: RegExp
    lastWeek: RegExp
    lastDays: RegExp
    /** Monday first. */
    weekdays: readonly RegExp[]
  }
  /** Words for organization roles, in questions about people. */
  orgRoles: Record<'owner' | 'admin', RegExp>
  /** Where the person who asks is the writer: “did I write”, “my logs”. */
  myself: RegExp
  /** Words that say nothing about what is looked for, lower case. */
  stopWords: ReadonlySet<string>
  /** What is asked for before a colon: to write what follows it into a logbook. Matched in lower case. */
  write: RegExp
  say: Sayings
}

/** Sentences of answers. What is in braces in the comments is given; links are finished markdown. */
export interface Sayings {
  help: string
  greeting(name: string): string
  notUnderstood: string
  modelHint: string
  /** Logs that mention words although the question was not understood. */
  perhaps: string
  people(count: number): string
  /** Below a list of people: how many are not in it. */
  morePeople(count: number): string
  peopleNone: string
  org_role: Record<'owner' | 'admin' | 'member', string>
  logbooks(count: number): string
  moreLogbooks(count: number): string
  logbooksNone: string
  /** In the place of a title that may not be shown any more. */
  gone: { log: string; document: string }
  logs(count: number, more: boolean, when: string, by: string, about: string): string
  /** Above what was said in meetings with the words that were asked for. */
  saidInMeetings: string
  logsNone(when: string, by: string, about: string): string
  counted(count: number, when: string, by: string, about: string): string
  wrote(name: string, count: number): string
  summary(of: string, count: number, people: number, from: string, to: string): string
  summaryNone(of: string): string
  /** What a summary is of that names no logbook, time, person or word. */
  everything: string
  mostAbout(words: string): string
  /** Names the option that writes a log into a logbook. */
  writeInto(name: string): string
  /** Beside that option; nothing is written yet. */
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
