import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type BusyCalendar,
  deleteBusyTimes,
  importBusyTimes,
  listCalendars,
  renewCalendarFeed,
  subscribeToCalendar,
} from '#shared/contract/planning/calendars'
import { explainPlan, getSchedule } from '#shared/contract/planning/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { closeNotice, pressUndo } from '../../undo/test-undo'
import { CalendarsDialog } from './calendars-dialog'

withServer()
withEnglish('planning')

const busy = (more: Partial<BusyCalendar> = {}): BusyCalendar => ({
  ...{ calendar_id: 4, name: 'private', times: 2, until: '2026-12-07T11:00:00.000Z' },
  ...{ imported_at: '2026-11-20T09:00:00.000Z', subscription: null, ...more },
})
const inAnHour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/[-:]|\.\d{3}/g, '')
const ics = (text: string, name = 'private.ics') => new File([text], name, { type: 'text/calendar' })
const event = () =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\nDTSTART:${inAnHour(1)}\r\nDTEND:${inAnHour(2)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

function open() {
  return render(
    <>
      <CalendarsDialog onClose={vi.fn()} />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
}
const choose = (file: File) => userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(getSchedule, [])
  serve(explainPlan, { late: [], unplaced: [], clashes: [], moves: [] })
})
afterEach(() => {
  cleanup()
  endSession()
})

test('A calendar file is read on the device, and only its times are sent [D15]', async () => {
  serve(listCalendars, { feed: null, busy: [] })
  const calls = serve(importBusyTimes, busy({ times: 1 }))
  const { container } = open()
  await screen.findByRole('button', { name: 'Import a calendar file' })
  await choose(ics(event()))
  expect(await screen.findByText('private')).toBeVisible()
  expect(screen.getByText(/^1 time, until/)).toBeVisible()
  expect(calls[0]?.body).toMatchObject({
    name: 'private',
    times: [{ start: expect.any(String), end: expect.any(String) }],
  })
  expect(calls[0]?.text).not.toContain('Dentist')
  expect((await axe.run(container.ownerDocument.body)).violations).toEqual([])
  const deleted = serve(deleteBusyTimes, null)
  await userEvent.click(screen.getByRole('button', { name: 'Delete private' }))
  expect(screen.queryByText(/^1 time, until/)).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Times that stay free' })).toHaveFocus())
  await pressUndo('private deleted')
  expect(screen.getByText(/^1 time, until/)).toBeVisible()
  const read = serve(getSchedule, [])
  await userEvent.click(screen.getByRole('button', { name: 'Delete private' }))
  await closeNotice('private deleted')
  await waitFor(() => expect(deleted[0]?.body).toMatchObject({ calendar_id: 4 }))
  // Its times can be planned again.
  await waitFor(() => expect(read).toHaveLength(1))
})

test('A file without a calendar, without busy times, or refused by the server says so', async () => {
  serve(listCalendars, { feed: null, busy: [] })
  open()
  await screen.findByRole('button', { name: 'Import a calendar file' })
  await choose(ics('Hello', 'letter.ics'))
  expect(await screen.findByText('letter.ics is no calendar file.')).toBeVisible()
  await choose(ics('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', 'empty.ics'))
  expect(await screen.findByText('empty.ics has no busy time in the next year.')).toBeVisible()
  serve(importBusyTimes, apiError('calendar.too_many'))
  await choose(ics(event()))
  expect(await screen.findByText(/^You have imported as many calendars as possible/)).toBeVisible()
})

