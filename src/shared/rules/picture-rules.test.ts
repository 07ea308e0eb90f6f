import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AreaMeasurement,
  evaluate,
  type PictureMeasurement,
  type PictureRule,
  type PictureRulesState,
  pictureLimits,
  pictureRegions,
  pictureRules,
  pictureRulesState,
} from './picture-rules'

const area: AreaMeasurement = {
  ...{ brightness: 0.5, contrast: 0.3, sharpness: 0.3, change: 0, change_from_reference: 0 },
  ...{ dark: false, blank: false, covered: false, blurred: false, moved: false },
}
const picture = (bay: Partial<AreaMeasurement>, whole: Partial<AreaMeasurement> = {}): PictureMeasurement => ({
  whole: { ...area, ...whole },
  regions: { bay: { ...area, ...bay } },
})
const rule = (changes: Partial<PictureRule> = {}): PictureRule => ({
  ...{ id: 'r', region: 'bay', measure: 'change', comparison: 'above', threshold: 0.5, hold_seconds: 3 },
  ...changes,
})

/** Plays values, one a second unless times are given, and returns when the rule fired and when it was active. */
function play(one: PictureRule, pictures: PictureMeasurement[], times = pictures.map((_, second) => second)) {
  let state: PictureRulesState = {}
  const [fired, active]: [number[], number[]] = [[], []]
  for (const [index, measurement] of pictures.entries()) {
    const at = times[index] ?? 0
    const answer = evaluate([one], state, measurement, at * 1000)
    state = answer.state
    if (answer.fired.length > 0) fired.push(at)
    if (answer.active.length > 0) active.push(at)
  }
  return { fired, active, state }
}
const changes = (...values: number[]) => values.map(change => picture({ change }))

