/** What built-in Mate needs to know of a language to talk with guests: how their questions are recognised, and what is answered. */
export interface GuestPhrases {
  /** What is asked, tried in this order; the first that matches wins. Matched in lower case. */
  asks: Record<GuestAsk, RegExp>
  /** A speaker by their number, which is the first group. Matched in lower case. */
  speakerNumber: RegExp
  say: GuestSayings
}

export const guestAsks = [
  'said',
  'decisions',
  'actions',
  'speakers',
  'privacy',
  'keep',
  'upload',
  'summary',
  'what',
  'help',
] as const
export type GuestAsk = (typeof guestAsks)[number]

/** Sentences of answers. What is given is finished markdown. */
export interface GuestSayings {
  help: string
  /** The same where nothing on the server knows words. */
  helpNoWords: string
  greeting: string
  what: string
  keep: string
  privacy: string
  upload: string
  notUnderstood: string
  /** After `notUnderstood`, where a model could be connected. */
  modelHint: string
  /** Turns that mention words although the question was not understood. */
  perhaps: string
  noRecording: string
  stillWorking(recording: string): string
  failed(recording: string): string
  noWords(recording: string): string
  decisions(recording: string): string
  noDecisions(recording: string): string
  actions(recording: string): string
  noActions(recording: string): string
  /** `who` is empty where nobody is asked for, `about` where nothing is. */
  said(recording: string, who: string, about: string): string
  nothingSaid(recording: string, who: string, about: string): string
  more(count: number): string
  speakers(recording: string, count: number): string
  speaker(number: number): string
  spoke(minutes: string): string
  /** Words with which somebody says their own name. */
  perhapsCalled(name: string, words: string, moment: string): string
  howToName: string
  summary(recording: string): string
  noSummary(recording: string): string
}
