import { z } from 'zod'
import { Id } from '../common'
import { Subject } from './endpoints'

/**
 * Events about requests for access. A new request goes to those who can answer it; an answer also goes to the person
 * who asked.
 */
export const AccessEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access.requested'), subject: Subject, user_id: Id }),
  z.object({ kind: z.literal('access.request_answered'), subject: Subject, user_id: Id, is_given: z.boolean() }),
])
export type AccessEvent = z.infer<typeof AccessEvent>
