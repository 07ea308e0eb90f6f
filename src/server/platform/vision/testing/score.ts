import { evaluate, type PictureRule, type PictureRulesState } from '#shared/rules/picture-rules'
import type { PictureMeter } from '../measure'
import type { Raster } from '../raster'
import type { Moment } from './camera'
import type { Box } from './canvas'
import type { Clip } from './clips'
import { outlineOf, type Scene, view } from './scene'

/** The rules that are set for every clip. */
export const rules: PictureRule[] = [
  rule('occupied', 'bay', 'change_from_reference', 'above', [0.15, 4]),
  rule('passing', 'walkway', 'change', 'above', [0.03, 1]),
  rule('lamp-off', 'lamp', 'brightness', 'below', [0.55, 3]),
  ...(['dark', 'blank', 'covered', 'blurred', 'moved'] as const).map(condition =>
    rule(condition, null, condition, 'is', [1, 3]),
  ),
]

function rule(
  id: string,
  region: string | null,
  measure: PictureRule['measure'],
  comparison: PictureRule['comparison'],
  [threshold, hold_seconds]: [number, number],
): PictureRule {
  return { id, region, measure, comparison, threshold, hold_seconds }
}

/** Whether something that a rule looks for is there: certainly, perhaps (so that neither answer is wrong), or not. */
type Truth = 'yes' | 'perhaps' | 'no'

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
const sizeOf = (box: Box) => overlap(box, box)

const isTurned = ({ turned }: Moment) => Math.abs(turned.x) > 9
const isDark = ({ light, lamp }: Moment) => light < 0.1 && lamp === 0
const isBlank = ({ fault }: Moment) => fault === 'blank'
const isTrouble = (moment: Moment) => isBlank(moment) || isTurned(moment) || moment.covered > 0 || moment.blur > 0
const truth = (is: boolean, mayBe = false): Truth => (is ? 'yes' : mayBe ? 'perhaps' : 'no')

const truths: Record<string, (moment: Moment, scene: Scene) => Truth> = {
  dark: moment => truth(isDark(moment)),
  // What lies on a lens, or the dark, may have one tone, and one tone may lie on the lens.
  blank: moment => truth(isBlank(moment), moment.covered > 0 || isDark(moment)),
  covered: moment => truth(moment.covered === 1, moment.covered > 0 || isBlank(moment)),
  blurred: moment => truth(moment.blur > 0),
  moved: moment => truth(isTurned(moment)),
  'lamp-off': moment => truth(moment.lamp === 0, isTrouble(moment)),
  occupied: (moment, { bay }) => {
    if (isTrouble(moment) || isDark(moment)) return 'perhaps'
    const [still, moving] = [shareOf(moment, bay, false), shareOf(moment, bay, true)]
    return truth(still >= 0.25, still + moving > 0)
  },
  passing: (moment, { walkway }) => {
    if (isTrouble(moment) || isDark(moment)) return 'perhaps'
    const share = shareOf(moment, walkway, true)
    return truth(share >= 0.035, share > 0)
  },
}

/** The largest share of a region that one of those who move, or stand, takes. */
function shareOf({ actors }: Moment, region: Box, isMoving: boolean): number {
  const shares = actors
    .filter(actor => actor.isMoving === isMoving)
    .map(({ figure, x, y }) => overlap(outlineOf(figure, x + view.x, y + view.y), region) / sizeOf(region))
  return Math.max(0, ...shares)
}

export interface Score {
  seconds: number
  events: number
  found: number
  falseAlarms: number
  /** What was missed and what was wrongly reported, in words. */
  errors: string[]
}

/** Plays a clip through the measurement and the rules, and compares with what happens in it. */
export async function scoreOf(clip: Clip, meter: PictureMeter): Promise<Score> {
  const reference = await meter.raster(await clip.reference())
  const fired = new Map<string, number[]>(rules.map(({ id }) => [id, []]))
  let state: PictureRulesState = {}
  let previous: Raster | undefined
  let second = 0
  for await (const frame of clip.frames()) {
    const { measurement, raster } = await meter.measure({ frame, previous, reference, regions: clip.scene.regions })
    const answer = evaluate(rules, state, measurement, second * 1000)
    for (const id of answer.fired) fired.get(id)?.push(second)
    state = answer.state
    previous = raster
    second += 1
  }
  const score: Score = { seconds: second, events: 0, found: 0, falseAlarms: 0, errors: [] }
  for (const { id, hold_seconds } of rules) judge(clip, { id, hold: hold_seconds, fired: fired.get(id) ?? [] }, score)
  return score
}

function judge(clip: Clip, rule: { id: string; hold: number; fired: number[] }, score: Score): void {
  const known = clip.moments.map(moment => truths[rule.id]?.(moment, clip.scene) ?? 'no')
  const explained = new Set<number>()
  for (const { from, until } of runsOf(known)) {
    const [first, last] = [from - 1, until + 2]
    const inTime = rule.fired.filter(second => second >= first && second <= last)
    for (const second of inTime.slice(0, 1)) explained.add(second)
    // Too short to last as long as the rule asks.
    if (until - from < rule.hold + 3) continue
    score.events += 1
    if (inTime.length > 0) score.found += 1
    else score.errors.push(`${clip.name}: missed ${rule.id} ${from}–${until}`)
  }
  for (const second of rule.fired) {
    const isDoubtful = known.slice(Math.max(0, second - rule.hold - 2), second + 2).includes('perhaps')
    if (explained.has(second) || isDoubtful) continue
    score.falseAlarms += 1
    score.errors.push(`${clip.name}: false alarm ${rule.id} at ${second}`)
  }
}

/** Where something certainly is there, without interruption; `until` is its last second. */
function runsOf(known: readonly Truth[]): { from: number; until: number }[] {
  const runs: { from: number; until: number }[] = []
  for (const [second, state] of known.entries()) {
    if (state !== 'yes') continue
    const last = runs.at(-1)
    if (last?.until === second - 1) last.until = second
    else runs.push({ from: second, until: second })
  }
  return runs
}

export function sumOf(scores: readonly Score[]): Score {
  const sum: Score = { seconds: 0, events: 0, found: 0, falseAlarms: 0, errors: [] }
  for (const score of scores) {
    sum.seconds += score.seconds
    sum.events += score.events
    sum.found += score.found
    sum.falseAlarms += score.falseAlarms
    sum.errors.push(...score.errors)
  }
  return sum
}
