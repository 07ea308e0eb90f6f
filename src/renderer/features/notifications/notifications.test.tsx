import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsAboutRead,
  markNotificationsRead,
  type Notification,
  type NotificationPreferences,
  readPreferences,
} from '#shared/contract/notifications/endpoints'
import { fetchProfile, updateProfile } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { startLive } from '../../platform/live'
import { useNavMarks } from '../../platform/nav-marks'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { preferencesOf, profileOf } from '../../platform/test-cast'
import { MemoryCopies } from '../../platform/test-copies'
import { FakeDesktop } from '../../platform/test-desktop'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { Bell } from './bell'
import { NotificationsPage } from './page'
import { startNotifications } from './start'
import { rereadNotifications, useUnread } from './store'
import { notificationOf, tom } from './test-notifications'

withServer()
withEnglish('notifications')

let all: Notification[]
let unread: number
let environment: FakeEnvironment
let stop: () => void
let seq: number

beforeEach(async () => {
  all = []
  unread = 0
  seq = 10
  environment = new FakeEnvironment()
  serve(countNotifications, () => ({ unread }))
  serve(listNotifications, ({ body }) => (body.only_unread ? all.filter(item => item.read_at === null) : all))
  startNotifications()
  signInAs(7, { organizationId: 3 })
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq })
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  vi.unstubAllGlobals()
  stop()
  endSession()
})

function changed(is_new: boolean): void {
  seq += 1
  const change = { kind: 'notification.changed', is_new }
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: null, at: '2026-11-20T10:00:09.000Z', change }))
}

const page = () =>
  renderPage(
    <>
      <Bell />
      <NotificationsPage />
      <Toaster label="Toasts" closeLabel="Close" />
    </>,
    { path: '/notifications' },
  )

