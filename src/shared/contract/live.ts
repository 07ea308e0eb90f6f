import { z } from 'zod'
import { Id, Instant } from './common'
import { OrgEvent } from './events'

/**
 * Frames that the server sends on /sockets/chat. The first is `ready` with the newest `seq`. The client answers
 * `resume` with the last `seq` it has seen, or with the newest one. Only then do `event` frames follow, in order: first
 * the missed ones, then live ones. They are durable and carry the organisation's `seq`; a gap means that those events
 * are not for this person. `resync` means that the log no longer reaches back that far: the client reloads its data,
 * and events continue after `seq`. Some are not durable: `typing`, somebody writes in a chat, and `presence`, a list of
 * `PersonPresence`, which the feature parses, because every page loads this file. Of pages that the client has open come
 * `page`, a change of the shared document, and `caret`, where somebody is in it. `answer` is the answer to a `call` of
 * the client, in the shape that every answer over HTTP has.
 */
export const LiveFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('event'), seq: z.int(), actor_id: Id.nullable(), at: Instant, change: OrgEvent }),
  z.object({ event: z.literal('ready'), seq: z.int() }),
  z.object({ event: z.literal('resync'), seq: z.int() }),
  z.object({ event: z.literal('typing'), chat_id: Id, user_id: Id }),
  z.object({ event: z.literal('presence'), people: z.unknown() }),
  z.object({ event: z.literal('page'), doc_id: Id, seq: z.int(), update: z.string() }),
  z.object({ event: z.literal('caret'), doc_id: Id, user_id: Id, state: z.string() }),
  z.object({ event: z.literal('answer'), call_id: z.int(), reply: z.unknown() }),
])
export type LiveFrame = z.infer<typeof LiveFrame>

/**
 * Frames that a client sends on /sockets/chat. `watch` names the chats that are shown: the presence of their people comes
 * at once and whenever it changes, until the next `watch`. `presence` says whether the person is away from this client. `pages` names the pages that are
 * open, and `caret` says where the person is in one of them. `call` calls an endpoint that allows it, by the rules of HTTP:
 * `key` is its idempotency key, and `body` what a request would carry.
 */
export const LiveRequest = z.discriminatedUnion('event', [
  z.object({ event: z.literal('resume'), last_seq: z.int().min(0) }),
  z.object({ event: z.literal('watch'), chat_ids: z.array(Id).max(100) }),
  z.object({ event: z.literal('presence'), is_away: z.boolean() }),
  z.object({ event: z.literal('pages'), doc_ids: z.array(Id).max(20) }),
  z.object({ event: z.literal('caret'), doc_id: Id, state: z.string().max(4_000) }),
  z.object({
    ...{ event: z.literal('call'), call_id: z.int(), path: z.string().max(100) },
    ...{ key: z.string().optional(), body: z.record(z.string(), z.unknown()) },
  }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

/** Why the server closed a socket. */
export const closeCodes = { normal: 1000, tokenExpired: 4401, notMember: 4403, silent: 4408, tooFast: 4429 } as const
