import { WebSocket } from 'ws'
import { type ChatFigures, crowd, type FromGenerator, type ToGenerator } from './chat-load'
import { type Shot, Wire } from './wire'

const openedAtOnce = 50
/** How long deliveries may still arrive after the last message was sent, in milliseconds. */
const patience = 10_000

let port = 0
let messages: Shot[] = []
/** Counts all messages of this process, so that each `client_id` is used once. */
let total = 0
let first = 0
let sentAt: number[] = []
/** How often each member of the room received each message of this run. */
let counts = new Uint8Array(0)
let delivered: number[] = []
let missing = 0
let doubled = 0
let allDelivered = () => {}
/** How many sockets the server closed, by code: what they miss would look like lost messages. */
const closed = new Map<number, number>()

function received(text: string, member: number): void {
  const at = text.indexOf('"client_id":"')
  if (at < 0 || !text.includes('"kind":"message.sent"')) return
  const nr = Number.parseInt(text.slice(at + 13, at + 25), 10) - first
  const sent = sentAt[nr]
  if (sent === undefined) return
  const place = nr * crowd.people + member
  counts[place] = (counts[place] ?? 0) + 1
  if (counts[place] !== 1) {
    doubled += 1
    return
  }
  delivered.push(performance.now() - sent)
  missing -= 1
  if (missing === 0) allDelivered()
}

function open(address: string, member: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('close', code => {
      closed.set(code, (closed.get(code) ?? 0) + 1)
      reject(new Error(`A socket was closed with ${code}.`))
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1')
      if (!text.startsWith('{"event":"ready"')) {
        received(text, member)
        return
      }
      const { seq } = JSON.parse(text) as { seq: number }
      socket.send(JSON.stringify({ event: 'resume', last_seq: seq }))
      resolve()
    })
  })
}

async function openAll({ rooms, ...message }: Extract<ToGenerator, { rooms: unknown }>): Promise<FromGenerator> {
  port = message.port
  messages = rooms.map(room => room.message)
  const all = rooms.flatMap(room => room.addresses.map((address, member) => ({ address, member })))
  for (let done = 0; done < all.length; done += openedAtOnce)
    await Promise.all(all.slice(done, done + openedAtOnce).map(({ address, member }) => open(address, member)))
  return { opened: true }
}

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** Sends at a fixed rate, whatever the answers: a slow server does not slow the load down. */
async function send(seconds: number): Promise<ChatFigures> {
  const count = seconds * crowd.perSecond
  first = total
  total += count
  ;[sentAt, delivered, doubled] = [[], [], 0]
  counts = new Uint8Array(count * crowd.people)
  missing = count * crowd.people
  const everything = new Promise<void>(resolve => {
    allDelivered = resolve
  })
  const answered: number[] = []
  let refused = 0
  const idle: Wire[] = []
  const wires: Wire[] = []
  const ask = async (nr: number) => {
    const shot = messages[nr % messages.length]
    if (!shot) throw new Error('There is a message for each room.')
    const wire = idle.pop() ?? new Wire(port)
    if (!wires.includes(wire)) wires.push(wire)
    const began = performance.now()
    sentAt[nr] = began
    try {
      await wire.ask({ ...shot, body: shot.body?.replace('{nr}', `${first + nr}`) ?? '' })
      answered.push(performance.now() - began)
    } catch {
      refused += 1
      missing -= crowd.people
    }
    idle.push(wire)
  }
  const began = performance.now()
  const asked: Promise<void>[] = []
  for (let nr = 0; nr < count; nr += 1) {
    const due = began + (nr * 1_000) / crowd.perSecond
    if (due > performance.now()) await wait(due - performance.now())
    asked.push(ask(nr))
  }
  await Promise.all(asked)
  await Promise.race([everything, wait(patience)])
  for (const wire of wires) wire.close()
  if (closed.size > 0) throw new Error(`Sockets were closed: ${JSON.stringify([...closed])}.`)
  return { delivered, answered, lost: missing, doubled, refused }
}

async function answer(message: ToGenerator): Promise<FromGenerator> {
  return 'rooms' in message ? openAll(message) : { figures: await send(message.seconds) }
}

process.on('message', (message: ToGenerator) => {
  void answer(message)
    .catch((error: Error): FromGenerator => ({ failed: error.message }))
    .then(result => process.send?.(result))
})
