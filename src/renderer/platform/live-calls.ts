import { z } from 'zod'
import type { Answer, Endpoint, Input } from '#shared/contract/endpoint'
import { second } from '#shared/limits'
import { call, clientErrors, commonIds, type Outcome } from './api'
import { browserClock } from './clock'
import { checkLive, onMomentary, sendLive, useLive } from './live'
import { callEnded } from './server-away'
import { useSession } from './session'

/** Characters of a call that fits into a frame with everything around it. */
const longestCall = 32_000
/** How long an answer may take. Beyond that, calls go over HTTP until the connection shows that it is one. */
const answeredWithin = 4 * second

const Success = z.object({ status: z.literal(200), message: z.string(), data: z.unknown() })

/** What waits for the answer to a call; null says that none will come. */
const waiting = new Map<number, (reply: unknown) => void>()
let lastId = 0
let isFollowing = false
let isSilent = false

/**
 * Calls an endpoint over the connection that is open for live events, which takes less time than a request. Where there is no
 * connection, it ends, or the answer is not a success, the call is made over HTTP with the same key, and by its rules.
 */
export async function callOverSocket<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  idempotencyKey: string,
): Promise<Outcome<Answer<E>>> {
  const { userId, organizationId } = useSession.getState()
  // The same body as over HTTP, because a key belongs to one body.
  const reply = Success.safeParse(await replyTo(endpoint.path, { ...input, ...commonIds() }, idempotencyKey)).data
  const answer = endpoint.answer.safeParse(reply?.data)
  if (!reply || !answer.success) {
    const now = useSession.getState()
    if (now.userId === userId && now.organizationId === organizationId) return call(endpoint, input, { idempotencyKey })
    // It may have happened, and must not happen in another workspace.
    const [status, message] = clientErrors['network.failed']
    return { ok: false, data: null, code: 'network.failed', status, message }
  }
  callEnded('answered')
  return { ...reply, ok: true, data: answer.data as Answer<E> }
}

/** Null if the call cannot be sent. */
function replyTo(path: string, body: Record<string, unknown>, key: string): Promise<unknown> | null {
  const frame = { event: 'call' as const, call_id: ++lastId, path, key, body }
  if (isSilent || JSON.stringify(body).length > longestCall || !sendLive(frame)) return null
  follow()
  return new Promise(resolve => {
    const answered = (reply: unknown) => {
      giveUp()
      waiting.delete(frame.call_id)
      resolve(reply)
    }
    const giveUp = browserClock.after(answeredWithin, () => {
      isSilent = true
      checkLive()
      answered(null)
    })
    waiting.set(frame.call_id, answered)
  })
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  onMomentary(frame => {
    isSilent = false
    if (frame.event === 'answer') waiting.get(frame.call_id)?.(frame.reply)
  })
  useLive.subscribe(({ state }) => {
    isSilent = false
    if (state !== 'open') for (const answered of [...waiting.values()]) answered(null)
  })
}
