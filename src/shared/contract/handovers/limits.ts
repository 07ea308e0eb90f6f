/**
 * People who get a handover by mail; logbooks and logs of each that it names; tasks of each kind; and how far back the
 * first one looks, in hours.
 */
export const handover = { recipients: 50, logbooks: 30, logs: 8, tasks: 10, firstHours: 24 } as const
