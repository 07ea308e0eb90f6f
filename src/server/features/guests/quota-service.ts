import { guests as limits } from '#shared/contract/guests/limits'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'

const hour = 60 * 60 * 1000

/** Counts a question to Mate, unless a member asks. Refuses the one too many within an hour [D42]. */
export async function countQuestion(ctx: MemberContext): Promise<void> {
  if (!ctx.member.is_guest) return
  const now = Date.parse(ctx.now)
  const since = new Date(now - hour).toISOString()
  const { isNoted, first } = await store.noteQuestion(ctx, { since, most: limits.messagesPerHour })
  if (isNoted) return
  const until = first === null ? now + hour : Date.parse(first) + hour
  throw apiError('guest.too_many_messages', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** Counts a recording, unless it is a member’s. Refuses the one too many; those that were converted count too. */
export async function countRecording(ctx: MemberContext): Promise<void> {
  if (!ctx.member.is_guest) return
  if (!(await store.noteRecording(ctx, limits.recordings))) throw apiError('guest.too_many_recordings')
}

/** Refuses as {@link countRecording} would, before anything is kept that would have to go again. */
export async function requireRecordingLeft(ctx: MemberContext): Promise<void> {
  if (ctx.member.is_guest && (await store.recordingsOf(ctx)) >= limits.recordings)
    throw apiError('guest.too_many_recordings')
}
