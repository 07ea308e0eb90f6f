import { z } from 'zod'

/** Bounds of what a person may draw and set for one job [D28]. Holds are in seconds. */
export const pictureLimits = {
  regions: 8,
  rules: 12,
  corners: 24,
  idLength: 40,
  nameLength: 60,
  wordsLength: 60,
  holdSeconds: 3_600,
  number: 1_000_000_000,
  /** Two pictures further apart than this do not prove that a condition lasted in between. */
  gapSeconds: 10,
} as const

const id = z.string().min(1).max(pictureLimits.idLength)
const share = z.number().min(0).max(1)
const corner = z.strictObject({ x: share, y: share })

/** Positions and sizes are shares of the picture's width and height, from its left upper corner. */
const shape = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('rectangle'), x: share, y: share, width: share, height: share })
    .refine(({ width, height }) => width > 0 && height > 0, 'A rectangle has a width and a height.')
    .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, 'It ends in the picture.'),
  z.strictObject({ kind: z.literal('polygon'), points: z.array(corner).min(3).max(pictureLimits.corners) }),
])

/** A part of the picture that a person drew and named. */
export const pictureRegion = z.strictObject({ id, name: z.string().max(pictureLimits.nameLength), shape })
export type PictureRegion = z.infer<typeof pictureRegion>
export type RegionShape = PictureRegion['shape']

export const pictureRegions = z
  .array(pictureRegion)
  .max(pictureLimits.regions)
  .refine(regions => isUnique(regions.map(region => region.id)), 'Each region has its own id.')

const shares = ['change', 'change_from_reference', 'brightness'] as const
const conditions = ['dark', 'blank', 'covered', 'blurred', 'moved'] as const

export const pictureRule = z
  .strictObject({
    id,
    /** Null is the whole picture. */
    region: id.nullable(),
    measure: z.enum([...shares, ...conditions, 'number', 'words']),
    comparison: z.enum(['above', 'below', 'is']),
    /** A share from 0 to 1; for a condition or words 1 (it is so) or 0 (it is not so); for a number any value. */
    threshold: z.number().min(-pictureLimits.number).max(pictureLimits.number),
    hold_seconds: z.number().min(0).max(pictureLimits.holdSeconds),
    /** The words that are looked for in what was read; for the measure `words` alone [D48]. */
    contains: z.string().trim().min(1).max(pictureLimits.wordsLength).optional(),
  })
  .refine(isMeaningful, 'Shares are above or below 0 to 1; a condition is 1 or 0; only words have words to look for.')
export type PictureRule = z.infer<typeof pictureRule>

export const pictureRules = z
  .array(pictureRule)
  .max(pictureLimits.rules)
  .refine(rules => isUnique(rules.map(rule => rule.id)), 'Each rule has its own id.')

/** What is known about the whole picture or one region. Null is what cannot be known, like a change without a reference. */
export interface AreaMeasurement {
  /** Mean, from 0 (black) to 1 (white). */
  brightness: number
  /** Standard deviation of the brightness, from 0 (one tone) to 1 (half black, half white). */
  contrast: number
  /** Share of fine detail in the contrast, from 0 (a soft gradient) to 1. Only comparable for the same camera. */
  sharpness: number
  /** Share of the area that really changed since the previous picture, from 0 to 1. */
  change: number | null
  /** The same since the reference picture. */
  change_from_reference: number | null
  dark: boolean
  /** One tone. */
  blank: boolean
  /** Something lies on the lens. False in the dark, where it cannot be told. */
  covered: boolean | null
  blurred: boolean
  /** The camera points elsewhere. */
  moved: boolean | null
  /** The words that were read in this area [D48], and the number among them. */
  words?: string | null
  number?: number | null
}

export interface PictureMeasurement {
  whole: AreaMeasurement
  /** By the id of the region. */
  regions: Readonly<Record<string, AreaMeasurement>>
}

/** What is remembered of one rule. Times are milliseconds since 1970. */
const ruleState = z.strictObject({
  active: z.boolean(),
  /** Since when the next change, to active or back, has been holding; null if it does not hold. */
  since: z.number().nullable(),
  /** The last picture on which the rule could be judged. */
  seen: z.number(),
})
type RuleState = z.infer<typeof ruleState>

/** What is remembered between two pictures, by rule; plain JSON. A new sequence starts with `{}`. */
export const pictureRulesState = z.record(z.string(), ruleState)
export type PictureRulesState = z.infer<typeof pictureRulesState>

export interface Evaluation {
  state: PictureRulesState
  /** Ids of the rules that became active with this picture; each fires once until it has ended. */
  fired: string[]
  /** Ids of all active rules. */
  active: string[]
}

