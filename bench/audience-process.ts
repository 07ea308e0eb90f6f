import { WebSocket } from 'ws'
import type { FromAudience, ToAudience } from './audience'
import { Wire } from './wire'

const timeout = 30_000
const openedAtOnce = 50

let sockets: WebSocket[] = []
let port = 0
let received = 0
let fired = 0
let lastFrame = ''
let allReceived = () => {}

/** Opens one socket. If the server sends `ready` first, it is answered as the app does. */
function open(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('close', code => reject(new Error(`A socket was closed with ${code}.`)))
    socket.on('open', () => resolve(socket))
    socket.on('message', (data: Buffer) => {
      if (data.length < 100) {
        const { event, seq } = JSON.parse(data.toString()) as { event: string; seq: number }
        if (event === 'ready') socket.send(JSON.stringify({ event: 'resume', last_seq: seq }))
        return
      }
      received += 1
      if (received < sockets.length) return
      lastFrame = data.toString()
      allReceived()
    })
  })
}

async function openAll(address: string, count: number): Promise<void> {
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - sockets.length) }, () => open(address))
    sockets = [...sockets, ...(await Promise.all(some))]
  }
}

async function measure(message: Extract<ToAudience, { fire: unknown }>): Promise<FromAudience> {
  const milliseconds: number[] = []
  const wire = new Wire(port)
  for (let time = 0; time < message.times; time++) {
    received = 0
    let timer: NodeJS.Timeout | undefined
    const all = new Promise<void>((resolve, reject) => {
      allReceived = resolve
      timer = setTimeout(() => reject(new Error(`${received} of ${sockets.length} received it.`)), timeout)
    })
    const began = performance.now()
    fired += 1
    const { body } = message.fire
    const answered = wire.ask({ ...message.fire, ...(body && { body: body.replaceAll('{nr}', `${fired}`) }) })
    await all
    milliseconds.push(performance.now() - began)
    clearTimeout(timer)
    await answered
  }
  wire.close()
  return { milliseconds, frame: lastFrame }
}

async function answer(message: ToAudience): Promise<FromAudience> {
  if ('fire' in message) return measure(message)
  port = message.port
  await openAll(message.open, message.count)
  return { opened: true }
}

process.on('message', (message: ToAudience) => {
  void answer(message)
    .catch((error: Error): FromAudience => ({ failed: error.message }))
    .then(result => process.send?.(result))
})
