import { WebSocket } from 'ws'
import { MateFrame, sendToMate } from '#shared/contract/mate/endpoints'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { seedLogs, shotOf, socketOf } from '../product'
import type { Row } from '../table'
import { Wire } from '../wire'

/** A question of each kind. The last one is of no known kind and finds nothing. */
const questions = [
  'What can you do?',
  'Who is here?',
  'What was logged today?',
  'Summarise Bay log',
  'How many logs are in Bay log?',
  'How many logs per person?',
  'Who wrote the most this week?',
  'Which day was the busiest?',
  'Compare this week and last week',
  'What was the first log in Bay log?',
  'When was the brake changed?',
  'Where is the valve?',
  'And yesterday?',
  'Bananas in the fog',
]
/** As many as the search for words has to cope with; the server allows one person sixty questions a minute. */
const logs = 100_000

/** Mate without a model: from sending a question to the first piece of its answer. */
export const mate: Part = async bench => {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  await seedLogs(product, owner, logs)
  const socket = new WebSocket(socketOf(owner, '/sockets/mate'))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const wire = new Wire(product.port)
  let asked = 0

  /** Milliseconds to the first piece, once the whole answer has arrived. */
  const ask = async (message: string): Promise<number> => {
    asked += 1
    const shot = shotOf(owner, sendToMate, { message, client_id: `bench-${asked}` })
    const began = performance.now()
    const first = answerOn(socket)
    await wire.ask(shot)
    return (await first) - began
  }

  for (const question of questions) await ask(question)
  const all: number[] = []
  const slowest: number[] = []
  const byQuestion = questions.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    const times: number[] = []
    for (const question of questions) times.push(await ask(question))
    all.push(percentile(times, 0.5))
    slowest.push(percentile(times, 0.95))
    for (const [index, time] of times.entries()) byQuestion[index]?.push(time)
  }
  wire.close()
  socket.close()
  const row = { unit: 'ms', floor: null, aim: { atMost: 50 } }
  return [
    { what: 'Built-in Mate with 100,000 logs: question to first byte, p50', ...row, product: all },
    { what: '… p95', ...row, product: slowest },
    ...questions.map((question, index) => ({ what: `… “${question}”`, ...row, product: byQuestion[index] ?? [] })),
  ] satisfies Row[]
}

/** When the first piece of the next answer arrives; resolves once the answer is complete. */
function answerOn(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    let first = 0
    const hear = (data: Buffer) => {
      const frame = MateFrame.parse(JSON.parse(data.toString()))
      if (frame.event === 'delta') first ||= performance.now()
      if (frame.event !== 'done' && frame.event !== 'error') return
      socket.off('message', hear)
      if (frame.event === 'done' && first) resolve(first)
      else reject(new Error('Mate did not answer.'))
    }
    socket.on('message', hear)
  })
}
