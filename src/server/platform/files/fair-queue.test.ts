import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue'

/** Tasks that report when they begin, and end on request. */
function work(atOnce: number) {
  const inTurn = createFairQueue(atOnce)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const begin = (party: string, name: string) =>
    inTurn(party, async () => {
      begun.push(name)
      await new Promise<void>((resolve, reject) =>
        ends.set(name, error => {
          if (error) reject(error)
          else resolve()
        }),
      )
      return name
    }).catch(error => String(error))
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await new Promise(setImmediate)
  }
  return { begin, begun, end }
}

test('Only the permitted number of tasks runs at once, all run in order, and a failed task frees its place', async () => {
  const { begin, begun, end } = work(3)
  const tasks = ['a', 'b', 'c', 'd'].map(name => begin('Ridgeway', name))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  await end('b', new Error('broken'))
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(tasks)).toEqual(['a', 'Error: broken', 'c', 'd'])
})

test('A party with many tasks leaves a place to others, and takes turns with them', async () => {
  const { begin, begun, end } = work(2)
  const tasks = [1, 2, 3, 4].map(number => begin('Ridgeway', `ridgeway ${number}`))
  tasks.push(begin('Harbour', 'harbour 1'), begin('Harbour', 'harbour 2'), begin('Quay', 'quay 1'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['ridgeway 1', 'harbour 1'])
  await end('harbour 1')
  expect(begun.at(-1)).toBe('harbour 2')
  await end('ridgeway 1')
  expect(begun.at(-1)).toBe('ridgeway 2')
  await end('harbour 2')
  expect(begun.at(-1)).toBe('quay 1')
  for (const name of ['quay 1', 'ridgeway 2', 'ridgeway 3', 'ridgeway 4']) await end(name)
  await Promise.all(tasks)
  expect(begun).toHaveLength(7)
})
