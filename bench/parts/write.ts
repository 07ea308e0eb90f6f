import { type Part, rounds } from '../bench-context'
import { load, settle } from '../load'
import { type Owner, writeShot } from '../product'
import type { Row } from '../table'

const atOnce = 8
const milliseconds = 2_000

/** Durable, authorised writes, with the idempotency key that the app sends: eight at once, and one at a time. */
export const write: Part = async bench => {
  const [product, floor] = [await bench.product(), await bench.floor()]
  const owners: Owner[] = []
  while (owners.length < atOnce) owners.push(await bench.newOwner(product))
  let keys = 0
  const keyed = (worker: number) => {
    const owner = owners[worker]
    if (!owner) throw new Error(`There is no owner ${worker}.`)
    keys += 1
    return writeShot(owner, `bench-${keys}`)
  }
  const [someone] = owners.map(owner => writeShot(owner))
  const ofFloor = { port: floor.port, next: () => floor.write }
  const withoutKey = { port: product.port, next: () => someone ?? floor.write }
  const inOne = { port: product.port, next: () => keyed(0) }
  const overEight = { port: product.port, next: keyed }

  const floors: number[] = []
  const one: number[] = []
  const eight: number[] = []
  const unkeyed: number[] = []
  const singleFloor: number[] = []
  const single: number[] = []
  await settle([ofFloor, inOne], atOnce)
  for (let round = 0; round < rounds; round++) {
    floors.push((await load(ofFloor, atOnce, milliseconds)).perSecond)
    one.push((await load(inOne, atOnce, milliseconds)).perSecond)
    eight.push((await load(overEight, atOnce, milliseconds)).perSecond)
    unkeyed.push((await load(withoutKey, atOnce, milliseconds)).perSecond)
    singleFloor.push((await load(ofFloor, 1, milliseconds)).p50)
    single.push((await load(inOne, 1, milliseconds)).p50)
  }
  const perSecond = { unit: '/s', floor: floors }
  return [
    { what: 'Durable write, 8 at once, one workspace', product: one, ...perSecond, aim: { atLeast: 0.5 } },
    { what: 'Durable write, 8 at once, eight workspaces', product: eight, ...perSecond, aim: { atLeast: 0.6 } },
    { what: '… one workspace, without an idempotency key', product: unkeyed, ...perSecond, aim: null },
    { what: 'Durable write, one at a time, p50', unit: 'ms', product: single, floor: singleFloor, aim: { atMost: 3 } },
  ] satisfies Row[]
}
