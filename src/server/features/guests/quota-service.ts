import { apiError } from '#shared/errors'
import { guests as limits } from '#shared/limits'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'

const hour = 60 * 60 * 1000

/** Counts a guest's question to Mate; members are not limited. Refuses questions beyond the limit of an hour [D42]. */
export async function countQuestion(ctx: MemberContext): Promise<void> {
  if (!ctx.member.is_guest) return
  const now = Date.parse(ctx.now)
  const since = new Date(now - hour).toISOString()
  const { isNoted: isCounted, first } = await store.recordQuestion(ctx, { since, most: limits.messagesPerHour })
  if (isCounted) return
  const until = first === null ? now + hour : Date.parse(first) + hour
  throw apiError('guest.too_many_messages', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** Counts a guest's recording. Refuses recordings beyond the limit; converted ones count too. */
export async function countRecording(ctx: MemberContext): Promise<void> {
  if (!ctx.member.is_guest) return
  if (!(await store.recordRecording(ctx, limits.recordings))) throw apiError('guest.too_many_recordings')
}

/** Refuses like {@link countRecording}, but before anything is stored that would have to be removed again. */
export async function requireRecordingLeft(ctx: MemberContext): Promise<void> {
  if (ctx.member.is_guest && (await store.recordingsOf(ctx)) >= limits.recordings)
    throw apiError('guest.too_many_recordings')
}
