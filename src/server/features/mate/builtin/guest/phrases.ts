import type { Pattern } from '../../../../platform/words/patterns'
/** The patterns and texts of a language for talking with guests: how questions are recognised, and the answers. */
export interface GuestPhrases {
  /** Patterns of questions, tried in this order; the first match wins. Matched in lower case. */
  asks: Record<GuestAsk, Pattern>
  /** A speaker by their number, which is the first group. Matched in lower case. */
  speakerNumber: Pattern
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

/** Sentences of answers. Parameters are finished markdown. */
export interface GuestSayings {
  help: string
  /** The same for a server without speech recognition. */
  helpNoWords: string
  greeting: string
  what: string
  keep: string
  privacy: string
  upload: string
  notUnderstood: string
  /** Follows `notUnderstood` if a model could be connected. */
  modelHint: string
  /** Introduces turns that contain words of a question that was not understood. */
  perhaps: string
  noRecording: string
  stillWorking(recording: string): string
  failed(recording: string): string
  noWords(recording: string): string
  decisions(recording: string): string
  noDecisions(recording: string): string
  actions(recording: string): string
  noActions(recording: string): string
  /** `who` is empty without a requested person, `about` without requested words. */
  said(recording: string, who: string, about: string): string
  nothingSaid(recording: string, who: string, about: string): string
  more(count: number): string
  speakers(recording: string, count: number): string
  speaker(number: number): string
  spoke(minutes: string): string
  /** The words with which somebody introduces themselves. */
  perhapsCalled(name: string, words: string, moment: string): string
  howToName: string
  summary(recording: string): string
  noSummary(recording: string): string
}
