import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchMate, type MateFrame, type MateMessage, type MateRequest } from '#shared/contract/mate/endpoints'
import { eventually } from '#shared/testing/eventually'
import { endSession, useSession } from '../../platform/session'
import { FakeEnvironment, type FakeSocket, settled } from '../../platform/test-environment'
import { onItsWay, serve, signInAs, withServer } from '../../platform/test-server'
import { connectMate, type MateConnection } from './connection'
import { readAnswer } from './message'
import { useMate } from './store'
import { answer, framesOf, question, writing } from './test-mate'

withServer()
let environment: FakeEnvironment
let connection: MateConnection
let stored: MateMessage[]

beforeEach(() => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  stored = []
  serve(fetchMate, () => [...stored].reverse())
})
afterEach(() => {
  connection.close()
  endSession()
})

async function connected(...messages: MateMessage[]) {
  stored = messages
  useMate.setState({ messages, status: 'ready' })
  connection = connectMate(environment)
  await settled()
  environment.latest.accept()
}

const requests = (socket: FakeSocket) =>
  socket.sent.filter(text => text !== 'ping').map(text => JSON.parse(text) as MateRequest)
const textOf = (id: number) => useMate.getState().streams[id]?.text
const messageOf = (id: number) => useMate.getState().messages.find(message => message.id === id)
const [start, pads, are, done] = framesOf(12, ['Pads ', 'are in.'])

describe('An answer that is being written', () => {
  test('is requested from the beginning after a reload', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    expect(requests(environment.latest)).toEqual([{ event: 'resume', message_id: 12, last_seq: 0 }])
  })

  test('continues after the last received frame when the connection returns [D27]', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    environment.latest.emit(start)
    environment.latest.emit(pads)
    environment.latest.hangUp(1006)
    await environment.clock.pass(300)
    environment.latest.accept()
    expect(requests(environment.latest)).toEqual([{ event: 'resume', message_id: 12, last_seq: 2 }])
    environment.latest.emit(are)
    expect(textOf(12)).toBe('Pads are in.')
  })

  test('requests missing frames', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    environment.latest.emit(start)
    environment.latest.emit(are)
    expect(requests(environment.latest).at(-1)).toEqual({ event: 'resume', message_id: 12, last_seq: 1 })
    expect(textOf(12)).toBe('')
  })

  test('becomes the stored message', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    for (const frame of [start, pads, are, done]) environment.latest.emit(frame)
    expect(messageOf(12)).toEqual(done.message)
    expect(useMate.getState().streams).toEqual({})
  })

  test('appears when another device asked', async () => {
    await connected()
    stored = [question(11, 'Pads?'), writing(12)]
    environment.latest.emit(start)
    environment.latest.emit(pads)
    await eventually(() => expect(messageOf(12)).toBeDefined())
    expect(messageOf(11)).toMatchObject({ message_text: 'Pads?' })
    expect(textOf(12)).toBe('Pads ')
  })

  test('is loaded after a connection was missing while it was written', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    environment.latest.hangUp(1006)
    stored = [question(11, 'Pads?'), answer(12, 'Pads are in.'), question(13, 'Tubes?'), answer(14, 'Two.')]
    await environment.clock.pass(300)
    environment.latest.accept()
    await eventually(() => expect(messageOf(14)).toBeDefined())
    expect(messageOf(12)).toMatchObject({ state: 'done' })
  })

  test('disappears when another device started over', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    environment.latest.emit(start)
    await eventually(() => expect(useMate.getState().messages).toHaveLength(2))
    stored = []
    await environment.clock.pass(20_000)
    await eventually(() => expect(useMate.getState().messages).toEqual([]))
  })

  test('can be stopped at once, or as soon as there is a connection', async () => {
    await connected(question(11, 'Pads?'), writing(12))
    connection.stop(12)
    expect(requests(environment.latest).at(-1)).toEqual({ event: 'stop', message_id: 12 })
    environment.latest.hangUp(1006)
    connection.stop(12)
    await environment.clock.pass(300)
    environment.latest.accept()
    expect(requests(environment.latest)).toContainEqual({ event: 'stop', message_id: 12 })
  })
})

/** The server's end of one answer, on a network that loses, repeats and interrupts. */
class UnsteadyServer {
  private sent = 0
  private answered = 0
  private queue: MateFrame[] = []

  constructor(private readonly frames: readonly MateFrame[]) {}

  /** Continues writing: sends the next frames to all connections. */
  write(count: number): void {
    this.queue.push(...this.frames.slice(this.sent, this.sent + count))
    this.sent = Math.min(this.sent + count, this.frames.length)
  }

  private hearRequests(): void {
    const requested = requests(environment.latest)
    for (const request of requested.slice(this.answered))
      if (request.event === 'resume') this.queue.push(...this.frames.slice(request.last_seq, this.sent))
    this.answered = requested.length
  }

  deliver(): void {
    this.hearRequests()
    while (this.queue.length > 0) {
      environment.latest.emit(this.queue.shift())
      this.hearRequests()
    }
  }

  lose(): void {
    this.hearRequests()
    this.queue.shift()
  }

  repeat(seq: number): void {
    const frame = this.frames[seq % this.frames.length]
    if (frame && frame.seq <= this.sent) this.queue.unshift(frame)
  }

  async cut(): Promise<void> {
    this.queue = []
    this.answered = 0
    environment.latest.hangUp(1006)
    await environment.clock.pass(15_000)
    environment.latest.accept()
  }
}

test('The conversation of another workspace does not wait for an answer about the previous one', async () => {
  await connected()
  const { given, arrive } = onItsWay([question(5, 'Of the previous workspace')])
  const older = serve(fetchMate, () => given)
  const reading = useMate.getState().refresh()
  await eventually(() => expect(older).toHaveLength(1))
  serve(fetchMate, [question(11, 'Pads?')])
  useSession.getState().choose(5)
  void useMate.getState().refresh()
  await eventually(() => expect(useMate.getState().status).toBe('ready'))
  arrive()
  await reading
  expect(useMate.getState().messages.map(message => message.message_text)).toEqual(['Pads?'])
})

describe('Whatever the network does', () => {
  const mishap = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('repeat' as const), count: fc.nat(20) }),
    fc.record({ kind: fc.constantFrom('deliver' as const, 'lose' as const, 'cut' as const), count: fc.constant(1) }),
  )

  test('the text arrives without a lost or doubled character [D27]', async () => {
    const words = fc.constantFrom('pads', ' ', '. ', '**', '[', 'é', '👩‍🔧', 'क्ष', '\n', '"')
    const pieces = fc.array(words, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.array(mishap, { maxLength: 25 }), fc.boolean(), async (written, mishaps, ends) => {
        const frames = framesOf(12, written)
        const whole = written.join('')
        const server = new UnsteadyServer(ends ? frames : frames.slice(0, -1))
        useMate.setState({ streams: {} })
        environment = new FakeEnvironment()
        await connected(question(11, 'Pads?'), writing(12))
        for (const { kind, count } of mishaps) {
          await server[kind](count)
          expect(whole.startsWith(textOf(12) ?? '')).toBe(true)
        }
        server.write(frames.length)
        server.deliver()
        await server.cut()
        server.deliver()
        const message = messageOf(12)
        expect(message?.state).toBe(ends ? 'done' : 'writing')
        expect(ends && message ? readAnswer(message).text : textOf(12)).toBe(whole)
        connection.close()
        await settled()
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})
