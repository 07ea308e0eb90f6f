import { WebSocket } from 'ws'
import { MateFrame, sendToMate } from '#shared/contract/mate/endpoints'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { seedLogs, shotOf, socketOf } from '../product'
import { median, type Row } from '../table'
import { Wire } from '../wire'

/** Typical first questions. One of them matches no rule. */
const questions = [
  'What can you do?',
  'Who is here?',
  'What was logged today?',
  'Summarise Bay log',
  'Bananas in the fog',
]
/** The server allows one person sixty questions a minute. */
const askedEachRound = 3

/** Mate without a model: from sending a question to the first piece of its answer. */
export const mate: Part = async bench => {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  await seedLogs(product, owner, 1_000)
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
  for (let round = 0; round < rounds; round++) {
    const byQuestion: number[][] = []
    for (const question of questions) {
      const times: number[] = []
      while (times.length < askedEachRound) times.push(await ask(question))
      byQuestion.push(times)
    }
    all.push(percentile(byQuestion.flat(), 0.5))
    slowest.push(Math.max(...byQuestion.map(median)))
  }
  wire.close()
  socket.close()
  const row = { unit: 'ms', floor: null, aim: { atMost: 50 } }
  return [
    { what: 'Built-in Mate: question to first byte, p50', ...row, product: all },
    { what: '… the slowest kind of question', ...row, product: slowest },
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
