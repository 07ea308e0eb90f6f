import { z } from 'zod'

/** Something about the receiver's notifications changed: new ones, or read ones. Clients fetch what they show. */
export const NotificationEvent = z.object({ kind: z.literal('notification.changed'), is_new: z.boolean() })
