import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listChats } from '#shared/contract/messages/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { presenceLimits } from '#shared/contract/presence'
import { readWorkingHours } from '#shared/contract/schedule/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { detailOf, organisationOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { ChatList } from './chat-list'
import { usePersonAtWork } from './person-at-work'
import { startMessages } from './start'
import { chatOf } from './test-messages'

withServer()
withEnglish('messages')

let environment: FakeEnvironment
let stop: () => void

// Following starts once for all tests.
beforeAll(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T15:00:00Z') }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
  serve(listChats, [
    chatOf(),
    chatOf({ chat_id: 4, participant_id: 9, participant_name: 'Ana Lima' }),
    chatOf({ chat_id: 5, kind: 'space', participant_id: null, participant_name: 'Front yard' }),
  ])
  serve(organisationInfo, detailOf({}))
  stop = startLive(environment)
  startMessages()
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
})

const sent = (event: string) =>
  environment.latest.sent.map(text => (text === 'ping' ? {} : JSON.parse(text))).filter(frame => frame.event === event)

describe('Presence in the list of chats [1.10, 3.12]', () => {
  test('is asked for the direct chats that are shown, said in words, and gone without a connection', async () => {
    render(
      <MemoryRouter>
        <ChatList chat_id={undefined} />
      </MemoryRouter>,
    )
    const chats = within(await screen.findByRole('navigation', { name: 'Chats' }))
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(sent('watch')).toEqual([{ event: 'watch', chat_ids: [3, 4] }])
    act(() =>
      environment.latest.emit({
        event: 'presence',
        people: [
          { user_id: 8, state: 'online', seen_at: null },
          { user_id: 9, state: 'offline', seen_at: '2026-11-20T09:15:00.000Z' },
        ],
      }),
    )
    expect(chats.getByRole('link', { name: /Tom Reyes.*Online/ })).toBeDefined()
    expect(chats.getByRole('link', { name: /Ana Lima.*Last seen about 9:15 AM/ })).toBeDefined()
    act(() => environment.latest.emit({ event: 'presence', people: [{ user_id: 8, state: 'away', seen_at: null }] }))
    expect(chats.getByRole('link', { name: /Tom Reyes.*Away/ })).toBeDefined()
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    expect(violations).toEqual([])
    act(() => environment.latest.hangUp(1006))
    expect(chats.getByRole('link', { name: /Tom Reyes/ }).textContent).not.toContain('Away')
  })

  test('Without input for five minutes, the person is away; the next sign of use brings them back', async () => {
    await vi.advanceTimersByTimeAsync(presenceLimits.awayAfter + 1_000)
    expect(sent('presence')).toEqual([{ event: 'presence', is_away: true }])
    window.dispatchEvent(new Event('pointermove'))
    expect(sent('presence').at(-1)).toEqual({ event: 'presence', is_away: false })
  })
})

describe('Below the name of the other person', () => {
  const Line = () => <p data-testid="line">{usePersonAtWork(8).join(' · ')}</p>
  function setTime(now: string) {
    vi.setSystemTime(Date.parse(now))
    // The token of before may have expired meanwhile.
    signInAs(7, { organizationId: 3 })
  }
  const line = (text: string) => waitFor(() => expect(screen.getByTestId('line').textContent).toBe(text))
  // In India from 9 AM to 5:30 PM, which in UTC is from 3:30 AM to 12 PM.
  const days = [1, 2, 3, 4, 5].map(weekday => ({
    ...{ weekday, from: '09:00', to: '17:30' },
    breaks: [{ from: '12:30', to: '13:00' }],
  }))
  const hours = { user_id: 8, timezone: 'Asia/Kolkata', days, is_default: false }
  beforeEach(() => {
    const tom = {
      ...{ user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null },
      ...{ org_role: 'member' as const, role_ids: [1], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
    }
    const roles = [{ role_id: 1, role_name: 'Lead mechanic', capabilities: [], users: [{ user_id: 8 }] }]
    serve(organisationInfo, detailOf({ all_users: [tom], roles }))
  })

  test.each([
    ['during a break', '2026-11-20T07:10:00Z', 'Lead mechanic · Works until 12:00 PM'],
    ['before the day', '2026-11-20T01:00:00Z', 'Lead mechanic · Works from 3:30 AM to 12:00 PM'],
    ['after the day', '2026-11-20T12:00:00Z', 'Lead mechanic'],
    ['on a day off', '2026-11-22T07:00:00Z', 'Lead mechanic'],
  ])('stands what they do and when they work today, in the reader’s zone: %s', async (_when, now, text) => {
    setTime(now)
    const calls = serve(readWorkingHours, hours)
    render(<Line />)
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ for_user_id: 8 }))
    await act(settled)
    await line(text)
  })

  test('nothing stands of hours that the reader may not see; a change and the end of the day are seen at once', async () => {
    setTime('2026-11-20T11:58:30Z')
    serve(readWorkingHours, apiError('person.not_found'))
    render(<Line />)
    await line('Lead mechanic')
    serve(readWorkingHours, hours)
    const change = { kind: 'schedule.changed', user_id: 8 }
    act(() => environment.latest.emit({ event: 'event', seq: 11, actor_id: 8, at: '2026-11-20T11:58:00.000Z', change }))
    await line('Lead mechanic · Works until 12:00 PM')
    for (const ms of [40_000, 60_000]) await act(() => vi.advanceTimersByTimeAsync(ms))
    await line('Lead mechanic')
  })
})
