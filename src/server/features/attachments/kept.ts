import { attachments } from '#shared/limits'

/** When what begins now is over. */
export const expiryFrom = (now: string): string => new Date(Date.parse(now) + attachments.kept).toISOString()
/** What belongs to nothing and is older than this is gone. */
export const keptSince = (now: string): string => new Date(Date.parse(now) - attachments.kept).toISOString()