/**
 * Judges the next picture of a sequence [D28]. A rule becomes active when its condition has held on all pictures of
 * `hold_seconds`, and ends when the value has been clearly on the other side for as long. `at` is in milliseconds since
 * 1970; a picture that is not newer than the last one changes nothing. `gapSeconds` is the longest pause between two
 * pictures over which a condition counts as lasting: a job that looks every N minutes passes a longer one. A picture on
 * which a rule cannot be judged counts as a pause for that rule. State of rules that are not given is dropped.
 */
export function evaluate(
  rules: readonly PictureRule[],
  state: PictureRulesState,
  measurement: PictureMeasurement,
  at: number,
  gapSeconds: number = pictureLimits.gapSeconds,
): Evaluation {
  const next: PictureRulesState = {}
  const fired: string[] = []
  for (const rule of rules) {
    const before = Object.hasOwn(state, rule.id) ? state[rule.id] : undefined
    const after = judge(rule, before, readingOf(rule, measurement), { at, gap: gapSeconds * 1000 })
    if (!after) continue
    if (after.active && !before?.active) fired.push(rule.id)
    Object.defineProperty(next, rule.id, { value: after, enumerable: true, configurable: true, writable: true })
  }
  return { state: next, fired, active: rules.filter(({ id: known }) => isActive(next, known)).map(rule => rule.id) }
}

const isActive = (state: PictureRulesState, rule: string) => Object.hasOwn(state, rule) && state[rule]?.active === true

function judge(
  rule: PictureRule,
  before: RuleState | undefined,
  value: number | null,
  { at, gap }: { at: number; gap: number },
): RuleState | undefined {
  if (value === null || (before && at <= before.seen)) return before
  const active = before?.active ?? false
  if (active ? !isOver(rule, value) : !isMet(rule, value)) return { active, since: null, seen: at }
  const since = before?.since != null && at - before.seen <= gap ? before.since : at
  const hasHeld = at - since >= rule.hold_seconds * 1000
  return hasHeld ? { active: !active, since: null, seen: at } : { active, since, seen: at }
}

/** The value that a rule compares; null if it cannot be judged on this picture. */
export function readingOf(
  { region, measure, contains }: PictureRule,
  { whole, regions }: PictureMeasurement,
): number | null {
  const area = region === null ? whole : Object.hasOwn(regions, region) ? regions[region] : undefined
  if (!area) return null
  // On a picture without view, all regions differ from the reference, and none of them changed.
  const isBlind = whole.dark || whole.blank || whole.covered === true || whole.moved === true
  if (region !== null && isBlind && (measure === 'change' || measure === 'change_from_reference')) return null
  if (measure === 'words') return area.words == null ? null : Number(isIn(contains ?? '', area.words))
  const value = area[measure]
  return value === undefined || value === null ? null : Number(value)
}

/** Whether a text has these words, whatever their case, and however they are spaced. */
function isIn(words: string, text: string): boolean {
  const plain = (written: string) =>
    ` ${written
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean)
      .join(' ')} `
  return plain(words).trim() !== '' && plain(text).includes(plain(words))
}

/** Numbers that were read are equal within rounding. */
const rounding = 1e-6

function isMet({ comparison, threshold }: PictureRule, value: number): boolean {
  if (comparison === 'above') return value > threshold
  if (comparison === 'below') return value < threshold
  return Math.abs(value - threshold) <= rounding
}

/** A value that hovers about the threshold is neither met nor over, so that it does not fire again and again. */
function isOver(rule: PictureRule, value: number): boolean {
  const { comparison, threshold } = rule
  if (comparison === 'is') return !isMet(rule, value)
  const margin = rule.measure === 'number' ? Math.abs(threshold) * 0.02 : Math.min(threshold, 1 - threshold) * 0.1
  return comparison === 'above' ? value <= threshold - margin : value >= threshold + margin
}

function isMeaningful({ measure, comparison, threshold, contains }: Limit): boolean {
  if ((measure === 'words') !== (contains !== undefined)) return false
  if (measure === 'number') return true
  if (measure === 'words' || conditions.some(condition => condition === measure))
    return comparison === 'is' && (threshold === 0 || threshold === 1)
  return comparison !== 'is' && threshold >= 0 && threshold <= 1
}

/** What is compared; written out, because the schema's own type depends on the check. */
interface Limit {
  measure: (typeof shares)[number] | (typeof conditions)[number] | 'number' | 'words'
  comparison: 'above' | 'below' | 'is'
  threshold: number
  contains?: string | undefined
}

function isUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length
}
