import { setTimeout as delay } from 'node:timers/promises'
import { type Part, rounds } from '../bench-context'
import { familyOf, memoryOf } from '../memory'
import { postmasterOf, startProduct } from '../product'
import { median, type Row } from '../table'

const startsEachRound = 3
const idleFor = 10_000
const megabyte = 1_000_000

/** The time from start to ready with an existing data folder, and the memory of server and PostgreSQL when idle. */
export const start: Part = async bench => {
  const dataDir = await bench.newFolder('start')
  await (await startProduct(dataDir)).stop()
  const seconds: number[] = []
  const shared: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    const took: number[] = []
    while (took.length < startsEachRound) {
      const product = await startProduct(dataDir)
      took.push(product.startedIn / 1000)
      if (took.length === startsEachRound && process.platform === 'linux') {
        await delay(idleFor)
        const [postmaster] = await postmasterOf(dataDir)
        const pids = new Set([...familyOf(product.child.pid ?? 0), ...familyOf(Number(postmaster))])
        const memory = memoryOf([...pids])
        shared.push(memory.shared / megabyte)
        alone.push(memory.alone / megabyte)
      }
      await product.stop()
    }
    seconds.push(median(took))
  }
  const memory = { unit: 'MB', floor: null }
  return [
    { what: 'Start to ready, with its PostgreSQL', unit: 's', product: seconds, floor: null, aim: { atMost: 0.6 } },
    ...(shared.length > 0
      ? [
          { what: 'Idle memory of both, 10 s after the start (PSS)', ...memory, product: shared, aim: { atMost: 140 } },
          { what: '… with program files counted completely, not by share', ...memory, product: alone, aim: null },
        ]
      : []),
  ] satisfies Row[]
}
