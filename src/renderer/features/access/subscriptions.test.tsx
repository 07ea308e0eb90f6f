import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  declineAccess,
  type Grant,
  grantSubjectAccess,
  listAccessRequests,
  listGrants,
  requestAccess,
  type Subject,
} from '#shared/contract/access/endpoints'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { keyOf, useAccessRequests, useGrants } from './store'
import { followAccess } from './subscriptions'

withServer()
withEnglish()
followAccess()

const gate: Subject = { kind: 'camera', id: 5 }
const by = (user_id: number, user_displayname: string) => ({
  user: { user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
})
function asks(subject: Subject, name: string, more: Partial<AccessRequest> = {}): AccessRequest {
  return { ...subject, name, ...by(11, 'Lena Fuchs'), note: '', asked_at: '2025-11-20T14:04:00.000Z', ...more }
}

let requests: AccessRequest[]
let environment: FakeEnvironment
let stop: () => void
let seq: number

beforeEach(async () => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  requests = []
  serve(listAccessRequests, () => requests)
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  seq = 10
  environment.latest.emit({ event: 'ready', seq })
  render(<Toaster label="Notifications" closeLabel="Close" />)
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  stop()
  endSession()
  history.replaceState(null, '', '/')
})

function emit(change: unknown): void {
  seq += 1
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: 11, at: '2026-11-20T10:00:00.000Z', change }))
}

