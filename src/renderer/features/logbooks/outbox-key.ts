/** How the drafts begin that are logs on their way to the server. */
export const outboxPrefix = 'log.outbox.'
