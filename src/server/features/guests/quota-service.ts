import { refuse } from '#shared/errors'
import { guests as limits } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import * as store from './store'

const hour = 60 * 60 * 1000

/** Counts a question to Mate, unless a member asks. Refuses the one too many within an hour [D42]. */
export async function countQuestion(at: MemberScene): Promise<void> {
  if (!at.member.is_guest) return
  const now = Date.parse(at.now)
  const since = new Date(now - hour).toISOString()
  const { isNoted, first } = await store.noteQuestion(at, { since, most: limits.messagesPerHour })
  if (isNoted) return
  const until = first === null ? now + hour : Date.parse(first) + hour
  throw refuse('guest.too_many_messages', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** Counts a recording, unless it is a member’s. Refuses the one too many; those that were converted count too. */
export async function countRecording(at: MemberScene): Promise<void> {
  if (!at.member.is_guest) return
  if (!(await store.noteRecording(at, limits.recordings))) throw refuse('guest.too_many_recordings')
}

/** Refuses as {@link countRecording} would, before anything is kept that would have to go again. */
export async function requireRecordingLeft(at: MemberScene): Promise<void> {
  if (at.member.is_guest && (await store.recordingsOf(at)) >= limits.recordings)
    throw refuse('guest.too_many_recordings')
}