describe('Somebody asks for access [D41]', () => {
  test.each([
    [gate, 'Gate', 'Lena Fuchs asks to see Gate', '#/feed?source=camera.5&access=camera.5'],
    [{ kind: 'document', id: 3 }, 'Bay log', 'Lena Fuchs asks to see Bay log', '#/docs/3?access'],
    [{ kind: 'screen', id: 7 }, 'Maya Okafor', 'Lena Fuchs asks to see your screen', '#/feed?access=screen.7'],
  ] as const)(
    '%j: people who can answer are notified, with a link to the answer',
    async (subject, name, title, address) => {
      requests = [asks(subject, name, { note: 'For the audit' })]
      emit({ kind: 'access.requested', subject, user_id: 11 })
      expect(await screen.findByText(title)).toBeInTheDocument()
      expect(screen.getByText('For the audit')).toBeInTheDocument()
      await userEvent.click(screen.getByRole('button', { name: 'Answer' }))
      expect(location.hash).toBe(address)
    },
  )

  test('a request answered meanwhile is not announced', async () => {
    requests = [asks(gate, 'Gate', by(12, 'Noor Haddad'))]
    emit({ kind: 'access.requested', subject: gate, user_id: 11 })
    emit({ kind: 'access.requested', subject: gate, user_id: 12 })
    expect(await screen.findByText('Noor Haddad asks to see Gate')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Answer' })).toHaveLength(1)
  })

  test('a request answered by somebody else is no longer open', async () => {
    requests = [asks(gate, 'Gate'), asks(gate, 'Gate', by(12, 'Noor Haddad'))]
    await act(() => useAccessRequests.getState().load())
    requests = requests.slice(1)
    emit({ kind: 'access.request_answered', subject: gate, user_id: 11, is_given: true })
    expect(useAccessRequests.getState().items.map(request => request.user.user_displayname)).toEqual(['Noor Haddad'])
    // Toasts come one after the other, so the second one shows that there was no first.
    emit({ kind: 'access.request_answered', subject: { kind: 'document', id: 3 }, user_id: 7, is_given: false })
    expect(await screen.findByText('Your request for access was declined')).toBeInTheDocument()
    expect(screen.queryByText('You now have access')).not.toBeInTheDocument()
  })
})

test('A request that somebody else granted is no longer open, although only the requester is notified [D41]', async () => {
  requests = [asks(gate, 'Gate')]
  await act(() => useAccessRequests.getState().load())
  requests = []
  emit({ kind: 'camera.changed', camera_id: 5 })
  await waitFor(() => expect(useAccessRequests.getState().items).toEqual([]))
})

describe('The requester [D41]', () => {
  test('is told that they got access, and can go there', async () => {
    emit({ kind: 'access.request_answered', subject: gate, user_id: 7, is_given: true })
    expect(await screen.findByText('You now have access')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(location.hash).toBe('#/feed?source=camera.5')
  })

  test('is told that they did not, and may ask again', async () => {
    serve(requestAccess, null)
    await act(() => useAccessRequests.getState().ask(gate, ''))
    expect(useAccessRequests.getState().asked).toEqual({ 'camera.5': true })
    emit({ kind: 'access.request_answered', subject: gate, user_id: 7, is_given: false })
    expect(await screen.findByText('Your request for access was declined')).toBeInTheDocument()
    expect(useAccessRequests.getState().asked).toEqual({})
  })
})

test.each([
  [gate, { kind: 'camera.changed', camera_id: 5 }],
  [
    { kind: 'document', id: 3 },
    { kind: 'document.access_changed', doc_id: 3 },
  ],
  [
    { kind: 'screen', id: 7 },
    { kind: 'screen.access_changed', user_id: 7 },
  ],
] as const)(
  'The grants of %j are reloaded when others change them, if they were loaded before',
  async (subject, change) => {
    const calls = serve(listGrants, [])
    emit(change)
    await act(() => useGrants.getState().load(subject))
    expect(calls).toHaveLength(1)
    emit(change)
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(useGrants.getState().lists[keyOf(subject)]?.status).toBe('ready')
  },
)

describe('Of two answers in the wrong order, the newer one is shown', () => {
  /** Returns the first answer only when told to, and all others at once. */
  function later<T>(first: T, others: T): { answer: () => void; given: () => T | Promise<T> } {
    const held: (() => void)[] = []
    const given = () => (held.length > 0 ? others : new Promise<T>(resolve => void held.push(() => resolve(first))))
    return { answer: () => held[0]?.(), given }
  }

  const manager: Grant = {
    grantee_kind: 'role',
    grantee_id: 1,
    grantee_name: 'Manager',
    level: 'viewer',
    expires_at: null,
  }

  test('for grants', async () => {
    const { answer, given } = later<Grant[]>([manager], [])
    const calls = serve(listGrants, given)
    const older = useGrants.getState().load(gate)
    await waitFor(() => expect(calls).toHaveLength(1))
    await useGrants.getState().load(gate)
    await useGrants.getState().load({ kind: 'document', id: 3 })
    answer()
    await older
    expect(useGrants.getState().lists[keyOf(gate)]).toMatchObject({ status: 'ready', items: [] })
  })

  test('for grants after a change, although older ones were read meanwhile', async () => {
    const { answer, given } = later<Grant[]>([manager], [])
    const calls = serve(grantSubjectAccess, given)
    serve(listGrants, [])
    const giving = useGrants.getState().give(gate, { grantee_kind: 'role', grantee_id: 1, level: 'viewer' })
    await waitFor(() => expect(calls).toHaveLength(1))
    await useGrants.getState().load(gate)
    answer()
    await giving
    expect(useGrants.getState().lists[keyOf(gate)]).toMatchObject({ status: 'ready', items: [manager] })
  })

  test('for requests', async () => {
    const { answer, given } = later([asks(gate, 'Gate')], [])
    const calls = serve(listAccessRequests, given)
    const older = useAccessRequests.getState().load()
    await waitFor(() => expect(calls).toHaveLength(1))
    await useAccessRequests.getState().load()
    answer()
    await older
    expect(useAccessRequests.getState()).toMatchObject({ status: 'ready', items: [] })
  })

  test('for a request that was declined while requests were read', async () => {
    serve(declineAccess, null)
    const { answer, given } = later([asks(gate, 'Gate')], [])
    const calls = serve(listAccessRequests, given)
    const older = useAccessRequests.getState().load()
    await waitFor(() => expect(calls).toHaveLength(1))
    await useAccessRequests.getState().decline(asks(gate, 'Gate'))
    answer()
    await older
    expect(useAccessRequests.getState().items).toEqual([])
  })
})
