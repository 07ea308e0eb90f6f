import type { OwnFrame } from '#shared/contract/sources/own-frames'

/** The largest gap between pictures of one session, in milliseconds. */
const apart = 2 * 60_000

/** Pictures taken without a break, newest first, and the people who saw any of them. */
export interface RecordSession {
  /** The id of the newest picture, which stays the same when older ones load. */
  id: string
  frames: OwnFrame[]
  seen_by: { name: string; is_job: boolean }[]
}

/** A line of the record: a session of several pictures, or one picture. */
export type RecordLine = { id: string; session: RecordSession } | { id: string; frame: OwnFrame }

export function sessionsOf(frames: readonly OwnFrame[]): RecordSession[] {
  const groups: OwnFrame[][] = []
  for (const frame of frames) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNear = last && Math.abs(Date.parse(last.taken_at) - Date.parse(frame.taken_at)) <= apart
    if (group && isNear) group.push(frame)
    else groups.push([frame])
  }
  return groups.map(group => ({ id: group[0]?.id ?? '', frames: group, seen_by: onlookersOf(group) }))
}

/**
 * Returns one line per session, followed by its pictures if it is open. A session of one picture is shown as that
 * picture.
 */
export function linesOf(sessions: readonly RecordSession[], opened: ReadonlySet<string>): RecordLine[] {
  return sessions.flatMap((session): RecordLine[] => {
    const pictures = session.frames.map(frame => ({ id: frame.id, frame }))
    if (pictures.length === 1) return pictures
    const line = { id: `session ${session.id}`, session }
    return isOpened(session, opened) ? [line, ...pictures] : [line]
  })
}

/** Any of its pictures counts, because the newest one, which names the session, may have been deleted since. */
export function isOpened(session: RecordSession, opened: ReadonlySet<string>): boolean {
  return session.frames.some(frame => opened.has(frame.id))
}

function onlookersOf(frames: readonly OwnFrame[]): RecordSession['seen_by'] {
  const known = new Map<string, { name: string; is_job: boolean }>()
  for (const { seen_by } of frames) {
    for (const { name, is_job } of seen_by) known.set(`${is_job} ${name}`, { name, is_job })
  }
  return [...known.values()]
}
