import { z } from 'zod'
import { Id } from '../common'

/** Events about sources; sockets carry them unchanged. */
export const SourceEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('camera.changed'), camera_id: Id }),
  z.object({ kind: z.literal('camera.deleted'), camera_id: Id }),
  z.object({ kind: z.literal('screen.access_changed'), user_id: Id }),
  z.object({ kind: z.literal('screen.started'), user_id: Id }),
  z.object({ kind: z.literal('screen.stopped'), user_id: Id }),
  /** Somebody, who is the actor, began to look at the screen of the receiver. */
  z.object({ kind: z.literal('screen.viewed'), user_id: Id }),
])
export type SourceEvent = z.infer<typeof SourceEvent>
