/**
 * `unread`: the highest number that is counted. `devices`: browsers of one person that are pushed to; a new one replaces
 * the oldest. `name`: characters of a name or title.
 */
export const notifications = { unread: 100, marked: 100, devices: 20, tokenLength: 4_000, name: 200 } as const
