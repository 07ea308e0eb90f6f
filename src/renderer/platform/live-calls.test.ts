import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePage } from '#shared/contract/documents/pages'
import { apiError } from '#shared/errors'
import { startLive } from './live'
import { callOverSocket } from './live-calls'
import { endSession, useSession } from './session'
import { FakeEnvironment, settled } from './test-environment'
import { serve, signInAs, withServer } from './test-server'

withServer()
let environment: FakeEnvironment
let stop: () => void

beforeEach(async () => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  stop = startLive(environment)
  await settled()
})
afterEach(() => {
  vi.useRealTimers()
  stop()
  endSession()
})

const change = { doc_id: 5, update: 'AAA=' }
const ids = { organization_id: 3, user_id: 7, origin_id: 7 }
const make = (input = change) => callOverSocket(changePage, input, 'key-1')

/** The calls that went over the socket. */
const sent = () =>
  environment.latest.sent
    .filter(frame => frame !== 'ping')
    .map(frame => JSON.parse(frame) as { event: string; call_id: number })
    .filter(({ event }) => event === 'call')

function answer(reply: unknown): void {
  environment.latest.emit({ event: 'answer', call_id: sent().at(-1)?.call_id, reply })
}

describe('A call over the socket', () => {
  test('is what a request would be, and brings its answer', async () => {
    environment.latest.accept()
    const outcome = make()
    expect(sent()).toEqual([
      expect.objectContaining({ path: changePage.path, key: 'key-1', body: { ...change, ...ids } }),
    ])
    answer({ status: 200, message: 'OK', data: { seq: 4 } })
    expect(await outcome).toEqual({ ok: true, status: 200, message: 'OK', data: { seq: 4 } })
  })

  test('brings each call its own answer', async () => {
    environment.latest.accept()
    const [first, second] = [make(), make()]
    const [one, two] = sent()
    environment.latest.emit({
      event: 'answer',
      call_id: two?.call_id,
      reply: { status: 200, message: 'OK', data: { seq: 2 } },
    })
    environment.latest.emit({
      event: 'answer',
      call_id: one?.call_id,
      reply: { status: 200, message: 'OK', data: { seq: 1 } },
    })
    expect(await first).toMatchObject({ data: { seq: 1 } })
    expect(await second).toMatchObject({ data: { seq: 2 } })
  })

  describe('goes over HTTP with the same key and body', () => {
    const overHttp = async (outcome: ReturnType<typeof make>, calls: ReturnType<typeof serve>) => {
      expect(await outcome).toMatchObject({ ok: true, data: { seq: 9 } })
      expect(calls).toHaveLength(1)
      expect(calls[0]?.headers.get('idempotency-key')).toBe('key-1')
    }

    test('without a connection', async () => {
      const calls = serve(changePage, { seq: 9 })
      await overHttp(make(), calls)
      expect(calls[0]?.text).toBe(JSON.stringify({ ...change, ...ids }))
    })

    test('when the connection ends before the answer', async () => {
      const calls = serve(changePage, { seq: 9 })
      environment.latest.accept()
      const outcome = make()
      environment.latest.hangUp(1006)
      await overHttp(outcome, calls)
    })

    test('when no answer comes', async () => {
      const calls = serve(changePage, { seq: 9 })
      environment.latest.accept()
      vi.useFakeTimers()
      const outcome = make()
      vi.advanceTimersByTime(4_000)
      vi.useRealTimers()
      await overHttp(outcome, calls)
      // The connection is asked whether it still is one; others do not wait for it until it is.
      expect(environment.latest.sent.at(-1)).toBe('ping')
      expect(await make()).toMatchObject({ data: { seq: 9 } })
      expect(sent()).toHaveLength(1)
      await environment.clock.pass(10_000 + 300)
      environment.latest.accept()
      const after = make()
      answer({ status: 200, message: 'OK', data: { seq: 10 } })
      expect(await after).toMatchObject({ data: { seq: 10 } })
    })

    test('when it is too long for a frame', async () => {
      const calls = serve(changePage, { seq: 9 })
      environment.latest.accept()
      await overHttp(make({ doc_id: 5, update: 'A'.repeat(40_000) }), calls)
      expect(sent()).toEqual([])
    })

    test.each([
      ['it is refused', { status: 429, message: 'Too many', code: 'request.too_many', data: null }],
      ['the answer is not the contract’s', { status: 200, message: 'OK', data: { seq: 'four' } }],
      ['the answer is empty', null],
    ])('when %s', async (_, reply) => {
      const calls = serve(changePage, { seq: 9 })
      environment.latest.accept()
      const outcome = make()
      answer(reply)
      await overHttp(outcome, calls)
    })
  })

  test('is refused as HTTP refuses it', async () => {
    serve(changePage, apiError('page.too_long'))
    environment.latest.accept()
    const outcome = make()
    answer({ status: 409, message: 'Too long', code: 'page.too_long', data: null })
    expect(await outcome).toMatchObject({ ok: false, code: 'page.too_long' })
  })

  test('is not made in another workspace that was chosen before its answer', async () => {
    environment.latest.accept()
    const outcome = make()
    useSession.setState({ organizationId: 4 })
    expect(await outcome).toMatchObject({ ok: false, code: 'network.failed' })
  })
})
