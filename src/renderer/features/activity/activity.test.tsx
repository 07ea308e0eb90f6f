import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAccessRequests } from '#shared/contract/access/endpoints'
import { type ActivityItem, listActivity, readActivityDay } from '#shared/contract/activity/endpoints'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { branchOf, detailOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { PageOf, type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { listedKeys } from '../../ui/local-keys'
import { notificationOf } from '../notifications/test-notifications'
import { cardOf } from '../tasks/test-tasks'
import { ActivityPage } from './page'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }))

withServer()
withEnglish('activity', 'jobs', 'tasks')

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const member = { org_role: 'member' as const, role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' }
const at = '2026-11-20T14:04:00.000Z'
const ofTask = { task_id: 4, title: 'Brake <b>bleed</b>', branch_id: 1, branch_name: 'Main' }

const comment = (comment_id: number, text: string): ActivityItem => ({
  kind: 'comment',
  key: `comment.${comment_id}`,
  at,
  actor: tom,
  ...ofTask,
  comment_id,
  comment: text,
})
const everything: ActivityItem[] = [
  comment(1, 'Rider asked for **4:30**.'),
  { kind: 'task', key: 'task-status.2', id: 2, at, actor: tom, ...ofTask, from: 'todo', to: 'done' },
  { kind: 'task', key: 'task.4', id: 4, at, actor: tom, ...ofTask, from: null, to: null },
  {
    kind: 'log',
    key: 'log.9',
    id: 9,
    at,
    actor: null,
    doc_id: 3,
    doc_name: 'Bay log',
    title: 'Bay 2 is free',
    content: '**Bay** 2 is free. Ticket 4182 waits.',
    frame_ids: [],
    labels: [{ graph_id: 1, label: 0, text: 'Bay free' }],
    instruction_id: 5,
    job_name: 'Bay watch',
  },
  {
    kind: 'run',
    key: 'run.6',
    id: 6,
    at,
    actor: tom,
    instruction_id: 5,
    name: 'Yard gate',
    status: 'failed',
    reason: 'no_picture',
    logs: 0,
  },
  { kind: 'membership', key: 'membership.7', id: 7, at, actor: tom, change: 'joined', person: tom, org_role: null },
  { kind: 'capture', key: 'capture.8', id: 8, at, actor: tom, user_id: 8, is_start: true },
  {
    kind: 'access',
    key: 'access-document.10',
    id: 10,
    at,
    actor: tom,
    change: 'granted',
    subject: { kind: 'document', id: 3 },
    name: 'Bay log',
    grantee: 'Front desk',
    level: 'viewer',
  },
]

let items: ActivityItem[]
let calls: Received[]
let environment: FakeEnvironment
let stops: (() => void)[]
let seq: number

beforeEach(async () => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  items = everything
  calls = serve(listActivity, () => items)
  serve(readActivityDay, {
    kinds: [
      { kind: 'log', count: 2 },
      { kind: 'comment', count: 1 },
    ],
    hours: [{ at, count: 3 }],
    people: [{ user_id: 8, count: 3 }],
    branches: [{ branch_id: 1, count: 2 }],
  })
  serve(listBranches, [branchOf(1, 'Main'), branchOf(2, 'Old Market')])
  serve(organisationInfo, () =>
    detailOf({
      all_users: [
        { ...tom, ...member },
        { ...tom, ...member, user_id: 7, user_displayname: 'Maya Okafor' },
      ],
    }),
  )
  serve(listMyTasks, [])
  serve(listNotifications, [])
  serve(listAccessRequests, [])
  environment = new FakeEnvironment()
  stops = [startLive(environment), startShortcuts()]
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
  seq = 10
})
afterEach(() => {
  cleanup()
  for (const stop of stops) stop()
  endSession()
})

function emit(change: unknown): void {
  seq += 1
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: 8, at, change }))
}

const open = (search = '') => renderPage(<ActivityPage />, { path: '/activity', search })
const articles = () => screen.getAllByRole('article')

