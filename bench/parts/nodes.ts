import pg from 'pg'
import { startTestPostgres } from '../../src/server/platform/database/embedded/test-postgres'
import { NatsServer } from '../../test/nats-server'
import { databaseUrl } from '../../test/server-process'
import { Audience } from '../audience'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { load, percentile } from '../load'
import { type Owner, type Product, socketOf, startProduct, writeShot } from '../product'
import type { Row } from '../table'

const writesEachRound = 300
const writersAtOnce = 16
const loadFor = 4_000

/** Two nodes on one database and one NATS: from a write at one to a socket at the other, and writes a second. */
export const nodes: Part = async bench => {
  const postgres = await startTestPostgres({ durable: true })
  const nats = await NatsServer.start()
  bench.atEnd(async () => {
    await nats.kill()
    await postgres.stop()
  })
  const client = new pg.Client({ ...postgres.connection, ssl: false })
  await client.connect()
  await client.query('create database wheelhouse')
  await client.end()
  const shared = {
    DATABASE_URL: databaseUrl(postgres.connection, 'wheelhouse'),
    NATS_URL: nats.url,
    SECRET: 'the-root-of-all-keys-of-the-bench-0123456789',
  }
  const [one, other] = [await startNode(bench, 'one', shared), await startNode(bench, 'other', shared)]
  const owner = await bench.newOwner(one)
  const there: Owner = { ...owner, port: other.port }
  return [...(await latency(owner, there)), ...(await throughput(owner, there))]
}

async function startNode(bench: BenchContext, name: string, settings: Record<string, string>): Promise<Product> {
  const node = await startProduct(await bench.newFolder(`node-${name}`), settings)
  bench.atEnd(node.stop)
  return node
}

/** The floor is a socket at the node that is written to. */
async function latency(owner: Owner, there: Owner): Promise<Row[]> {
  const [near, far] = [
    await Audience.open(socketOf(owner, '/sockets/chat'), owner.port, 1),
    await Audience.open(socketOf(there, '/sockets/chat'), owner.port, 1),
  ]
  const found = new Map([0.5, 0.99].map(share => [share, { product: [] as number[], floor: [] as number[] }]))
  for (let round = -1; round < rounds; round++) {
    const [beside, across] = [
      (await near.fire(writeShot(owner), writesEachRound)).milliseconds,
      (await far.fire(writeShot(owner), writesEachRound)).milliseconds,
    ]
    // The first round warms up.
    if (round < 0) continue
    for (const [share, { product, floor }] of found) {
      product.push(percentile(across, share))
      floor.push(percentile(beside, share))
    }
  }
  await Promise.all([near.leave(), far.leave()])
  return [...found].map(([share, figures]) => ({
    what: `Write at one node to a socket at the other, beside the same node, p${share * 100}`,
    unit: 'ms',
    ...figures,
    aim: null,
  }))
}

/** The floor is one node alone, with the other one idle. */
async function throughput(owner: Owner, there: Owner): Promise<Row[]> {
  const [product, floor] = [[] as number[], [] as number[]]
  const at = (who: Owner) => ({ port: who.port, next: () => writeShot(who) })
  for (let round = -1; round < rounds; round++) {
    const alone = await load(at(owner), writersAtOnce, loadFor)
    const both = await Promise.all([owner, there].map(who => load(at(who), writersAtOnce / 2, loadFor)))
    if (round < 0) continue
    floor.push(alone.perSecond)
    product.push(both.reduce((sum, { perSecond }) => sum + perSecond, 0))
  }
  return [{ what: 'Durable writes of two nodes, beside one', unit: '/s', product, floor, aim: null }]
}
