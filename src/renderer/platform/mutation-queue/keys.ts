import { draftsUnder, readDraft } from '../drafts'

export const journalPrefix = 'mutation.'
/** The draft that holds a mutation while the storage does not have it. */
export const journalKey = (id: string): string => journalPrefix + id

/** The draft that marks that mutations wait, so that the queue is loaded only when needed. */
export const waitingKey = 'mutations.waiting'

export const isAnythingWaiting = (): boolean =>
  readDraft(waitingKey) !== undefined || draftsUnder(journalPrefix).length > 0
