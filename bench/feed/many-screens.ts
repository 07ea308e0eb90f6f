import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '../../test/actor'
import type { BenchContext } from '../bench-context'
import { percentile } from '../load'
import type { Row } from '../table'
import { Encoder } from './encoder'
import { Onlooker } from './onlooker'
import { screenPixels } from './screen'
import { Sharer } from './sharer'
import { compareStore } from './store-comparison'
import { feedOf, newWorkspace, screenOf } from './workspace'

const screens = 100
/** One of the screens has this many viewers. */
const crowd = 20
const every = 5_000
const held = 60_000
/** Results are reported in this many rounds. */
const thirds = 3
const timeout = 12_000

interface Look {
  third: number
  /** Milliseconds from the request to the complete picture; null if none came. */
  took: number | null
}

/**
 * A hundred people of one workspace share; each is watched by another one every five seconds, one of them by twenty.
 * Pictures are encoded beforehand, because the load shares the processors with the server, and only the server is
 * measured.
 */
export async function manyScreens(bench: BenchContext): Promise<Row[]> {
  const product = await bench.newProduct('feed')
  const people = await newWorkspace(product.port, screens)
  const encoder = new Encoder()
  const pictures = [await encoder.encode(screenPixels(0)), await encoder.encode(screenPixels(1))]
  encoder.close()
  const sharers = new Map<Actor, Sharer>()
  for (const [index, person] of people.entries()) {
    sharers.set(person, await Sharer.open(feedOf(person), async () => pictures[index % 2] ?? Buffer.alloc(0)))
  }

  const looks: Look[] = []
  const begin = performance.now() + every
  const end = begin + held
  const look = async (who: Actor, whom: Actor, offset: number) => {
    const onlooker = await Onlooker.open(feedOf(who))
    for (let at = begin + offset; at < end; at += every) {
      await delay(Math.max(0, at - performance.now()))
      const seen = await onlooker.next(screenOf(whom), timeout)
      if (seen instanceof Error) throw seen
      const asked = seen && sharers.get(whom)?.askedAt.get(seen.id)
      const took = seen && asked ? seen.at - asked : null
      looks.push({ third: Math.floor(((at - begin) / held) * thirds), took })
    }
    await onlooker.leave()
  }
  const [popular] = people
  await Promise.all(
    people.flatMap((whom, index) => {
      const offset = (index * every) / screens
      const viewers = whom === popular ? people.slice(1, crowd + 1) : [people[(index + 1) % screens] ?? popular]
      return viewers.map(who => look(who, whom, offset))
    }),
  )
  const failures = [...sharers.values()].flatMap(sharer => sharer.failures)
  if (failures.length > 0) throw new Error(`${failures.length} pictures failed: ${failures[0]}`)
  await Promise.all([...sharers.values()].map(sharer => sharer.leave()))
  await delay(2_000)
  const { orphans, missing } = await compareStore(product)
  await product.stop()

  const each = (measure: (times: number[]) => number) =>
    Array.from({ length: thirds }, (_, third) => {
      const some = looks.filter(entry => entry.third === third)
      return measure(some.map(({ took }) => took ?? Number.POSITIVE_INFINITY))
    })
  const ms = { unit: 'ms', floor: null }
  const came = each(times => (times.filter(Number.isFinite).length / times.length) * 100)
  return [
    {
      what: `${screens} screens, each looked at every 5 s, one by ${crowd}: request to picture, p50`,
      ...ms,
      product: each(times => percentile(times, 0.5)),
      aim: null,
    },
    { what: '… p99', ...ms, product: each(times => percentile(times, 0.99)), aim: { atMost: 2_000 } },
    { what: `… pictures that came, of ${looks.length}`, unit: '%', product: came, floor: null, aim: { atLeast: 100 } },
    {
      what: '… afterwards, objects without a row and rows without an object',
      unit: '',
      product: [orphans.length + missing.length],
      floor: null,
      aim: { atMost: 0 },
    },
  ]
}