describe('The page Activity [2.9, D16]', () => {
  test('says what happened and links to the thing, with its evidence', async () => {
    const { container } = open()
    await screen.findByRole('feed', { name: 'Activity' })
    const rows = articles().map(article => [
      within(article).getAllByRole('paragraph')[0]?.textContent,
      within(article).getAllByRole('link')[0]?.getAttribute('href'),
    ])
    const time = ' 2:04 PM'
    expect(rows).toEqual([
      [`Tom Reyes commented on Brake <b>bleed</b>${time}`, '#/tasks/4'],
      [`Tom Reyes moved Brake <b>bleed</b> from To do to Done${time}`, '#/tasks/4'],
      [`Tom Reyes added the task Brake <b>bleed</b>${time}`, '#/tasks/4'],
      [`Mate added a log to Bay log, by the job Bay watch${time}`, '#/docs/3?log=9'],
      [`Job Yard gate could not run: No picture arrived${time}`, '#/jobs/5'],
      [`Tom Reyes joined${time}`, '#/activity#org'],
      [`Tom Reyes started sharing their screen${time}`, '#/feed?source=screen.8'],
      [`Tom Reyes gave Front desk access to Bay log${time}`, '#/docs/3'],
    ])
    expect(screen.getByText('Rider asked for 4:30.')).toBeVisible()
    // The title is not said again below itself [D45].
    expect(screen.getByText('Bay 2 is free')).toBeVisible()
    expect(screen.getByText('Ticket 4182 waits.')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Labels' })).toHaveTextContent('Bay free')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('loads page by page; the first one has number 0 and replaces the list [4.9]', async () => {
    calls = serve(listActivity, ({ body }) =>
      body.cursor ? new PageOf([comment(1, 'One'), comment(2, 'Two')], null) : new PageOf([comment(1, 'One')], 'next'),
    )
    open()
    await screen.findByText('One')
    await userEvent.click(screen.getByRole('button', { name: 'Earlier activity' }))
    expect(await screen.findByText('Two')).toBeVisible()
    expect(articles()).toHaveLength(2)
    expect(calls.map(({ body }) => [body.page_id, body.cursor])).toEqual([
      [0, undefined],
      [1, 'next'],
    ])
  })

  test('holds back what is new behind a button that says how much it is', async () => {
    open()
    await screen.findByRole('feed')
    items = [comment(20, 'Now'), comment(21, 'And now'), ...everything]
    emit({ kind: 'comment.changed', task_id: 4, comment_id: 20 })
    const fresh = await screen.findByRole('button', { name: '2 new updates' })
    expect(articles()).toHaveLength(8)
    await userEvent.click(fresh)
    expect(await screen.findByText('And now')).toBeVisible()
    expect(articles()).toHaveLength(10)
    expect(screen.queryByRole('button', { name: '2 new updates' })).toBeNull()
  })

  test('shows what is new at once where nothing was', async () => {
    items = []
    open()
    expect(await screen.findByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible()
    items = [comment(20, 'First')]
    emit({ kind: 'comment.changed', task_id: 4, comment_id: 20 })
    expect(await screen.findByText('First')).toBeVisible()
  })

  test('keeps its filters in the address and counts the day beside them', async () => {
    const { router } = open('?show=tasks&person=8&branch=2&on=2026-11-20')
    await screen.findByRole('feed')
    expect(calls[0]?.body).toMatchObject({
      kinds: ['task', 'comment'],
      by_user_id: 8,
      branch_id: 2,
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    })
    const show = await screen.findByRole('region', { name: 'Show' })
    expect(await within(show).findByRole('button', { name: 'Logbooks 2' })).toBeVisible()
    await userEvent.click(within(show).getByRole('button', { name: 'Everything 3' }))
    expect(router.state.location.search).toBe('?person=8&branch=2&on=2026-11-20')
    await userEvent.click(await screen.findByRole('button', { name: 'Tom Reyes 3' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(calls.at(-1)?.body.by_user_id).toBeUndefined())
  })

  test('moves with j and k and opens with Enter', async () => {
    open()
    await screen.findByRole('feed')
    await userEvent.keyboard('j')
    await waitFor(() => expect(articles()[0]).toHaveFocus())
    await userEvent.keyboard('jjk')
    await waitFor(() => expect(articles()[1]).toHaveFocus())
    expect(listedKeys().map(({ group }) => group)).toContain('entries')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('status', { name: 'Elsewhere' })).toHaveTextContent('/tasks/4')
  })

  test('says that it is part of a paid plan where it is not [2.14]', async () => {
    serve(listActivity, apiError('plan.required'))
    serve(readActivityDay, apiError('plan.required'))
    open()
    expect(await screen.findByRole('heading', { name: 'Activity is part of a paid plan' })).toBeVisible()
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('says that it did not load and tries again', async () => {
    serve(listActivity, apiError('server.error'))
    open()
    expect(await screen.findByRole('heading', { name: 'The activity did not load' })).toBeVisible()
    serve(listActivity, [comment(1, 'There it is')])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('There it is')).toBeVisible()
  })

  test('says that nothing matches the filters', async () => {
    items = []
    const { router } = open('?show=jobs')
    expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    const [clear] = screen.getAllByRole('button', { name: 'Clear filter' })
    if (clear) await userEvent.click(clear)
    expect(router.state.location.search).toBe('')
  })
})

describe('Beside the feed of activity [D16]', () => {
  const side = async () => within(await screen.findByRole('complementary', { name: 'The day in short' }))

  test('spaces and people have the numbers of their day', async () => {
    open()
    const filters = within(await screen.findByRole('complementary', { name: 'Filters' }))
    expect(await filters.findByRole('button', { name: 'Tom Reyes 3' })).toBeVisible()
    expect(filters.getByRole('button', { name: 'Main 2' })).toBeVisible()
    expect(filters.getByRole('button', { name: 'Old Market' })).toBeVisible()
    expect(filters.getByRole('button', { name: 'Maya Okafor' })).toBeVisible()
  })

  test('the day is told in sentences that say its numbers and nothing else', async () => {
    serve(readActivityDay, {
      kinds: [
        { kind: 'comment', count: 1 },
        { kind: 'log', count: 12 },
      ],
      hours: [
        { at, count: 4 },
        { at: '2026-11-20T15:00:00.000Z', count: 9 },
      ],
      people: [
        { user_id: 8, count: 5 },
        { user_id: 7, count: 5 },
      ],
      branches: [
        { branch_id: 2, count: 9 },
        { branch_id: 1, count: 2 },
      ],
    })
    open()
    const told =
      '12 logs and 1 comment. Most happened in the hour from 3:00 PM: 9. Old Market had the most of all spaces: 9.'
    expect(await (await side()).findByText(told)).toBeVisible()
  })

  test('lists what waits for the person, and only that', async () => {
    const late = cardOf(4, 'Sign off the quote', { deadline: '2026-01-05T09:00:00.000Z', assignees: [7] })
    const later = cardOf(5, 'Next year', { deadline: '2999-01-05T09:00:00.000Z', assignees: [7] })
    serve(listMyTasks, [late, later, cardOf(6, 'Some day')])
    serve(listNotifications, [
      notificationOf(1, {
        kind: 'mention',
        data: { title: 'Collections', count: 0, deadline: null, late_minutes: 0 },
        actor: tom,
      }),
      notificationOf(2, { kind: 'message' }),
    ])
    serve(listAccessRequests, [{ kind: 'document', id: 3, name: 'Loan log', user: tom, note: '', asked_at: at }])
    const { container } = open()
    const waiting = within(await (await side()).findByRole('region', { name: 'Waiting for you' }))
    const links = () =>
      waiting
        .getAllByRole('link')
        .map(link => [link.textContent?.replace(/(Due|Asked|you).*/, '$1'), link.getAttribute('href')])
    await waitFor(() =>
      expect(links()).toEqual([
        ['Sign off the quoteDue', '#/tasks/4'],
        ['CollectionsTom Reyes mentioned you', expect.stringMatching(/^#\//)],
        ['Tom Reyes asks to see Loan logAsked', '#/requests'],
      ]),
    )
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })
})

test('The command palette offers what the page does: every filter, the day, and clearing the filters', async () => {
  open('?show=logs')
  await screen.findByRole('feed')
  expect(screen.getByText('Clear filter')).toBeVisible()
  expectButtonsInPalette({ 'Earlier activity': 'loads as it comes into sight' })
  expect(offeredActions()).toEqual(expect.arrayContaining(['Clear filter', 'Day', 'Show: Tasks and comments']))
})
