import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getTokens } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { endSession, useSession } from './session'
import { openSocket, type SocketState } from './socket'
import { FakeEnvironment, settled } from './test-environment'
import { freshTokens, serve, signInAs, withServer } from './test-server'

const Frame = z.object({ event: z.literal('told'), text: z.string() })

withServer()
let environment: FakeEnvironment
let states: SocketState[]
let received: string[]
beforeEach(() => {
  environment = new FakeEnvironment()
  states = []
  received = []
  signInAs(7, { organizationId: 3 })
})
afterEach(endSession)

async function open(options: { tries?: { most: number; delay: number } } = {}) {
  const socket = openSocket<{ event: 'tell' }, typeof Frame>(
    {
      ...options,
      address: '/sockets/chat',
      schema: Frame,
      onFrame: frame => received.push(frame.text),
      onState: state => states.push(state),
    },
    environment,
  )
  await settled()
  return socket
}

async function opened() {
  const socket = await open()
  environment.latest.accept()
  return socket
}

describe('A socket', () => {
  test('has person and workspace in its address, and keeps the token out of what a console prints [7.26a]', async () => {
    const { AccessToken } = useSession.getState().tokens ?? freshTokens()
    const socket = await opened()
    expect(environment.latest.address.pathname).toBe('/sockets/chat')
    expect(Object.fromEntries(environment.latest.address.searchParams)).toEqual({
      user_id: '7',
      organization_id: '3',
    })
    expect(environment.latest.protocols).toEqual(['wheelhouse', `access_token.${AccessToken}`])
    expect(socket.state).toBe('open')
  })

  test('delivers frames of the contract and drops the rest', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await opened()
    environment.latest.emit({ event: 'told', text: 'one' })
    environment.latest.emit({ event: 'told', text: 2 })
    environment.latest.emit('not json')
    environment.latest.emit({ event: 'told', text: 'three' })
    expect(received).toEqual(['one', 'three'])
    expect(log).toHaveBeenCalledTimes(2)
    log.mockRestore()
  })

  test('sends only while it is connected', async () => {
    const socket = await open()
    expect(socket.send({ event: 'tell' })).toBe(false)
    environment.latest.accept()
    expect(socket.send({ event: 'tell' })).toBe(true)
    expect(environment.latest.sent).toEqual(['{"event":"tell"}'])
  })

  test('pings every 120 s and stays open while pongs come [9.5]', async () => {
    const socket = await opened()
    await environment.clock.pass(120_000)
    expect(environment.latest.sent).toEqual(['ping'])
    environment.latest.emit('pong')
    await environment.clock.pass(120_000)
    expect(environment.latest.sent).toEqual(['ping', 'ping'])
    expect(environment.sockets).toHaveLength(1)
    expect(socket.state).toBe('open')
  })

  test('reconnects when a pong is missing for 10 s [9.5] [8.7b]', async () => {
    await opened()
    const first = environment.latest
    await environment.clock.pass(129_999)
    expect(first.closedWith).toBeUndefined()
    await environment.clock.pass(1)
    expect(first.closedWith).toBe(1000)
    await environment.clock.pass(300)
    expect(environment.sockets).toHaveLength(2)
  })

  test('retries with growing pauses of up to 15 s', async () => {
    await opened()
    const waits: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const before = environment.sockets.length
      environment.latest.hangUp(1006)
      let waited = 0
      while (environment.sockets.length === before) {
        await environment.clock.pass(100)
        waited += 100
      }
      waits.push(waited)
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 15_000, 15_000])
  })

  test('retries at once when the network or the window is back', async () => {
    await opened()
    environment.latest.hangUp(1006)
    environment.reconnect()
    await settled()
    expect(environment.sockets).toHaveLength(2)
  })

  test('checks a connection after sleep', async () => {
    await opened()
    await environment.clock.pass(60_000)
    environment.reconnect()
    expect(environment.latest.sent).toEqual(['ping'])
    await environment.clock.pass(10_000 + 300)
    expect(environment.sockets).toHaveLength(2)
  })

  test('… also when the clock was set back by an hour meanwhile', async () => {
    await opened()
    environment.clock.set(-3_600_000)
    await environment.clock.pass(60_000)
    environment.reconnect()
    expect(environment.latest.sent).toEqual(['ping'])
  })

  test('refreshes the tokens on 4401 and reconnects after 500 ms [9.5] [8.7c]', async () => {
    await opened()
    const fresh = freshTokens()
    const refreshes = serve(getTokens, fresh)
    environment.latest.hangUp(4401)
    await environment.clock.pass(499)
    expect(refreshes).toHaveLength(0)
    await environment.clock.pass(1)
    await eventually(() => expect(environment.sockets).toHaveLength(2))
    expect(refreshes).toHaveLength(1)
    expect(environment.latest.token).toBe(fresh.AccessToken)
  })

  test('ends when the refresh is rejected', async () => {
    const socket = await opened()
    serve(getTokens, apiError('session.refresh_refused'))
    environment.latest.hangUp(4401)
    await environment.clock.pass(500)
    await eventually(() => expect(socket.state).toBe('closed'))
    expect(useSession.getState().tokens).toBeNull()
  })

  test('ends for good on 4403 and says so', async () => {
    const socket = await opened()
    environment.latest.hangUp(4403)
    environment.reconnect()
    await environment.clock.pass(60_000)
    expect(socket.state).toBe('refused')
    expect(states).toEqual(['open', 'refused'])
    expect(environment.sockets).toHaveLength(1)
  })

  test('gives up an unanswered attempt after 15 s', async () => {
    await open()
    await environment.clock.pass(15_000 + 300)
    expect(environment.sockets).toHaveLength(2)
  })

  test('stays closed when we close it', async () => {
    const socket = await opened()
    socket.close()
    expect(environment.latest.closedWith).toBe(1000)
    environment.reconnect()
    await environment.clock.pass(600_000)
    expect(environment.sockets).toHaveLength(1)
  })
})

