/** Tasks [D13, D14]. Times in milliseconds unless the name says otherwise. */
export const task = {
  titleLength: 300,
  descriptionLength: 20_000,
  /** The first characters of a description, as lists show them. */
  excerptLength: 160,
  labels: 12,
  labelLength: 40,
  assignees: 20,
  checklist: 50,
  checklistTextLength: 300,
  dependencies: 50,
  files: 12,
  /** A year of working days. */
  estimateMinutes: 125_000,
  /** How many tasks one call can change. */
  bulk: 200,
  /** Tasks of one group of a board that are returned at once. */
  groupPage: 20,
  /** An action item of a summary. */
  itemLength: 500,
  /** Action items that become tasks in one call. */
  items: 50,
  /** Origins whose tasks one call asks for, and the tasks that it returns at most. */
  origins: 100,
  fromOrigins: 500,
  /** A task that was done by mistake gets its former status back within this time. */
  undoWithin: 10 * 60_000,
  perOrganization: 200_000,
} as const

export const comment = {
  length: 10_000,
  mentions: 50,
  files: 12,
  editableFor: 24 * 60 * 60_000,
} as const

/** Saved views of boards and lists. */
export const view = {
  nameLength: 60,
  queryLength: 100,
  perPerson: 50,
  /** Shared views that a list returns at most. */
  shared: 200,
} as const