describe('The bell [D38]', () => {
  test('says how many are unread, and changes as they arrive and are read elsewhere', async () => {
    renderPage(<Bell />)
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible()
    unread = 2
    changed(true)
    expect(await screen.findByRole('button', { name: '2 unread notifications' })).toHaveTextContent('2')
    await waitFor(() =>
      expect(useNavMarks.getState().marks.notifications).toMatchObject({ count: 2, label: '2 unread notifications' }),
    )
    unread = 0
    changed(false)
    expect(await screen.findByRole('button', { name: 'Notifications' })).not.toHaveTextContent(/\d/)
  })

  test('opens the newest ones, and a press on one leads to what it is about and marks it as read', async () => {
    all = [notificationOf(2), notificationOf(1, { read_at: '2026-11-20T11:00:00.000Z' })]
    unread = 1
    changed(true)
    const marks = serve(markNotificationsRead, null)
    renderPage(<Bell />)
    await userEvent.click(await screen.findByRole('button', { name: '1 unread notification' }))
    const panel = await screen.findByRole('dialog', { name: 'Notifications' })
    const [first, second] = await within(panel).findAllByRole('listitem')
    expect(first).toHaveTextContent('Tom Reyes mentioned you in Invoice')
    expect(first).toHaveTextContent('unread')
    expect(second).not.toHaveTextContent('unread')
    expect((await axe.run(panel)).violations).toEqual([])
    const link = within(panel).getAllByRole('link', { name: /Tom Reyes mentioned you/ })[0]
    expect(link).toHaveAttribute('href', '#/tasks/42?comment=5')
    unread = 0
    await userEvent.click(link as HTMLElement)
    await waitFor(() => expect(marks[0]?.body).toMatchObject({ notification_ids: [2] }))
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('What a notification is about [D38]', () => {
  test('is read on all devices once it is open', async () => {
    location.hash = ''
    const reads = serve(markNotificationsAboutRead, null)
    unread = 1
    changed(true)
    await waitFor(() => expect(useUnread.getState().unread).toBe(1))
    location.hash = '#/docs/12'
    await waitFor(() => expect(reads[0]?.body).toMatchObject({ kind: 'document', id: 12 }))
    location.hash = '#/tasks/41'
    await waitFor(() => expect(reads[1]?.body).toMatchObject({ kind: 'task', id: 41 }))
    location.hash = ''
  })

  test('opens in its workspace, whose name leaves the address', async () => {
    serve(fetchProfile, profileOf({ selected_organizationId: 5 }))
    const choices = serve(updateProfile, profileOf({ selected_organizationId: 5 }))
    location.hash = '#/tasks/41?workspace=5'
    await waitFor(() => expect(choices[0]?.body).toMatchObject({ selected_organizationId: 5 }))
    await waitFor(() => expect(location.hash).toBe('#/tasks/41'))
    location.hash = ''
  })
})

describe('The page of notifications', () => {
  test('has a sentence and a link for every kind', async () => {
    const none = { title: '', count: 0, deadline: null, late_minutes: 0 }
    all = [
      notificationOf(9, { data: none, subject: { kind: 'chat', chat_id: 4, message_id: 8 } }),
      notificationOf(8, { kind: 'assignment' }),
      notificationOf(7, {
        kind: 'deadline',
        actor: null,
        data: { ...none, title: 'Bill', deadline: '2026-11-21T09:00:00.000Z' },
      }),
      notificationOf(10, {
        kind: 'deadline',
        actor: null,
        data: { ...none, title: 'Offer', deadline: '2026-11-20T09:00:00.000Z' },
        created_at: '2026-11-20T09:00:01.000Z',
      }),
      notificationOf(6, {
        kind: 'message',
        data: { ...none, count: 3 },
        subject: { kind: 'chat', chat_id: 4, message_id: null },
      }),
      notificationOf(5, { kind: 'message', data: { ...none, title: 'Shop', count: 1 } }),
      notificationOf(4, { kind: 'job_failed', actor: null, subject: { kind: 'job', instruction_id: 6, run_id: 1 } }),
      notificationOf(3, {
        kind: 'logbook_silent',
        actor: null,
        subject: { kind: 'document', doc_id: 12, comment_id: null },
      }),
      notificationOf(11, {
        ...{ kind: 'graph_threshold', actor: null, created_at: '2026-11-20T10:00:00.000Z' },
        subject: { kind: 'graph', doc_id: 3, graph_id: 5, unit: 'day', from: '2026-11-20T00:00:00.000Z', label: 1 },
        data: {
          ...none,
          title: 'Counter',
          count: 4,
          threshold: { ...{ side: 'above', value: 3, unit: 'day' }, label_text: 'Queue' },
        },
      }),
      notificationOf(2, { kind: 'screen_viewed', subject: { kind: 'screen', user_id: 7 } }),
      notificationOf(1, { actor: { ...tom, user_displayname: '' } }),
    ]
    page()
    const items = await screen.findAllByRole('listitem')
    expect(items.map(item => item.textContent)).toEqual([
      expect.stringContaining('Tom Reyes mentioned you'),
      expect.stringContaining('Tom Reyes assigned you Invoice'),
      expect.stringMatching(/Bill is due: .*November 21, 2026/),
      expect.stringMatching(/Offer is late, it was due: .*November 20, 2026/),
      expect.stringContaining('3 new messages from Tom Reyes'),
      expect.stringContaining('1 new message in Shop, from Tom Reyes'),
      expect.stringContaining('The job Invoice failed'),
      expect.stringContaining('A job no longer writes into Invoice'),
      expect.stringContaining('Queue in Counter: 4, above 3'),
      expect.stringContaining('Tom Reyes started looking at your screen'),
      expect.stringContaining('Somebody mentioned you in Invoice'),
    ])
    const links = within(screen.getByRole('list')).getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '#/home/messages/4?message=8',
      '#/tasks/48?comment=5',
      '#/tasks/47?comment=5',
      '#/tasks/50?comment=5',
      '#/home/messages/4',
      '#/tasks/45?comment=5',
      '#/jobs/6',
      '#/docs/12',
      '#/docs/3/5?at=2026-11-20T00:00:00.000Z&unit=day&label=1',
      '#/feed/mine',
      '#/tasks/41?comment=5',
    ])
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('shows the unread ones alone, and marks all that it shows as read', async () => {
    all = [notificationOf(3), notificationOf(2), notificationOf(1, { read_at: '2026-11-20T11:00:00.000Z' })]
    unread = 2
    changed(true)
    page()
    expect(await screen.findAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(screen.getByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    const marks = serve(markAllNotificationsRead, () => {
      all = all.map(item => ({ ...item, read_at: item.read_at ?? '2026-11-20T12:00:00.000Z' }))
      unread = 0
      return null
    })
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByText('Nothing is unread')).toBeVisible()
    expect(marks[0]?.body).toMatchObject({ until: '2026-11-20T10:00:03.000Z' })
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  })

  test('keeps the unread ones readable without the server, and forgets those that may no longer be read', async () => {
    const storage = new MemoryCopies()
    offlineCopies.keepIn(storage)
    all = [notificationOf(2), notificationOf(1, { read_at: '2026-11-20T11:00:00.000Z' })]
    const { unmount } = page()
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await waitFor(async () => {
      await offlineCopies.flush()
      expect(storage.names).toEqual(expect.arrayContaining(['7.3 notifications', '7.3 notifications.unread']))
    })
    unmount()
    resetOrganisation()

    serve(listNotifications, () => Response.error())
    const again = page()
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(useCopiesShown.getState().shown).toHaveProperty('notifications.unread')
    again.unmount()
    resetOrganisation()

    serve(listNotifications, () => [])
    rereadNotifications()
    await waitFor(async () => {
      await offlineCopies.flush()
      expect([...storage.copies.values()].map(({ json }) => json)).toEqual(['[]', '[]'])
    })
    offlineCopies.keepIn(null)
  })

  test('says that a refused change was not made', async () => {
    all = [notificationOf(1)]
    unread = 1
    changed(true)
    page()
    serve(markAllNotificationsRead, apiError('server.unavailable'))
    const list = await screen.findByRole('list', { name: 'Notifications' })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    await waitFor(() => expect(within(list).getByRole('listitem')).toHaveTextContent('unread'))
  })

  test('offers another try if they did not load, and says when there are none', async () => {
    serve(listNotifications, apiError('server.error'))
    page()
    expect(await screen.findByText('Your notifications did not load')).toBeVisible()
    serve(listNotifications, [])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No notifications yet')).toBeVisible()
  })
})

/** What the page has shown once stays shown, so each one is younger than those of earlier tests. */
let minutes = 0

describe('In the desktop app [D37]', () => {
  let hasFocus: boolean
  let preferences: NotificationPreferences
  let number: number

  beforeEach(() => {
    hasFocus = false
    preferences = preferencesOf()
    number = 0
    serve(readPreferences, () => preferences)
    vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  })

  /** A notification arrives, and then another one that is always shown. Returns what the computer showed. */
  async function shown(): Promise<unknown[]> {
    const app = new FakeDesktop({ notify: () => undefined, setBadge: () => undefined })
    vi.stubGlobal('wheelhouse', app.bridge)
    const lists = serve(listNotifications, () => all)
    const arrives = async (more: Partial<Notification>) => {
      number += 1
      minutes += 1
      const created_at = new Date(Date.now() + minutes * 60_000).toISOString()
      all = [notificationOf(number, { created_at, ...more })]
      const before = lists.length
      changed(true)
      await waitFor(() => expect(lists.length).toBeGreaterThan(before))
      await settled()
      await settled()
    }
    await arrives({})
    hasFocus = false
    preferences = preferencesOf()
    await arrives({ kind: 'assignment' })
    await waitFor(() => expect(JSON.stringify(app.callsOn('notify'))).toContain('assigned'))
    return app.callsOn('notify')
  }
  const assigned = { title: 'Tom Reyes assigned you Invoice', body: '', path: '/tasks/42?comment=5' }
  const mentioned = { title: 'Tom Reyes mentioned you in Invoice', body: '', path: '/tasks/41?comment=5' }

  test('what arrives while somebody looks elsewhere is shown by the computer, each once', async () => {
    expect(await shown()).toEqual([mentioned, assigned])
  })

  test('the icon of the app has the number of unread ones, until they are read', () => {
    const app = new FakeDesktop({ setBadge: () => undefined })
    vi.stubGlobal('wheelhouse', app.bridge)
    for (const unread of [3, 0]) act(() => useUnread.setState({ unread }))
    expect(app.callsOn('setBadge').filter((count, at, all) => count !== all[at - 1])).toEqual([3, 0])
  })

  test.each([
    ['who looks at the page sees the bell', () => ({ focus: true, asked: preferencesOf() })],
    ['quiet hours are kept', () => ({ focus: false, asked: preferencesOf({ quiet: aroundNow() }) })],
    ['what is off is not shown', () => ({ focus: false, asked: withoutPush() })],
  ])('%s', async (_, at) => {
    const { focus, asked } = at()
    hasFocus = focus
    preferences = asked
    expect(await shown()).toEqual([assigned])
  })

  /** Two hours around now, in UTC. */
  function aroundNow() {
    const time = (at: number) => new Date(at).toISOString().slice(11, 16)
    return { from: time(Date.now() - 3_600_000), to: time(Date.now() + 3_600_000) }
  }
  function withoutPush() {
    const { kinds } = preferencesOf()
    return preferencesOf({ kinds: { ...kinds, mention: { in_app: true, push: false, mail: true } } })
  }
})

test('The command palette offers what the page does: showing only unread ones and marking all as read', async () => {
  all = [notificationOf(1)]
  unread = 1
  changed(true)
  page()
  await screen.findByRole('list', { name: 'Notifications' })
  await vi.waitFor(() => expect(offeredActions()).toContain('Mark all as read'))
  expectButtonsInPalette({ '1 unread notification': 'opens what the page shows' })
})
