/** The keys of drafts in which earlier versions kept unsent logs begin with this. */
export const formerOutboxPrefix = 'log.outbox.'