test('The address of the schedule is shown once, renewed and ended', async () => {
  serve(listCalendars, {
    feed: { created_at: '2026-11-20T09:00:00.000Z', last_read_at: '2026-11-20T10:00:00.000Z' },
    busy: [],
  })
  const calls = serve(renewCalendarFeed, ({ body }) => ({
    path: body.is_on ? '/calendar/3.secret/schedule.ics' : null,
  }))
  open()
  const feed = within(await screen.findByRole('region', { name: 'Read your schedule elsewhere' }))
  expect(feed.getByText(/^Last read/)).toBeVisible()
  expect(feed.queryByRole('textbox')).toBeNull()
  await userEvent.click(feed.getByRole('button', { name: 'Make a new address' }))
  const renewing = within(await screen.findByRole('alertdialog', { name: 'Make a new address?' }))
  expect(renewing.getByText(/This cannot be undone\.$/)).toBeVisible()
  expect(calls).toHaveLength(0)
  await userEvent.click(renewing.getByRole('button', { name: 'Make a new address' }))
  expect(await feed.findByRole('textbox', { name: 'Address of your schedule' })).toHaveValue(
    `${location.origin}/calendar/3.secret/schedule.ics`,
  )
  await userEvent.click(feed.getByRole('button', { name: 'End the address' }))
  const ending = within(await screen.findByRole('alertdialog', { name: 'End the address?' }))
  await userEvent.click(ending.getByRole('button', { name: 'End the address' }))
  expect(await feed.findByRole('button', { name: 'Make an address' })).toBeVisible()
  expect(feed.queryByRole('textbox')).toBeNull()
})

test('Calendars that do not load can be loaded again', async () => {
  serve(listCalendars, apiError('server.error'))
  open()
  expect(await screen.findByText('Your calendars did not load')).toBeVisible()
  serve(listCalendars, { feed: null, busy: [busy()] })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('private')).toBeVisible()
})

test('A calendar is subscribed to by its address, and says when it was last read and what failed', async () => {
  const failing = { host: 'calendar.example', checked_at: '2026-11-20T09:00:00.000Z' }
  const subscription = { ...failing, succeeded_at: '2026-11-19T08:00:00.000Z', failure: 'unreachable' as const }
  serve(listCalendars, { feed: null, busy: [busy({ name: 'Team', subscription })] })
  const waiting = { host: 'calendar.example', checked_at: null, succeeded_at: null, failure: null }
  const calls = serve(subscribeToCalendar, busy({ calendar_id: 5, name: 'Own', times: 0, subscription: waiting }))
  const { container } = open()
  expect(await screen.findByText(/calendar\.example does not answer\. Tried .* Last read .*8:00 AM/)).toBeVisible()
  const form = within(screen.getByRole('form', { name: 'Subscribe to an address' }))
  expect(form.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await userEvent.type(form.getByRole('textbox', { name: 'Name of the calendar' }), 'Own')
  await userEvent.type(
    form.getByRole('textbox', { name: 'Address of the calendar' }),
    'webcal://calendar.example/a.ics',
  )
  await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText('Is being read at calendar.example')).toBeVisible()
  expect(calls[0]?.body).toMatchObject({ name: 'Own', address: 'webcal://calendar.example/a.ics' })
  serve(subscribeToCalendar, apiError('calendar.address_refused'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name of the calendar' }), 'Other')
  await userEvent.type(form.getByRole('textbox', { name: 'Address of the calendar' }), 'http://10.0.0.1/a.ics')
  await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('CALENDAR_ALLOWED_NETWORKS')
  await userEvent.click(form.getByRole('checkbox', { name: 'Sign in by CalDAV' }))
  expect(form.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await userEvent.type(form.getByRole('textbox', { name: 'User name' }), 'tom')
  await userEvent.type(form.getByLabelText('Password'), 'secret')
  expect((await axe.run(container.ownerDocument.body)).violations).toEqual([])
  const signedIn = serve(subscribeToCalendar, busy({ calendar_id: 6, name: 'Other', subscription: waiting }))
  await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
  await waitFor(() => expect(form.getByLabelText('Password')).toHaveValue(''))
  expect(signedIn[0]?.body).toMatchObject({ name: 'Other', account: { username: 'tom', password: 'secret' } })
})
