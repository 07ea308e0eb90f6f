/** Jobs [D28, D29]. Times in milliseconds unless the name says otherwise. */
export const job = {
  nameLength: 120,
  descriptionLength: 1_000,
  promptLength: 8_000,
  codeLength: 20_000,
  /** Sources, destinations and reference pictures of one job. */
  sources: 12,
  destinations: 10,
  references: 6,
  ranges: 6,
  perOrganization: 2_000,
  /** How many of the next planned times an answer names. */
  nextRuns: 5,
  /** Failures in a row after which a job is paused. */
  failuresUntilPaused: 5,
  /** Judged results that a model is shown. */
  judgedResults: 6,
  /** Pictures of one run. */
  framesOfRun: 12,
  overlayBytes: 2_000_000,
  oldestPictureMinutes: 1_440,
  /** Prompts in the library of an organisation. */
  prompts: 200,
  /** Pictures of a day that are measured to show when a rule would have fired. */
  measuredPictures: 120,
  /** Two pictures of a job are further apart than those of a stream; its rules hold over this many seconds between them. */
  ruleGapSeconds: 7 * 24 * 60 * 60,
} as const
