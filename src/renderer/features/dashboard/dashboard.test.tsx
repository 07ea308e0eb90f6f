import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dashboard, listDashboard, readDashboard } from '#shared/contract/dashboard/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { explainPlan, getSchedule, type PlanReport, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { branchOf, detailOf, organisationOf } from '../../platform/test-cast'
import { FakeEnvironment, ManualClock, settled } from '../../platform/test-environment'
import { expectMenuInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { useDirectory, useOrganisations } from '../organisations/store'
import { useSchedule } from '../planning/store'
import { DashboardPage } from './page'

// jsdom has no canvas.
vi.mock('../graphs/drawing', () => ({
  draw: () => ({ show: () => undefined, seriesAt: () => null, resize: () => undefined, dispose: () => undefined }),
}))
withServer()
withEnglish('dashboard', 'jobs', 'sources')

const starts = Array.from({ length: 24 }, (_, hour) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`)
const nine = (count: number) => starts.map((_, hour) => (hour === 9 ? count : 0))
const at = '2026-11-20T09:30:00.000Z'
const tileOf = (name: string, total: number, before = 0) => ({
  name,
  total,
  before,
  branches: [{ branch_id: 1, counts: nine(total) }],
  parents: [],
})
const entry = (id: number, title: string, detail: string | null = null, parent_id: number | null = null) => ({
  ...{ id, at, title, detail, parent_id },
})
const listOf = (name: string, needs_attention: boolean, ...entries: ReturnType<typeof entry>[]) => ({
  ...{ name, needs_attention, total: entries.length, entries },
})

const answer: Dashboard = {
  from: starts[0] ?? '',
  to: '2026-11-21T00:00:00.000Z',
  before: { from: '2026-11-19T00:00:00.000Z', to: '2026-11-19T10:00:00.000Z' },
  starts,
  tiles: [
    { ...tileOf('logs_written', 41, 30), parents: [{ parent_id: 3, name: 'Bay log', counts: nine(41) }] },
    tileOf('tasks_done', 10),
    tileOf('tasks_created', 7),
    tileOf('runs_failed', 2),
    tileOf('of_a_newer_server', 5),
  ],
  lists: [
    listOf('tasks_late', true, entry(4, 'Refund', 'Harbourside')),
    listOf('jobs_failing', true, entry(5, 'Yard gate', 'no_picture')),
    listOf('logbooks_silent', true, entry(3, 'Gate log')),
    listOf('cameras_failing', true, entry(6, 'Rear yard', 'unreachable')),
    listOf('access_requested_document', true, entry(9, 'Tom Reyes', 'Wages', 8)),
    listOf('next_jobs', false, entry(7, 'Bay watch', 'Bay log')),
    listOf('sharing', false),
    listOf('of_a_newer_server', true, entry(1, 'Unknown')),
  ],
}

const person = (user_id: number, user_displayname: string, branch_ids: number[]) => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member' as const, role_ids: [1], branch_ids, joined_at: '2026-10-01T09:00:00.000Z' },
})
const nothingLate: PlanReport = { late: [], unplaced: [], clashes: [], moves: [] }

let calls: Received[]
let reports: Received[]
let environment: FakeEnvironment
let stop: () => void
let clock: ManualClock

beforeEach(async () => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  calls = serve(readDashboard, answer)
  serve(listBranches, [branchOf(1, 'Harbourside'), branchOf(2, 'Old Market')])
  serve(organisationInfo, detailOf({ all_users: [person(7, 'Maya Okafor', [1]), person(8, 'Tom Reyes', [2])] }))
  reports = serve(explainPlan, nothingLate)
  environment = new FakeEnvironment()
  clock = new ManualClock()
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
})

const open = (search = '') => renderPage(<DashboardPage clock={clock} />, { path: '/dashboard', search })
const attention = () => screen.findByRole('region', { name: 'Needs attention now' })

describe('The dashboard [1.9, 2.13]', () => {
  test('shows what needs attention first, then the numbers of the period; what it does not know is passed over', async () => {
    const { container } = open()
    const links = within(await attention()).getAllByRole('link')
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Yard gateNo picture arrived · Friday, November 20, 2026, 9:30 AM', '#/jobs/5'],
      ['Gate logSince Fri, Nov 20, 9:30 AM', '#/docs/3'],
      ['RefundDue Fri, Nov 20, 9:30 AM · Harbourside', '#/tasks/4'],
      ['Rear yardThe camera does not answer. Since Fri, Nov 20, 9:30 AM', '#/feed?source=camera.6'],
      ['Tom ReyesWages · Friday, November 20, 2026, 9:30 AM', '#/docs/9'],
    ])
    expect(screen.getByRole('button', { name: 'Logs written 41' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Tasks done 10/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Bay log, 8:00 AM: 41 logs' })).toBeVisible()
    expect(screen.getByText('Nobody shares a screen.')).toBeVisible()
    expect(screen.queryByText('Unknown')).toBeNull()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('names who is in and whose plan runs late; every name opens its schedule [D15]', async () => {
    const wall = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const planned = (type: ScheduleItem['type'], from: number, to: number, title = ''): ScheduleItem => ({
      ...{
        id: `${type}`,
        user_id: 8,
        type,
        title,
        total_duration: 60,
        timezone: 'UTC',
        start: wall(from),
        end: wall(to),
      },
      ...{ fixed_start_time: null, start_after_time: null, task_id: null, task_chunk_part: null, is_busy: false },
      ...{ task_chunk_count: null, task_deadline_crossedby: 0, color: '', borderColor: '', color_index: 0 },
    })
    serve(getSchedule, [planned('working_hours', -60, 90), planned('task', -30, 30, 'Bleed the brakes')])
    const late = { task_id: 4, title: 'Rims', user_id: 8, minutes: 95, because: [] }
    reports = serve(explainPlan, { ...nothingLate, late: [{ ...late, title: 'Pads', minutes: 20 }, late] })
    const { container, router } = open()
    const card = within(await screen.findByRole('region', { name: 'Who is in' }))
    expect(card.getByText('1 of 2')).toBeVisible()
    expect(card.getByRole('button')).toHaveTextContent(/^Tom Reyes Bleed the brakes, until \d/)
    const plans = within(screen.getByRole('region', { name: 'Plans that run late' }))
    expect(plans.getByRole('button')).toHaveTextContent('Tom Reyes 2 tasks, up to 1 h 35 min late')
    expect(await attention()).toHaveTextContent(/^Needs attention now6/)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(reports.map(({ body }) => body.for_user_ids)).toEqual([[7, 8]])
    await userEvent.click(screen.getByRole('button', { name: 'All spaces' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Old Market' }))
    await waitFor(() => expect(reports.at(-1)?.body.for_user_ids).toEqual([8]))
    await userEvent.click(card.getByRole('button'))
    expect(router.state.location.pathname).toBe('/home/schedule')
    expect(useSchedule.getState().people).toEqual([8])
  })

  test('says whose plans it looks at where there are more people than one answer has', async () => {
    serve(getSchedule, [])
    const people = Array.from({ length: 51 }, (_, index) => person(index + 100, `Person ${index + 100}`, []))
    open()
    const card = within(await screen.findByRole('region', { name: 'Who is in' }))
    expect(card.queryByText(/^Here and in late plans/)).toBeNull()
    act(() => useDirectory.setState({ items: people }))
    expect(await card.findByText('0 of 50')).toBeVisible()
    expect(card.getByText(/^Here and in late plans: the first 50 people by name\./)).toBeVisible()
  })

  test('opens the list of a number, which is part of the address', async () => {
    const lists = serve(listDashboard, [entry(9, 'Bay 2 free', 'Bay log', 3)])
    const { router } = open()
    await userEvent.click(await screen.findByRole('button', { name: /^Logs written/ }))
    const drawer = screen.getByRole('complementary', { name: 'Logs written' })
    expect(await within(drawer).findByRole('link', { name: /Bay 2 free/ })).toHaveAttribute('href', '#/docs/3?log=9')
    expect(router.state.location.search).toBe('?list=logs_written')
    await userEvent.click(screen.getByRole('button', { name: 'Bay log, 8:00 AM: 41 logs' }))
    await waitFor(() => expect(lists).toHaveLength(2))
    expect(Object.fromEntries(lists[1]?.query ?? [])).toMatchObject({
      name: 'logs_written',
      parent_id: '3',
      from: '2026-11-20T08:00:00.000Z',
      to: '2026-11-20T10:00:00.000Z',
    })
    await userEvent.click(screen.getByRole('button', { name: '30 in the period before, Logs written' }))
    await waitFor(() => expect(lists).toHaveLength(3))
    expect(Object.fromEntries(lists[2]?.query ?? [])).toMatchObject({ name: 'logs_written', ...answer.before })
    await userEvent.click(screen.getByRole('button', { name: 'From 41 logs' }))
    await waitFor(() => expect(lists).toHaveLength(4))
    expect(router.state.location.search).toBe('?list=logs_written')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(router.state.location.search).toBe('')
  })

  test('counts another period and one space', async () => {
    const { router } = open()
    await attention()
    await userEvent.click(screen.getByRole('radio', { name: '7 days' }))
    await userEvent.click(screen.getByRole('button', { name: 'All spaces' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Old Market' }))
    expect(router.state.location.search).toBe('?span=week&branch=2')
    await waitFor(() => expect(calls.at(-1)?.query.get('branch_ids')).toBe('[2]'))
    const period = calls.at(-1)?.query
    expect(Date.parse(period?.get('to') ?? '') - Date.parse(period?.get('from') ?? '')).toBe(7 * 24 * 3_600_000)
  })

  test('offers only their own spaces to those who do not see all [D2]', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    serve(listBranches, [branchOf(1, 'Harbourside'), branchOf(2, 'Old Market', { users: [{ user_id: 7 }] })])
    open()
    await attention()
    await userEvent.click(screen.getByRole('button', { name: 'My spaces' }))
    const choices = await screen.findAllByRole('menuitemradio')
    expect(choices.map(choice => choice.textContent)).toEqual(['My spaces', 'Old Market'])
  })

  test('counts anew a moment after changes, once for several', async () => {
    open()
    await attention()
    const change = { kind: 'task.removed', task_id: 1 }
    for (const seq of [11, 12, 13]) act(() => environment.latest.emit({ event: 'event', seq, actor_id: 8, at, change }))
    expect(calls).toHaveLength(1)
    await act(() => clock.pass(10_000))
    await waitFor(() => expect(calls).toHaveLength(2))
  })

  test('says that nothing needs attention', async () => {
    serve(readDashboard, { ...answer, lists: [] })
    open()
    expect(await attention()).toHaveTextContent('Nothing needs attention.')
  })

  test('says that it did not load and tries again', async () => {
    serve(readDashboard, apiError('server.error'))
    open()
    expect(await screen.findByRole('heading', { name: 'The dashboard did not load' })).toBeVisible()
    serve(readDashboard, answer)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await attention()).toBeVisible()
  })

  test('says that a list did not load or is empty', async () => {
    serve(listDashboard, apiError('server.error'))
    open('?list=tasks_late')
    expect(await screen.findByRole('heading', { name: 'The list did not load' })).toBeVisible()
    serve(listDashboard, [])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Nothing to list.')).toBeVisible()
  })
})

test('The command palette offers what the page does: period, space, table, and every list behind a number', async () => {
  open()
  await screen.findByRole('button', { name: /^Logs written/ })
  expect(offeredActions()).toEqual(
    expect.arrayContaining([
      ...['Logs written', 'Logs written, the period before', 'Show as table', 'Late tasks'],
      ...['Period: 7 days', 'Space: Old Market'],
    ]),
  )
  await expectMenuInPalette('All spaces')
})
