import { setTimeout as delay } from 'node:timers/promises'
import type { Source } from '#shared/contract/sources/endpoints'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { Encoder } from '../feed/encoder'
import { manyScreens } from '../feed/many-screens'
import { oneForAll } from '../feed/one-for-all'
import { Onlooker } from '../feed/onlooker'
import { screenPixels } from '../feed/screen'
import { type FeedAddress, Sharer } from '../feed/sharer'
import { feedOf, newWorkspace, screenOf } from '../feed/workspace'
import { percentile } from '../load'
import { startProgram, typescript } from '../program'
import type { Row } from '../table'

/** One picture comes each second; this many make a round. */
const picturesEachRound = 25
/** The first ones are not counted, while code is still compiled. */
const warmUps = 3
const patience = 10_000

/**
 * Pictures of screens on their way to viewers: how long one takes, how a hundred perform, and how often a computer is
 * asked.
 */
export const feed: Part = async bench => [
  ...(await oneScreen(bench)),
  ...(await manyScreens(bench)),
  ...(await oneForAll(bench)),
]

/**
 * From the request at the sharing computer until the picture is at a viewer, compared with the bare program and the
 * same pictures.
 */
async function oneScreen(bench: BenchContext): Promise<Row[]> {
  const product = await bench.product()
  const [maya, tom] = await newWorkspace(product.port, 2)
  if (!tom) throw new Error('Nobody looks.')
  const bare = await startProgram(typescript('bare-feed-server.ts'))
  const encoder = new Encoder()
  const screens = [screenPixels(0), screenPixels(1)]
  let turn = 0
  const take = () => {
    turn += 1
    return encoder.encode(screens[turn % screens.length] ?? Buffer.alloc(0))
  }
  const url = `http://127.0.0.1:${bare.port}`
  const bareAddress: FeedAddress = { url, socket: url.replace('http', 'ws') }
  const ours = await pair(feedOf(maya), feedOf(tom), take)
  const theirs = await pair(bareAddress, bareAddress, take)
  const floors: number[] = []
  const halves: number[] = []
  const slow: number[] = []
  const [bareScreen, screen]: [Source, Source] = [{ kind: 'screen', user_id: 1 }, screenOf(maya)]
  for (let round = 0; round < rounds; round++) {
    floors.push(percentile(await pictures(theirs, bareScreen), 0.5))
    const times = await pictures(ours, screen)
    halves.push(percentile(times, 0.5))
    slow.push(percentile(times, 0.95))
  }
  await Promise.all([ours, theirs].flatMap(({ sharer, onlooker }) => [sharer.leave(), onlooker.leave()]))
  encoder.close()
  await bare.stop()
  return [
    {
      what: 'Shared screen: request to picture at a viewer, p50, beside the bare way',
      unit: 'ms',
      product: halves,
      floor: floors,
      aim: null,
    },
    { what: '… p95', unit: 'ms', product: slow, floor: null, aim: { atMost: 600 } },
  ]
}

interface Pair {
  sharer: Sharer
  onlooker: Onlooker
}

async function pair(sharing: FeedAddress, looking: FeedAddress, take: () => Promise<Buffer>): Promise<Pair> {
  return { sharer: await Sharer.open(sharing, take), onlooker: await Onlooker.open(looking) }
}

/** Milliseconds for each picture of a round. */
async function pictures({ sharer, onlooker }: Pair, source: Source): Promise<number[]> {
  const times: number[] = []
  let seen = 0
  const all = new Promise<void>((resolve, reject) => {
    onlooker.watch(source, picture => {
      if (picture instanceof Error) return reject(picture)
      seen += 1
      if (seen > warmUps) times.push(picture.at - (sharer.askedAt.get(picture.id) ?? Number.NaN))
      if (times.length === picturesEachRound) resolve()
    })
  })
  const tooLong = new AbortController()
  const late = delay((picturesEachRound + warmUps) * 1_000 + patience, undefined, { signal: tooLong.signal }).then(
    () => {
      throw new Error(`${seen} pictures came, and no more.`)
    },
  )
  await Promise.race([all, late])
  tooLong.abort()
  late.catch(() => {})
  onlooker.unwatch(source)
  if (sharer.failures.length > 0) throw new Error(sharer.failures[0])
  return times
}
