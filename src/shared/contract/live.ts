import { z } from 'zod'
import { AccessEvent } from './access'
import { Id, Instant } from './common'
import { GraphEvent } from './graphs'
import { LogbookEvent } from './logbooks'
import { MeetingEvent } from './meeting-events'
import { OrganisationEvent } from './organisations'
import { SourceEvent } from './source-events'

/** Everything that the event log of an organisation can say. */
export const OrgEvent = z.union([OrganisationEvent, LogbookEvent, GraphEvent, SourceEvent, AccessEvent, MeetingEvent])
export type OrgEvent = z.infer<typeof OrgEvent>

/**
 * What the server says on /sockets/chat. First `ready` with the newest `seq`; the client answers `resume` with the last one it
 * saw, or with that newest one, and only then do `event` frames come: those it missed, then live ones, in order. They are
 * durable and carry the organisation's `seq`; numbers that are missing belong to events that are not for this person. `resync`
 * means that the log no longer reaches back that far: load again; events go on behind `seq`.
 */
export const LiveFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('event'), seq: z.int(), actor_id: Id.nullable(), at: Instant, change: OrgEvent }),
  z.object({ event: z.literal('ready'), seq: z.int() }),
  z.object({ event: z.literal('resync'), seq: z.int() }),
])
export type LiveFrame = z.infer<typeof LiveFrame>

/** What a client says on /sockets/chat. */
export const LiveRequest = z.discriminatedUnion('event', [
  z.object({ event: z.literal('resume'), last_seq: z.int().min(0) }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

/** Why a socket was closed by the server. */
export const closeCodes = { normal: 1000, tokenExpired: 4401, notMember: 4403, silent: 4408, tooFast: 4429 } as const
