import { readLogs, searchLogs } from '#shared/contract/logs/endpoints'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { load, settle } from '../load'
import { seedLogs, shotOf } from '../product'
import type { Row } from '../table'
import type { Shot } from '../wire'

const atOnce = 8
const milliseconds = 1_500
const small = 1_000
const large = 1_000_000

/**
 * Pages of logs: fifty at a time compared with the baseline, and how much slower they are in a workspace with a
 * million.
 */
export const page: Part = async bench => {
  const floor = await bench.floor()
  const [few, many] = [await filled(bench, small), await filled(bench, large)]
  const perSecond = { product: [] as number[], floor: [] as number[] }
  const listed = { product: [] as number[], floor: [] as number[] }
  const timeline = { product: [] as number[], floor: [] as number[] }
  const oneByOne = async (port: number, shot: Shot) => (await load({ port, next: () => shot }, 1, milliseconds)).p50
  const [ofFloor, ofFew, ofMany] = [
    { port: floor.port, next: () => floor.page },
    { port: few.port, next: () => few.list },
    { port: many.port, next: () => many.list },
  ]
  await settle([ofFloor, ofFew, ofMany], atOnce)
  for (let round = 0; round < rounds; round++) {
    perSecond.floor.push((await load(ofFloor, atOnce, milliseconds)).perSecond)
    perSecond.product.push((await load(ofFew, atOnce, milliseconds)).perSecond)
    listed.floor.push(await oneByOne(few.port, few.list))
    listed.product.push(await oneByOne(many.port, many.list))
    timeline.floor.push(await oneByOne(few.port, few.timeline))
    timeline.product.push(await oneByOne(many.port, many.timeline))
  }
  const growth = { unit: 'ms', aim: { atMost: 1.2 } }
  return [
    { what: 'Page of 50 logs, 8 at once', unit: '/s', ...perSecond, aim: { atLeast: 0.6 } },
    { what: 'Page of 50 of 1,000,000 logs, p50, beside 1,000', ...growth, ...listed },
    { what: 'Timeline of 1,000,000 logs, p50, beside 1,000', ...growth, ...timeline },
  ] satisfies Row[]
}

/** A server of its own with so many logs in one logbook. */
async function filled(bench: BenchContext, logs: number) {
  const product = await bench.newProduct(`with-${logs}`)
  const owner = await bench.newOwner(product)
  await seedLogs(product, owner, logs)
  const { port } = product
  const { doc_id } = owner
  return { port, list: shotOf(owner, searchLogs, { limit: 50 }), timeline: shotOf(owner, readLogs, { doc_id }) }
}
