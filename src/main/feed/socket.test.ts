import { describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { settled, TestClock } from '../platform/test-clock'
import { type Connection, FeedSocket, type FeedStatus } from './socket'

const source = { kind: 'screen', user_id: 7 } as const

class Wire implements Connection {
  readonly sent: string[] = []
  ended: number | 'by force' | null = null
  readonly #on = new Map<string, (value: never) => void>()

  on(event: string, then: (value: never) => void): void {
    this.#on.set(event, then)
  }
  happen(event: 'open' | 'message' | 'error' | 'close', value?: unknown): void {
    this.#on.get(event)?.(value as never)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(code: number): void {
    this.ended = code
  }
  terminate(): void {
    this.ended = 'by force'
  }
}

function feed({ refresh = async () => true }: { refresh?: () => Promise<boolean> } = {}) {
  const clock = new TestClock()
  const wires: Wire[] = []
  const statuses: FeedStatus[] = []
  const frames: unknown[] = []
  const world = { address: 'ws://server.example/sockets/feed' as string | null, refreshes: 0, isOffline: false }
  const socket = new FeedSocket({
    clock,
    async address() {
      if (world.isOffline) throw new Error('offline')
      return world.address
    },
    async refresh() {
      world.refreshes += 1
      return refresh()
    },
    open() {
      const wire = new Wire()
      wires.push(wire)
      return wire
    },
    onFrame: frame => frames.push(frame),
    onStatus: status => statuses.push(status),
  })
  const newest = () => {
    const wire = wires.at(-1)
    if (!wire) throw new Error('There is no connection.')
    return wire
  }
  const connect = async () => {
    socket.start()
    await settled()
    newest().happen('open')
  }
  return { clock, wires, statuses, frames, socket, newest, connect, world }
}

describe('The feed socket of a desktop [4.10, 8.7, 9.5]', () => {
  test('opening it gives CONNECTED; frames are parsed by the contract, others are ignored', async () => {
    const { socket, statuses, newest, connect, frames } = feed()
    await connect()
    expect(statuses).toEqual(['CONNECTED'])
    newest().happen('message', '{"event":"feed_changed"}')
    newest().happen('message', '{"event":"take_over"}')
    newest().happen('message', 'not json')
    expect(frames).toEqual([{ event: 'feed_changed' }])
    expect(socket.send({ event: 'watch', source })).toBe(true)
    expect(newest().sent).toEqual([JSON.stringify({ event: 'watch', source })])
    expectPrinted('A frame on the feed socket does not match the contract and was ignored.')
    expectPrinted('A frame on the feed socket does not match the contract and was ignored.')
  })

  test('it pings every 120 s and expects a pong within 10 s', async () => {
    const { clock, newest, connect, wires } = feed()
    await connect()
    await clock.pass(119_999)
    expect(newest().sent).toEqual([])
    await clock.pass(1)
    expect(newest().sent).toEqual(['ping'])
    await clock.pass(9_999)
    newest().happen('message', 'pong')
    await clock.pass(120_000)
    expect(newest().sent).toEqual(['ping', 'ping'])
    expect(wires).toHaveLength(1)
  })

  test('a missed pong gives RECONNECTING and a forced close; it reconnects after 120 s', async () => {
    const { clock, wires, statuses, connect } = feed()
    await connect()
    await clock.pass(129_999)
    expect(statuses).toEqual(['CONNECTED'])
    await clock.pass(1)
    expect(statuses).toEqual(['CONNECTED', 'RECONNECTING'])
    expect(wires[0]?.ended).toBe('by force')
    await clock.pass(119_999)
    expect(wires).toHaveLength(1)
    await clock.pass(1)
    expect(wires).toHaveLength(2)
  })

  test('a close with 1000 is final; any other code leads to three attempts, 120 s apart, and then to none', async () => {
    const normal = feed()
    await normal.connect()
    normal.newest().happen('close', 1000)
    await normal.clock.pass(1_000_000)
    expect(normal.wires).toHaveLength(1)
    expect(normal.socket.status).toBe('DISCONNECTED')

    for (const code of [1001, 1006, 4403, 4408, 4429]) {
      const { clock, wires, newest, connect, socket } = feed()
      await connect()
      newest().happen('close', code)
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(socket.status).toBe('RECONNECTING')
        await clock.pass(119_999)
        expect(wires, `${code}`).toHaveLength(attempt)
        await clock.pass(1)
        expect(wires, `${code}`).toHaveLength(attempt + 1)
        newest().happen('close', code)
      }
      await clock.pass(1_000_000)
      expect(wires).toHaveLength(4)
      expect(socket.status).toBe('DISCONNECTED')
    }
  })

  test('a connection that lasted for a while restores the attempts', async () => {
    const { clock, newest, connect, wires } = feed()
    await connect()
    for (let n = 0; n < 5; n += 1) {
      newest().happen('close', 1006)
      await clock.pass(120_000)
      newest().happen('open')
      newest().happen('message', '{"event":"feed_changed"}')
    }
    expect(wires).toHaveLength(6)
  })

  test('an error renews the tokens and reconnects after 500 ms [8.7c]; a second one waits like the rest', async () => {
    const { clock, newest, connect, wires, world } = feed()
    await connect()
    newest().happen('error')
    newest().happen('close', 1006)
    await settled()
    expect(world.refreshes).toBe(1)
    await clock.pass(499)
    expect(wires).toHaveLength(1)
    await clock.pass(1)
    expect(wires).toHaveLength(2)
    newest().happen('error')
    await clock.pass(119_999)
    expect(wires).toHaveLength(2)
    await clock.pass(1)
    expect(wires).toHaveLength(3)
  })

  test('an expired token is renewed first; when the session is over it ends', async () => {
    const { clock, newest, connect, wires } = feed()
    await connect()
    newest().happen('close', 4401)
    await clock.pass(500)
    expect(wires).toHaveLength(2)

    const over = feed({ refresh: async () => false })
    await over.connect()
    over.newest().happen('close', 4401)
    await over.clock.pass(1_000_000)
    expect(over.wires).toHaveLength(1)
    expect(over.socket.status).toBe('DISCONNECTED')
  })

  test('waking up, the network or a look at the window reconnects at once, with a random delay', async () => {
    const { clock, newest, connect, wires, socket, world } = feed()
    await connect()
    newest().happen('close', 1006)
    clock.chance = 0.25
    socket.reconnect()
    await clock.pass(249)
    expect(wires).toHaveLength(1)
    await clock.pass(1)
    expect(wires).toHaveLength(2)

    world.isOffline = true
    newest().happen('close', 1006)
    await clock.pass(1_000_000)
    expect(socket.status).toBe('DISCONNECTED')
    world.isOffline = false
    socket.reconnect()
    await clock.pass(250)
    newest().happen('open')
    expect(socket.status).toBe('CONNECTED')
  })

  test('a connection that only seems open is detected by a ping when the computer wakes', async () => {
    const { clock, newest, connect, socket } = feed()
    await connect()
    await clock.pass(60_000)
    socket.reconnect()
    expect(newest().sent).toEqual(['ping'])
    await clock.pass(10_000)
    expect(socket.status).toBe('RECONNECTING')
  })

  test('is detected in the same way although somebody set the clock back meanwhile', async () => {
    const { clock, newest, connect, socket } = feed()
    await connect()
    clock.set(-3_600_000)
    await clock.pass(60_000)
    socket.reconnect()
    expect(newest().sent).toEqual(['ping'])
  })

  test('a manual stop gives DISCONNECTED, closes with 1000 and leaves no timer behind', async () => {
    const { clock, newest, connect, socket, statuses } = feed()
    await connect()
    socket.stop()
    expect(newest().ended).toBe(1000)
    newest().happen('close', 1000)
    socket.reconnect()
    expect(statuses).toEqual(['CONNECTED', 'DISCONNECTED'])
    expect(clock.waiting).toBe(0)
    expect(socket.send({ event: 'watch', source })).toBe(false)
  })

  test('nothing is opened while nobody is signed in', async () => {
    const { clock, socket, wires, world } = feed()
    world.address = null
    socket.start()
    await clock.pass(1_000_000)
    expect(wires).toHaveLength(0)
  })
})
