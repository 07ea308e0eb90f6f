import { expect, test } from 'vitest'
import { TestClock } from '../../../../test/clock'
import { Newest } from './newest-picture'

test('of many pictures one is shown in each interval, always the newest [D35]', () => {
  const clock = new TestClock()
  const shown: string[] = []
  const newest = new Newest(clock, 1_000, jpeg => shown.push(`${clock.now() - start}: ${jpeg}`))
  const start = clock.now()
  for (let count = 0; count < 50; count += 1) {
    newest.offer(Buffer.from(String(count)))
    clock.advance(90)
  }
  expect(shown).toEqual(['0: 0', '1000: 11', '2000: 22', '3000: 33', '4000: 44'])
  clock.advance(10_000)
  expect(shown.at(-1)).toBe('5000: 49')
  newest.offer(Buffer.from('later'))
  newest.offer(Buffer.from('never'))
  newest.end()
  clock.advance(10_000)
  expect(shown.slice(5)).toEqual(['5000: 49', '14500: later'])
})