describe('A socket with a limited number of attempts', () => {
  const tries = { most: 3, delay: 120_000 }

  async function lost() {
    const socket = await open({ tries })
    environment.latest.accept()
    environment.latest.hangUp(1006)
    return socket
  }

  test('retries soon, then at its interval, and then rests [9.5] [8.7a]', async () => {
    const socket = await lost()
    await environment.clock.pass(500)
    expect(environment.sockets).toHaveLength(2)
    environment.latest.hangUp(1006)
    await environment.clock.pass(119_999)
    expect(environment.sockets).toHaveLength(2)
    await environment.clock.pass(1)
    expect(environment.sockets).toHaveLength(3)
    environment.latest.hangUp(1006)
    await environment.clock.pass(120_000)
    expect(environment.sockets).toHaveLength(4)
    environment.latest.hangUp(1006)
    expect(socket.state).toBe('resting')
    await environment.clock.pass(600_000)
    expect(environment.sockets).toHaveLength(4)
  })

  test('counts from the start once the server was heard', async () => {
    const socket = await lost()
    for (let round = 0; round < 5; round += 1) {
      await environment.clock.pass(500)
      environment.latest.accept()
      environment.latest.emit('pong')
      environment.latest.hangUp(1006)
    }
    expect(socket.state).toBe('waiting')
    expect(environment.sockets).toHaveLength(6)
  })

  test.each([
    ['the network is back', () => environment.reconnect()],
    ['it is retried', (socket: Awaited<ReturnType<typeof lost>>) => socket.retry()],
  ])('that rests starts again when %s', async (_, happens) => {
    const socket = await lost()
    await environment.clock.pass(500)
    for (let round = 0; round < 2; round += 1) {
      environment.latest.hangUp(1006)
      await environment.clock.pass(120_000)
    }
    environment.latest.hangUp(1006)
    expect(socket.state).toBe('resting')
    happens(socket)
    await settled()
    expect(environment.sockets).toHaveLength(5)
    environment.latest.hangUp(1006)
    expect(socket.state).toBe('waiting')
  })
})
