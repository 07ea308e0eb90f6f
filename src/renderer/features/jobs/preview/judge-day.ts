import { job } from '#shared/contract/jobs/limits'
import type { MeasuredPicture } from '#shared/contract/jobs/measured'
import { evaluate, type PictureRule, type PictureRulesState, readingOf } from '#shared/rules/picture-rules'

/** A stored picture with what a rule makes of it. */
export interface JudgedPicture {
  frame_id: string
  taken_at: string
  at: number
  /** What the rule compares: a share, or 1 and 0 for a condition. Null if it cannot be judged. */
  value: number | null
  isActive: boolean
  /** Whether the rule became active with this picture. */
  hasFired: boolean
}

/** Judges the pictures of a day, oldest first, as the runs of a job would that looked at each of them. */
export function judgeDay(rule: PictureRule, pictures: readonly MeasuredPicture[]): JudgedPicture[] {
  let state: PictureRulesState = {}
  return pictures.map(({ frame_id, taken_at, measurement }) => {
    const at = Date.parse(taken_at)
    const { state: next, active, fired } = evaluate([rule], state, measurement, at, job.ruleGapSeconds)
    state = next
    const value = readingOf(rule, measurement)
    return { frame_id, taken_at, at, value, isActive: active.length > 0, hasFired: fired.length > 0 }
  })
}

/** The times during which the rule held: from the picture with which it began to the one with which it had ended. */
export function activeSpans(judged: readonly JudgedPicture[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (const [index, { at, isActive }] of judged.entries()) {
    if (!isActive) continue
    const last = spans.at(-1)
    const to = judged[index + 1]?.at ?? at
    if (last && judged[index - 1]?.isActive) last.to = to
    else spans.push({ from: at, to })
  }
  return spans
}
