import { type Part, rounds } from '../bench-context'
import { load, settle } from '../load'
import { type Owner, writeShot } from '../product'
import type { Row } from '../table'

const atOnce = 8
const milliseconds = 2_000

/** Durable, authorised writes: eight at once in one workspace and in eight, and one at a time. */
export const write: Part = async bench => {
  const [product, floor] = [await bench.product(), await bench.floor()]
  const owners: Owner[] = []
  while (owners.length < atOnce) owners.push(await bench.newOwner(product))
  const shots = owners.map(owner => writeShot(owner))
  const [firstShot = floor.write] = shots
  const [someone] = owners
  let keys = 0
  const keyed = () => {
    keys += 1
    return someone ? writeShot(someone, `bench-${keys}`) : firstShot
  }
  const ofProduct = { port: product.port, next: () => firstShot }
  const ofFloor = { port: floor.port, next: () => floor.write }

  const eachApart = { port: product.port, next: (worker: number) => shots[worker] ?? firstShot }
  const withKey = { port: product.port, next: keyed }

  const floors: number[] = []
  const together: number[] = []
  const apart: number[] = []
  const keyedWrites: number[] = []
  const singleFloor: number[] = []
  const single: number[] = []
  await settle([ofFloor, ofProduct, withKey], atOnce)
  for (let round = 0; round < rounds; round++) {
    floors.push((await load(ofFloor, atOnce, milliseconds)).perSecond)
    together.push((await load(ofProduct, atOnce, milliseconds)).perSecond)
    apart.push((await load(eachApart, atOnce, milliseconds)).perSecond)
    keyedWrites.push((await load(withKey, atOnce, milliseconds)).perSecond)
    singleFloor.push((await load(ofFloor, 1, milliseconds)).p50)
    single.push((await load(ofProduct, 1, milliseconds)).p50)
  }
  const perSecond = { unit: '/s', floor: floors, aim: { atLeast: 0.5 } }
  return [
    { what: 'Durable write, 8 at once, one workspace', product: together, ...perSecond },
    { what: 'Durable write, 8 at once, eight workspaces', product: apart, ...perSecond },
    {
      what: '… one workspace, with an idempotency key as the app sends',
      product: keyedWrites,
      ...perSecond,
      aim: null,
    },
    { what: 'Durable write, one at a time, p50', unit: 'ms', product: single, floor: singleFloor, aim: { atMost: 3 } },
  ] satisfies Row[]
}