describe('A rule on what a job sees without a model [D28]', () => {
  test('becomes active once its condition has held, fires once, and ends once it has been gone as long', () => {
    const { fired, active } = play(rule(), changes(0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1))
    expect(fired).toEqual([4])
    expect(active).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  test('fires at once without a hold, and again after its end', () => {
    expect(play(rule({ hold_seconds: 0 }), changes(1, 0, 1, 1)).fired).toEqual([0, 2])
  })

  test('does not flap while the value hovers about the threshold', () => {
    const { fired, active } = play(rule({ hold_seconds: 0 }), changes(0.51, 0.49, 0.51, 0.48, 0.52, 0.44, 0.49))
    expect(fired).toEqual([0])
    expect(active).toEqual([0, 1, 2, 3, 4])
    const below = rule({ hold_seconds: 0, comparison: 'below', threshold: 0.95 })
    expect(play(below, changes(0.94, 0.951, 0.94, 0.96, 0.94)).fired).toEqual([0, 4])
  })

  test('does not count the time in which no picture came', () => {
    expect(play(rule(), changes(1, 1, 1), [0, 60, 120]).fired).toEqual([])
    expect(play(rule(), changes(1, 1, 1), [0, 2, 4]).fired).toEqual([4])
    const first = evaluate([rule({ hold_seconds: 60 })], {}, picture({ change: 1 }), 0, 90)
    expect(evaluate([rule({ hold_seconds: 60 })], first.state, picture({ change: 1 }), 60_000, 90).fired).toEqual(['r'])
  })

  test('stays as it is while it cannot be judged', () => {
    const reference = rule({ measure: 'change_from_reference', hold_seconds: 0 })
    const unknown = [picture({ change_from_reference: 1 }), picture({ change_from_reference: null })]
    expect(play(reference, unknown)).toMatchObject({ fired: [0], active: [0, 1] })
    expect(play(rule({ region: 'gone', hold_seconds: 0 }), changes(1))).toEqual({ fired: [], active: [], state: {} })
    expect(play(rule({ region: 'constructor', hold_seconds: 0 }), changes(1)).fired).toEqual([])
    expect(play(rule({ hold_seconds: 0 }), changes(1, 0), [5, 5]).active).toEqual([5, 5])
  })

  test('on a region is not judged while the camera sees nothing, but one on the whole picture is', () => {
    for (const trouble of [{ covered: true }, { moved: true }, { dark: true }, { blank: true }]) {
      const pictures = [picture({ change: 1 }, { ...trouble, change: 1 })]
      expect(play(rule({ hold_seconds: 0 }), pictures).fired).toEqual([])
      expect(play(rule({ hold_seconds: 0, region: null }), pictures).fired).toEqual([0])
    }
  })

  test('knows conditions and numbers', () => {
    const covered = rule({ region: null, measure: 'covered', comparison: 'is', threshold: 1, hold_seconds: 0 })
    expect(play(covered, [picture({}), picture({}, { covered: true })]).fired).toEqual([1])
    const number = rule({ measure: 'number', comparison: 'is', threshold: 0.3, hold_seconds: 0 })
    expect(play(number, [picture({ number: 0.1 + 0.2 }), picture({ number: 4 })])).toMatchObject({
      fired: [0],
      active: [0],
    })
    const hot = rule({ measure: 'number', threshold: 100, hold_seconds: 0 })
    expect(
      play(
        hot,
        [101, 99, 101, 98, 101].map(read => picture({ number: read })),
      ).fired,
    ).toEqual([0, 4])
    expect(play(hot, [picture({})]).fired).toEqual([])
  })

  test('forgets what was remembered for rules that are gone', () => {
    const { state } = evaluate([rule()], {}, picture({ change: 1 }), 0)
    expect(evaluate([rule({ id: 'other' })], state, picture({}), 1_000).state).not.toHaveProperty('r')
    expect(evaluate([rule({ id: '__proto__' })], {}, picture({ change: 1 }), 0).state).toHaveProperty('__proto__')
  })
})

const shares = fc.constantFrom(0, 0.05, 0.3, 0.45, 0.49, 0.5, 0.51, 0.55, 0.9, 1)
const anyRule = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  region: fc.constantFrom('bay', null),
  measure: fc.constantFrom('change' as const, 'brightness' as const),
  comparison: fc.constantFrom('above' as const, 'below' as const),
  threshold: shares,
  hold_seconds: fc.nat(5),
})
const anyRules = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 3 })
const anyPictures = fc.array(
  fc.record({
    pause: fc.integer({ min: 1, max: 12 }),
    measurement: fc
      .record({ change: fc.option(shares), brightness: shares, covered: fc.boolean() })
      .map(({ covered, ...bay }) => picture(bay, { ...bay, covered })),
  }),
  { maxLength: 40 },
)

const isMet = (
  { region, measure, comparison, threshold }: typeof anyRule extends fc.Arbitrary<infer R> ? R : never,
  seen: PictureMeasurement,
) => {
  const value = (region === null ? seen.whole : seen.regions.bay)?.[measure]
  return value != null && (comparison === 'above' ? value > threshold : value < threshold)
}

describe('Rules on any sequence of pictures [D28]', () => {
  test('fire only after the condition held on every picture of the hold, never twice without an end, and survive JSON', () => {
    fc.assert(
      fc.property(anyRules, anyPictures, (rules, pictures) => {
        let state: PictureRulesState = {}
        let at = 0
        let before: string[] = []
        const history: { at: number; measurement: PictureMeasurement }[] = []
        for (const { pause, measurement } of pictures) {
          at += pause * 1_000
          history.push({ at, measurement })
          const answer = evaluate(rules, state, measurement, at)
          expect(evaluate(rules, pictureRulesState.parse(JSON.parse(JSON.stringify(state))), measurement, at)).toEqual(
            answer,
          )
          for (const fired of answer.fired) {
            const found = rules.find(({ id }) => id === fired)
            if (!found) throw new Error('A rule fired that was not given.')
            expect(before).not.toContain(fired)
            expect(answer.active).toContain(fired)
            const held = history.filter(entry => entry.at > at - found.hold_seconds * 1_000 || entry.at === at)
            const judged = held.filter(
              ({ measurement: seen }) =>
                (found.region === null ? true : !seen.whole.covered) || found.measure !== 'change',
            )
            expect(
              judged
                .filter(({ measurement: seen }) => seen.whole.change !== null || found.measure !== 'change')
                .every(entry => isMet(found, entry.measurement)),
            ).toBe(true)
          }
          state = answer.state
          before = answer.active
        }
      }),
    )
  })

  test('become active after the hold if the condition lasts', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 1, max: pictureLimits.gapSeconds }), (hold, every) => {
        const times = Array.from({ length: Math.ceil(hold / every) + 1 }, (_, index) => index * every)
        const { fired } = play(rule({ hold_seconds: hold }), changes(...times.map(() => 1)), times)
        expect(fired).toEqual([times.at(-1)])
      }),
    )
  })
})

