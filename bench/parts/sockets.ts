import { Audience } from '../audience'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { socketOf, writeShot } from '../product'
import { startProgram, typescript } from '../program'
import type { Row } from '../table'

const few = 200
const many = 10_000
/** The first ones after sockets opened are not counted, while code is still compiled and clients still catch up. */
const warmUps = 5

/**
 * From a write to the last of 200 sockets, and to the last of 10,000 compared with a bare ws server that sends the same
 * bytes.
 */
export const sockets: Part = async bench => [await toFew(bench), await toMany(bench)]

async function toFew(bench: BenchContext): Promise<Row> {
  const [product, floor] = [await bench.product(), await bench.floor()]
  const owner = await bench.newOwner(product)
  const ours = await Audience.open(socketOf(owner, '/sockets/chat'), product.port, few)
  const floors = await Audience.open(`ws://127.0.0.1:${floor.port}`, floor.port, few)
  const row = await compare(
    async times => (await ours.fire(writeShot(owner), times)).milliseconds,
    async times => (await floors.fire(floor.write, times)).milliseconds,
    80,
  )
  await Promise.all([ours.leave(), floors.leave()])
  return { what: `Write to the last of ${few} sockets`, unit: 'ms', ...row, aim: { atMost: 1.2 } }
}

async function toMany(bench: BenchContext): Promise<Row> {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  const ours = await Audience.open(socketOf(owner, '/sockets/chat'), product.port, many)
  const { frame } = await ours.fire(writeShot(owner), 1)
  const bare = await startProgram(typescript('bare-sockets-server.ts'))
  const theirs = await Audience.open(`ws://127.0.0.1:${bare.port}`, bare.port, many)
  const row = await compare(
    async times => (await ours.fire(writeShot(owner), times)).milliseconds,
    async times => (await theirs.fire({ method: 'POST', path: '/', headers: {}, body: frame }, times)).milliseconds,
    11,
  )
  await Promise.all([ours.leave(), theirs.leave(), bare.stop()])
  return { what: 'Write to the last of 10,000 sockets, beside bare ws', unit: 'ms', ...row, aim: { atMost: 1.3 } }
}

type Fire = (times: number) => Promise<number[]>

async function compare(product: Fire, floor: Fire, times: number): Promise<Pick<Row, 'product' | 'floor'>> {
  const [products, floors] = [[] as number[], [] as number[]]
  await product(warmUps)
  await floor(warmUps)
  for (let round = 0; round < rounds; round++) {
    floors.push(percentile(await floor(times), 0.5))
    products.push(percentile(await product(times), 0.5))
  }
  return { product: products, floor: floors }
}
