/** The prefix of drafts that are logs on their way to the server. */
export const outboxPrefix = 'log.outbox.'
