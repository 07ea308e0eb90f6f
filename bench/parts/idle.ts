import { Audience } from '../audience'
import { type Part, rounds } from '../bench-context'
import { freePort, InspectedHeap } from '../heap'
import { createOwner, socketOf, startServer } from '../product'
import type { Row } from '../table'

const sockets = 200
const kilobyte = 1_000

/** The memory that sockets take which were opened and do nothing. */
export const idle: Part = async bench => {
  const port = await freePort()
  const folder = await bench.newFolder('idle')
  const product = await startServer([`--inspect=127.0.0.1:${port}`, 'out/server/index.js'], folder)
  bench.atEnd(product.stop)
  const owner = await createOwner(product, 'idle')
  const heap = await InspectedHeap.of(port)
  const each: number[] = []
  // The first sockets load code that stays.
  await (await Audience.open(socketOf(owner, '/sockets/chat'), product.port, sockets)).leave()
  for (let round = 0; round < rounds; round++) {
    const before = await heap.bytes()
    const audience = await Audience.open(socketOf(owner, '/sockets/chat'), product.port, sockets)
    each.push(((await heap.bytes()) - before) / sockets / kilobyte)
    await audience.leave()
  }
  heap.close()
  const what = `Memory of each of ${sockets} sockets that do nothing`
  return [{ what, unit: 'kB', product: each, floor: null, aim: { atMost: 8 } }] satisfies Row[]
}
