import { describe, expect, test } from 'vitest'
import { PictureMeter } from './measure'
import { clipsOf } from './testing/clips'
import { scoreOf, sumOf } from './testing/score'

/** Clips that the measurement was not tuned to. Those of the odd seeds are for tuning. */
const testSeed = 2
/** A frame a second. */
const hour = 3_600
/** Half an hour of footage is drawn, packed, unpacked and measured, on a machine that may be busy. */
const timeout = 180_000

describe('What a job sees without a model, on footage of a bay or a yard [D28]', () => {
  test(
    'finds who and what comes and goes, and tells trouble of the camera from light, rain and shadows',
    async () => {
      const meter = new PictureMeter()
      const clips = clipsOf(testSeed)
      const scores = []
      for (const clip of clips) scores.push(await scoreOf(clip, meter))
      const { seconds, events, found, falseAlarms, errors } = sumOf(scores)
      const errorsInAll = errors.join('\n')
      expect(clips.length, errorsInAll).toBeGreaterThanOrEqual(20)
      expect(events).toBeGreaterThanOrEqual(20)
      expect(found / events, errorsInAll).toBeGreaterThanOrEqual(0.95)
      expect((falseAlarms / seconds) * hour, errorsInAll).toBeLessThanOrEqual(1)
    },
    timeout,
  )

  test('is the same footage each time', async () => {
    const [clip, again] = [clipsOf(testSeed)[0], clipsOf(testSeed)[0]]
    const frames = clip?.frames()
    const same = again?.frames()
    for (let count = 0; count < 3; count++) expect((await frames?.next())?.value).toEqual((await same?.next())?.value)
  })
})
