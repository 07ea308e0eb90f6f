import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onEvent, onResync, startLive, useLive } from './live'
import { endSession, useSession } from './session'
import { FakeEnvironment, settled } from './test-environment'
import { signInAs } from './test-server'

let environment: FakeEnvironment
let stop: () => void
const resynced = vi.fn()
const received = vi.fn()
let forget: (() => void)[]

beforeEach(async () => {
  environment = new FakeEnvironment()
  forget = [onResync(resynced), onEvent('branch.changed', received)]
  signInAs(7, { organizationId: 3 })
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
})
afterEach(() => {
  for (const off of forget) off()
  stop()
  endSession()
  vi.clearAllMocks()
})

const event = (seq: number, branch_id = seq) => ({
  event: 'event',
  seq,
  actor_id: 9,
  at: '2026-11-20T14:04:00.000Z',
  change: { kind: 'branch.changed', branch_id },
})

describe('The event stream', () => {
  test('delivers each feature its own kinds', () => {
    const others = vi.fn()
    forget.push(onEvent(['role.changed', 'invite.changed'], others))
    environment.latest.emit({ event: 'ready', seq: 10 })
    environment.latest.emit(event(11))
    expect(received).toHaveBeenCalledExactlyOnceWith(
      { kind: 'branch.changed', branch_id: 11 },
      expect.objectContaining({ seq: 11, actor_id: 9 }),
    )
    expect(others).not.toHaveBeenCalled()
  })

  test('starts with new events, and later resumes after the last number it saw', async () => {
    environment.latest.emit({ event: 'ready', seq: 10 })
    expect(environment.latest.sent).toEqual([JSON.stringify({ event: 'resume', last_seq: 10 })])
    environment.latest.emit(event(14))
    environment.latest.hangUp(1006)
    await environment.clock.pass(300)
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 17 })
    expect(environment.latest.sent).toEqual([JSON.stringify({ event: 'resume', last_seq: 14 })])
  })

  test('begins only once everything that follows it is there, although it connects before', async () => {
    stop()
    let begin = () => {}
    stop = startLive(environment, then => {
      begin = then
    })
    await settled()
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 10 })
    expect(environment.latest.sent).toEqual([])
    expect(resynced).not.toHaveBeenCalled()
    begin()
    expect(environment.latest.sent).toEqual([JSON.stringify({ event: 'resume', last_seq: 10 })])
    expect(resynced).toHaveBeenCalledOnce()
  })

  test('does not apply an event twice', () => {
    environment.latest.emit({ event: 'ready', seq: 10 })
    environment.latest.emit(event(11))
    environment.latest.emit(event(11))
    expect(received).toHaveBeenCalledOnce()
  })

  test('reloads when the event log no longer reaches back, then continues from there', async () => {
    environment.latest.emit({ event: 'ready', seq: 10 })
    resynced.mockClear()
    environment.latest.emit({ event: 'resync', seq: 900 })
    expect(resynced).toHaveBeenCalledOnce()
    environment.latest.hangUp(1006)
    await environment.clock.pass(300)
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 901 })
    expect(environment.latest.sent).toEqual([JSON.stringify({ event: 'resume', last_seq: 900 })])
  })

  test('keeps calling other handlers when one fails', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    received.mockImplementationOnce(() => {
      throw new Error('broken')
    })
    const second = vi.fn()
    forget.push(onEvent('branch.changed', second))
    environment.latest.emit({ event: 'ready', seq: 10 })
    environment.latest.emit(event(11))
    expect(second).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  test('follows the chosen workspace, and remembers the last number of each', async () => {
    environment.latest.emit({ event: 'ready', seq: 10 })
    useSession.getState().choose(4)
    await settled()
    environment.latest.accept()
    expect(environment.latest.address.searchParams.get('organization_id')).toBe('4')
    useSession.getState().choose(3)
    await settled()
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 30 })
    expect(environment.latest.sent).toEqual([JSON.stringify({ event: 'resume', last_seq: 10 })])
  })

  test('ends with the session', async () => {
    expect(useLive.getState().state).toBe('open')
    endSession()
    await settled()
    expect(environment.latest.closedWith).toBe(1000)
    expect(useLive.getState().state).toBe('closed')
  })
})
