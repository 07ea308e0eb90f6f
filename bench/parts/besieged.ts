import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { asOwner, type Owner, type Product, shotOf, socketOf } from '../product'
import type { Row } from '../table'
import { type Shot, Wire } from '../wire'

const clients = 200
const events = 20_000
/** Milliseconds for which a neighbour is measured in each round, and the longest wait for bodies that never come. */
const milliseconds = 6_000
const bodiesWithin = 60_000
const megabyte = 2 ** 20

/**
 * The response times of a neighbour while 200 clients of another workspace request all of 20,000 events and read
 * nothing, and while the server waits for 200 bodies that never come; and the memory that the server takes for them.
 */
export const besieged: Part = async bench => {
  const product = await bench.newProduct('besieged')
  const [busy, neighbour] = [await bench.newOwner(product), await bench.newOwner(product)]
  await seedEvents(product, busy)
  const shot = shotOf(neighbour, readLogs, { doc_id: neighbour.doc_id })
  const quiet: number[] = []
  const figures = { sockets: [] as number[], bodies: [] as number[] }
  const grown = { sockets: [] as number[], bodies: [] as number[] }
  const ended: number[] = []
  const rss = () => memoryOf(product)
  // Warms up: code is compiled, and the workspace's events are cached.
  await asked(product, shot)
  for (let round = 0; round < rounds; round++) {
    quiet.push(await asked(product, shot))
    const before = rss()
    const deaf = Array.from({ length: clients }, () => deafListener(busy))
    const watched = { peak: 0 }
    const endWatching = watching(() => {
      watched.peak = Math.max(watched.peak, rss())
    })
    figures.sockets.push(await asked(product, shot))
    endWatching()
    grown.sockets.push((watched.peak - before) / megabyte)
    for (const socket of deaf) socket.destroy()
    await wait(1_000)

    const beforeBodies = rss()
    const began = performance.now()
    const empty = Array.from({ length: clients }, (_, nr) => neverEndingBody(busy, nr))
    const gone = Promise.all(empty.map(({ closed }) => closed))
    figures.bodies.push(await asked(product, shot))
    grown.bodies.push((rss() - beforeBodies) / megabyte)
    await Promise.race([gone, wait(bodiesWithin)])
    ended.push((performance.now() - began) / 1_000)
    for (const { socket } of empty) socket.destroy()
  }
  const own = { floor: null }
  return [
    {
      what: `${clients} sockets that read nothing, from 0: a neighbour’s p99`,
      unit: 'ms',
      product: figures.sockets,
      ...own,
      aim: { atMost: 100 },
    },
    { what: '… when nobody else asks', unit: 'ms', product: quiet, ...own, aim: null },
    {
      what: '… memory that the server takes for them',
      unit: 'MB',
      product: grown.sockets,
      ...own,
      aim: { atMost: 300 },
    },
    {
      what: `${clients} bodies that never come: a neighbour’s p99`,
      unit: 'ms',
      product: figures.bodies,
      ...own,
      aim: { atMost: 100 },
    },
    {
      what: '… memory that the server takes for them',
      unit: 'MB',
      product: grown.bodies,
      ...own,
      aim: { atMost: 300 },
    },
    { what: '… until the last of them is ended', unit: 's', product: ended, ...own, aim: { atMost: 60 } },
  ] satisfies Row[]
}

/**
 * The 99th percentile of a neighbour's calls, at most eight in a hundred milliseconds, so that they are not the load
 * themselves.
 */
async function asked({ port }: Product, shot: Shot): Promise<number> {
  const wire = new Wire(port)
  const times: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const began = performance.now()
    await wire.ask(shot)
    times.push(performance.now() - began)
    await wait(10)
  }
  wire.close()
  return percentile(times, 0.99)
}

function watching(look: () => void): () => void {
  const timer = setInterval(look, 100)
  return () => clearInterval(timer)
}

/** The memory of the server's process without PostgreSQL, in bytes. Linux only. */
function memoryOf({ child }: Product): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/** A socket that requests everything from the beginning, and never reads. */
function deafListener(owner: Owner): Socket {
  const { pathname, search, host } = new URL(socketOf(owner, '/sockets/chat'))
  const socket = connect(owner.port, '127.0.0.1')
  socket.on('error', () => {})
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  )
  // The server reads client frames after the handshake; they must be masked, here with zeros.
  socket.once('data', () => {
    const said = Buffer.from(JSON.stringify({ event: 'resume', last_seq: 0 }))
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | said.length, 0, 0, 0, 0]), said]))
    socket.pause()
  })
  return socket
}

/** A call whose body is announced and never sent, each from an address of its own. */
function neverEndingBody(owner: Owner, nr: number): { socket: Socket; closed: Promise<void> } {
  const { path, headers } = shotOf(owner, writeLog, { doc_id: owner.doc_id, content: 'x' })
  const socket = connect(owner.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    'x-forwarded-for': `10.77.${Math.floor(nr / 250)}.${nr % 250}`,
    'content-type': 'application/json',
    'content-length': '5000',
  })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  return { socket, closed: new Promise(resolve => socket.once('close', () => resolve())) }
}

/** Inserts events into an owner's event log directly, each like that of a log with some sentences. */
async function seedEvents(product: Product, owner: Owner): Promise<void> {
  const wire = new Wire(product.port)
  await wire.ask(
    shotOf(owner, writeLog, { doc_id: owner.doc_id, content: 'Pads changed, test drive without noise. '.repeat(20) }),
  )
  wire.close()
  await asOwner(product.dataDir, async client => {
    await client.query(
      `insert into events (organization_id, seq, kind, actor_id, audience, payload, at)
       select e.organization_id, e.seq + n, e.kind, e.actor_id, e.audience, e.payload, e.at
       from (select * from events where organization_id = $1 order by seq desc limit 1) e, generate_series(1, $2::int) n`,
      [owner.organization_id, events],
    )
    await client.query('update event_counters set seq = seq + $2 where organization_id = $1', [
      owner.organization_id,
      events,
    ])
    await client.query('vacuum analyze events')
  })
}
