import { attachments } from '#shared/contract/attachments/limits'

/** When an upload that begins now expires. */
export const expiryFrom = (now: string): string => new Date(Date.parse(now) + attachments.kept).toISOString()
/** Unattached files from before this instant have expired. */
export const unattachedSince = (now: string): string => new Date(Date.parse(now) - attachments.kept).toISOString()
