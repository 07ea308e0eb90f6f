/** A summary covers at most this many logs, the newest ones. */
export const summary = { logs: 200 } as const
