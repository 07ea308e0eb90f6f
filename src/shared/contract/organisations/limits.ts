import { day } from '../../limits'

export const invites = { lifetime: 30 * day, perCall: 50 } as const