describe('What a person may set [D28]', () => {
  const region = { id: 'bay', name: 'Bay 3', shape: { kind: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 } }
  const many = <T>(count: number, make: (id: string) => T) => Array.from({ length: count }, (_, id) => make(String(id)))

  test('is up to 8 regions within the picture', () => {
    expect(pictureRegions.safeParse(many(8, id => ({ ...region, id }))).success).toBe(true)
    expect(pictureRegions.safeParse(many(9, id => ({ ...region, id }))).success).toBe(false)
    expect(pictureRegions.safeParse([region, region]).success).toBe(false)
    for (const shape of [
      { ...region.shape, x: 0.6 },
      { ...region.shape, width: 0 },
      { ...region.shape, y: Number.NaN },
      { kind: 'polygon', points: many(2, () => ({ x: 0, y: 0 })) },
      { kind: 'polygon', points: many(25, () => ({ x: 0, y: 0 })) },
    ])
      expect(pictureRegions.safeParse([{ ...region, shape }]).success).toBe(false)
  })

  test('is up to 12 rules that can be met', () => {
    expect(pictureRules.safeParse(many(12, id => rule({ id }))).success).toBe(true)
    expect(pictureRules.safeParse(many(13, id => rule({ id }))).success).toBe(false)
    expect(pictureRules.safeParse([rule(), rule()]).success).toBe(false)
    const accepted = (changed: Partial<PictureRule>) => pictureRules.safeParse([rule(changed)]).success
    expect(accepted({ measure: 'covered', comparison: 'is', threshold: 1 })).toBe(true)
    expect(accepted({ measure: 'covered', comparison: 'above', threshold: 0.5 })).toBe(false)
    expect(accepted({ measure: 'change', comparison: 'is' })).toBe(false)
    expect(accepted({ threshold: 1.5 })).toBe(false)
    expect(accepted({ measure: 'number', threshold: 1.5 })).toBe(true)
    expect(accepted({ hold_seconds: -1 })).toBe(false)
  })
})

describe('A rule on the words that were read in a part of the picture [D48]', () => {
  const words = (contains: string, threshold: 0 | 1 = 1) =>
    rule({ measure: 'words', comparison: 'is', threshold, contains, hold_seconds: 0 })
  const reading = (...texts: (string | null)[]) => texts.map(text => picture({ words: text }))

  test('holds while they are there, whatever their case and spacing, as whole words', () => {
    const { active } = play(
      words('out of Paper'),
      reading('OUT  OF\nPAPER!', 'out of papers', 'Tray: out-of-paper', ''),
    )
    expect(active).toEqual([0, 2])
    expect(play(words('paper', 0), reading('paper', 'ink')).active).toEqual([1])
  })

  test('is not judged on a picture that was not read', () => {
    expect(play(words('paper', 0), reading(null, null)).active).toEqual([])
    expect(play(words('paper'), [picture({})]).active).toEqual([])
  })

  test('has words to look for, and no other rule has', () => {
    const { contains, ...without } = words('paper')
    for (const broken of [without, rule({ contains: 'paper' }), { ...words('paper'), threshold: 0.5 }])
      expect(pictureRules.safeParse([broken]).success).toBe(false)
    expect(pictureRules.safeParse([{ ...without, contains }]).success).toBe(true)
  })
})
