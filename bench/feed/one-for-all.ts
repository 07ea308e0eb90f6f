import { once } from 'node:events'
import { type BenchContext, rounds } from '../bench-context'
import type { FromCapture, ToCapture } from '../capture-server'
import { startServer } from '../product'
import { typescript } from '../program'
import type { Row } from '../table'
import { Encoder } from './encoder'
import { Onlooker } from './onlooker'
import { screenPixels } from './screen'
import { Sharer } from './sharer'
import { feedOf, newWorkspace, screenOf } from './workspace'

const viewers = 50
const seconds = 10

/** However many people watch, and however often a job requests a picture, the computer is asked once a second. */
export async function oneForAll(bench: BenchContext): Promise<Row[]> {
  const server = await startServer(typescript('capture-server.ts'), await bench.newFolder('capture'))
  const [maya, ...others] = await newWorkspace(server.port, viewers + 1)
  const encoder = new Encoder()
  const picture = await encoder.encode(screenPixels(0))
  encoder.close()
  const sharer = await Sharer.open(feedOf(maya), async () => picture)
  let shown = 0
  const onlookers = await Promise.all(others.map(other => Onlooker.open(feedOf(other))))
  for (const onlooker of onlookers) {
    onlooker.watch(screenOf(maya), () => {
      shown += 1
    })
  }
  const requests: number[] = []
  const pictures: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [asked, seen] = [sharer.askedAt.size, shown]
    const { organization_id, user_id } = maya
    const captured = once(server.child, 'message')
    server.child.send({ organization_id, user_id, milliseconds: seconds * 1_000 } satisfies ToCapture)
    const [{ captured: forJob }] = (await captured) as [FromCapture]
    if (forJob === 0) throw new Error('The job received no picture.')
    requests.push(sharer.askedAt.size - asked)
    pictures.push(shown - seen)
  }
  await Promise.all([sharer.leave(), ...onlookers.map(onlooker => onlooker.leave())])
  await server.stop()
  const row = { unit: '', floor: null }
  return [
    {
      // The first and the last picture may be at the very ends.
      what: `Requests to one screen in ${seconds} s: ${viewers} viewers, and a job that never waits`,
      ...row,
      product: requests,
      aim: { atMost: seconds + 1 },
    },
    { what: '… pictures at all viewers', ...row, product: pictures, aim: null },
  ]
}
