import { draftsUnder, readDraft } from '../drafts'

export const journalPrefix = 'mutation.'
/** The draft under which a mutation is kept while the storage does not have it. */
export const journalKey = (id: string): string => journalPrefix + id

/** The draft that says that something waits to be sent, so that the queue is loaded only when needed. */
export const waitingKey = 'mutations.waiting'

export const isAnythingWaiting = (): boolean =>
  readDraft(waitingKey) !== undefined || draftsUnder(journalPrefix).length > 0
