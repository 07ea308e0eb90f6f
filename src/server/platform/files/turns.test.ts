import { expect, test } from 'vitest'
import { takingTurns } from './turns'

test('No more run side by side than may, all have their turn in order, and one that fails gives its place on', async () => {
  const inTurn = takingTurns(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const tasks = [0, 1, 2, 3, 4].map(number =>
    inTurn(async () => {
      begun.push(number)
      await new Promise<void>((resolve, reject) =>
        ends.push(number === 1 ? () => reject(new Error('broken')) : resolve),
      )
      return number
    }).catch(error => String(error)),
  )
  for (const expected of [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
  ]) {
    await new Promise(setImmediate)
    expect(begun).toEqual(expected)
    ends.shift()?.()
  }
  for (const end of ends) end()
  expect(await Promise.all(tasks)).toEqual([0, 'Error: broken', 2, 3, 4])
  expect(await inTurn(async () => 'later')).toBe('later')
})
