import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { anyone, endpoint, member, uploadEndpoint } from '#shared/contract/endpoint'
import { closeCodes } from '#shared/contract/live'
import { apiError } from '#shared/errors'
import { call, callWithBytes } from './api'
import { account, guestCredentials, onAccountChange, useGuest } from './guest'
import { endSession } from './session'
import { openSocket } from './socket'
import { createSlice } from './store'
import { FakeEnvironment, settled } from './test-environment'
import { serve, signInAs, withServer } from './test-server'

const guestEndpoint = { method: 'POST', summary: '', body: z.object({ note: z.string() }), answer: z.null() } as const
const forGuests = endpoint({ ...guestEndpoint, path: '/marks/add', access: member({ guests: 'too' }) })
const forMembers = endpoint({ ...guestEndpoint, path: '/marks/all', access: member() })
const forAll = endpoint({ ...guestEndpoint, path: '/knock', access: anyone() })
const withBytes = uploadEndpoint({
  method: 'PUT',
  path: '/marks/{part}',
  summary: '',
  access: member({ guests: 'too' }),
  carries: 'bytes',
  bodyBytes: 100,
  body: z.object({ part: z.int() }),
  answer: z.null(),
})

const guest = { guest_id: '0622c69b-6024-4d6c-aebd-00fb755b72b1', guest_token: 'secret' }
const become = (more: object = {}) =>
  useGuest.getState().become({ ...guest, expires_at: '2026-11-21T14:04:00.000Z', ...more })

withServer()
beforeEach(() => become())
afterEach(() => {
  endSession()
  useGuest.getState().erase()
  localStorage.clear()
  location.hash = ''
})

describe('A guest’s calls [8.1, D42]', () => {
  test('go out with the guest’s credentials in body and query and without a bearer', async () => {
    const calls = serve(forGuests, null)
    await call(forGuests, { note: 'x' })
    expect(calls[0]?.body).toEqual({ note: 'x', ...guest })
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual(guest)
    expect(calls[0]?.headers.get('authorization')).toBeNull()
  })

  test('that carry bytes have the credentials in the query', async () => {
    const calls = serve(withBytes, null)
    await callWithBytes(withBytes, { part: 1 }, new Uint8Array([1]))
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual(guest)
  })

  test('to endpoints without guests are not sent from the guest chat; elsewhere they need a signed-in person', async () => {
    location.hash = '#/chat-guest'
    serve(forGuests, null)
    const calls = serve(forMembers, null)
    expect(await call(forGuests, { note: 'x' })).toMatchObject({ ok: true })
    expect(await call(forMembers, { note: 'x' })).toMatchObject({ status: 403, message: 'Guest chat access denied' })
    location.hash = '#/meeting'
    expect(await call(forMembers, { note: 'x' })).toMatchObject({ status: 401, code: 'session.required' })
    expect(calls).toHaveLength(0)
  })

  test('to public endpoints reveal nothing about the guest', async () => {
    const calls = serve(forAll, null)
    await call(forAll, { note: 'x' })
    expect(calls[0]?.body).toEqual({ note: 'x' })
    expect([...(calls[0]?.query ?? [])]).toEqual([])
  })

  test('belong to the person once somebody is signed in', async () => {
    signInAs(7, { organizationId: 3 })
    const calls = serve(forGuests, null)
    await call(forGuests, { note: 'x' })
    expect(calls[0]?.body).toEqual({ note: 'x', user_id: 7, organization_id: 3, origin_id: 7 })
    expect(guestCredentials()).toBeNull()
  })

  test('beyond the limit say when they may continue', async () => {
    serve(
      forGuests,
      () =>
        new Response(JSON.stringify({ data: null, status: 429, message: 'Wait', code: 'guest.too_many_messages' }), {
          status: 429,
          headers: { 'retry-after': '120' },
        }),
    )
    expect(await call(forGuests, { note: 'x' })).toMatchObject({ code: 'guest.too_many_messages', retryAfter: 120 })
  })

  test('that are rejected end the guest session on this device', async () => {
    serve(forGuests, apiError('session.expired'))
    expect(await call(forGuests, { note: 'x' })).toMatchObject({ ok: false, status: 401 })
    expect(useGuest.getState()).toMatchObject({ guestId: null, guestToken: null, formerId: guest.guest_id })
  })
})

describe('A guest’s sockets', () => {
  const open = (address: '/sockets/mate' | '/sockets/chat', environment: FakeEnvironment) =>
    openSocket({ address, schema: z.object({ event: z.literal('told') }), onFrame: vi.fn() }, environment)

  test('exist for Mate only, and keep the token out of the address', async () => {
    const environment = new FakeEnvironment()
    const refused = open('/sockets/chat', environment)
    open('/sockets/mate', environment)
    await settled()
    expect(environment.sockets).toHaveLength(1)
    expect(environment.latest.address.pathname).toBe('/sockets/mate')
    expect(Object.fromEntries(environment.latest.address.searchParams)).toEqual({ guest_id: guest.guest_id })
    expect(environment.latest.token).toBe(guest.guest_token)
    expect(refused.state).toBe('closed')
  })

  test('closed by the server after a day end the guest session and are not reopened', async () => {
    const environment = new FakeEnvironment()
    const socket = open('/sockets/mate', environment)
    await settled()
    environment.latest.accept()
    environment.latest.hangUp(closeCodes.tokenExpired)
    await environment.clock.pass(60_000)
    expect(environment.sockets).toHaveLength(1)
    expect(socket.state).toBe('closed')
    expect(useGuest.getState().formerId).toBe(guest.guest_id)
  })
})

describe('Who owns stored data', () => {
  const useThings = createSlice('things', { list: [] as string[] }, () => ({}), { scope: 'account' })

  test('a guest has a separate account, and another one after signing in', () => {
    const changes: (string | null)[] = []
    const stop = onAccountChange(() => changes.push(account()))
    expect(account()).toBe(`guest.${guest.guest_id}`)
    signInAs(7, { organizationId: 3 })
    endSession()
    useGuest.getState().erase()
    expect(changes).toEqual(['7.3', `guest.${guest.guest_id}`, null])
    stop()
  })

  test('neither a person who signs in nor a later guest sees the screen of the previous guest', () => {
    useThings.setState({ list: ['of the guest'] })
    signInAs(7, { organizationId: 3 })
    expect(useThings.getState().list).toEqual([])
    endSession()
    useThings.setState({ list: ['of the guest'] })
    become({ guest_id: '0622c69b-6024-4d6c-aebd-00fb755b72b2' })
    expect(useThings.getState().list).toEqual([])
  })

  test('a person’s screen stays when the guest is forgotten', () => {
    signInAs(7, { organizationId: 3 })
    useThings.setState({ list: ['of the person'] })
    useGuest.getState().erase()
    expect(useThings.getState().list).toEqual(['of the person'])
  })

  test('guest, token and recordings survive a reload [3.20]', () => {
    useGuest.getState().add('batch-1')
    const saved = JSON.parse(localStorage.getItem('app') ?? '{}') as { guest: object }
    expect(saved.guest).toMatchObject({ guestId: guest.guest_id, guestToken: 'secret', batchIds: ['batch-1'] })
  })
})
