import { day } from '../../limits'

/** How long a deleted organisation can be restored. */
export const organisation = { restorable: 30 * day } as const
export const invites = { lifetime: 30 * day, perCall: 50 } as const
/** The longest life of a join link in days, its most uses, and how many links are open at the same time. */
export const joinLinks = { days: 30, uses: 500, open: 20 } as const
