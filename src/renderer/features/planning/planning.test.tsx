import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { explainPlan, getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { readWorkingHours, setWorkingHours } from '#shared/contract/schedule/endpoints'
import { createTask, tasksByIds, updateTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { branchOf, detailOf, organisationOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useOrganisations } from '../organisations/store'
import { profile } from '../profile/feature'
import { tasks } from '../tasks/feature'
import { cardOf, taskOf } from '../tasks/test-tasks'
import { ScheduleChoice, ScheduleView } from './parts'
import { today, useSchedule } from './store'
import { hourHeight } from './wall'

withServer()
withEnglish('planning', 'profile', 'tasks')

const fine = { late: [], unplaced: [], clashes: [], moves: [] }

function itemOf(type: ScheduleItem['type'], from: string, to: string, more: Partial<ScheduleItem> = {}): ScheduleItem {
  return {
    ...{ id: `${type}.${from}`, user_id: 7, type, title: '', total_duration: 60, timezone: 'UTC' },
    ...{ start: `${today()}T${from}:00.000Z`, end: `${today()}T${to}:00.000Z` },
    ...{ fixed_start_time: null, start_after_time: null, task_id: null, task_chunk_part: null, task_chunk_count: null },
    ...{ task_deadline_crossedby: 0, color: '#DCECF8', borderColor: '#2F7DB8', is_busy: false, color_index: 0 },
    ...more,
  }
}
const task = { task_chunk_part: 1, task_chunk_count: 1 }
const items = () => [
  itemOf('working_hours', '09:00', '17:00'),
  itemOf('break', '12:00', '13:00'),
  itemOf('task', '09:00', '10:00', { ...task, task_id: 5, title: 'Full service' }),
  itemOf('task', '10:00', '11:00', task),
]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  const maya = {
    ...{ user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null },
    ...{ org_role: 'owner' as const, role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
  }
  const tom = { ...maya, user_id: 8, user_displayname: 'Tom Reyes', org_role: 'member' as const }
  serve(organisationInfo, detailOf({ all_users: [maya, tom] }))
  serve(getSchedule, items)
  serve(explainPlan, fine)
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

function open(view = <ScheduleView />) {
  const page = (
    <>
      {view}
      <Toaster label="Notifications" closeLabel="Close" />
    </>
  )
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
}

describe('The schedule on screen [3.10a]', () => {
  test('shows tasks, breaks, and that somebody is busy with what the reader may not see', async () => {
    const { container } = open()
    expect(await screen.findByRole('button', { name: /^Full service ?9 AM to 10 AM$/ })).toBeVisible()
    expect(screen.getByText('Busy')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Busy/ })).toBeNull()
    expect(screen.getByText('Break')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('begins a little above the line of now', async () => {
    open()
    await screen.findByRole('button', { name: /^Full service/ })
    const now = new Date()
    const above = (now.getUTCHours() + now.getUTCMinutes() / 60 - 1.5 - 7) * hourHeight
    const { scrollTop } = screen.getByRole('region', { name: 'Hours of the day' })
    expect(Math.abs(scrollTop - Math.max(0, above))).toBeLessThan(3)
  })

  test('says that nobody works then', async () => {
    serve(getSchedule, [])
    open()
    expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
  })

  test('that does not match its schema is ignored, and the reader is told [5.4b]', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    serve(getSchedule, [itemOf('task', '09:00', '10:00', { ...task, title: 'Without an end', end: 'later' })])
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The schedule did not load')
    expect(screen.queryByText('Without an end')).not.toBeInTheDocument()
    expect(log).toHaveBeenCalled()
    log.mockRestore()
  })

  test('that does not load says so instead of showing another day, and can be tried again', async () => {
    open()
    await screen.findByText('Busy')
    serve(getSchedule, apiError('server.error'))
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('The schedule did not load')
    serve(getSchedule, items)
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('region', { name: 'Hours of the day' })).toBeVisible()
  })

  test('says why a task was not moved, which stays where it was', async () => {
    const calls = serve(updateTasks, apiError('task.not_found'))
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Full service/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '15 minutes later' }))
    expect(await screen.findByText('The task was not changed')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ task_id: 5, fixed_start_time: `${today()}T09:15:00.000Z` })
    expect(screen.getByRole('button', { name: /^Full service ?9 AM to 10 AM$/ })).toBeVisible()
  })

  test('remembers on the device which item was open last, and marks it on the next visit [3.21]', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Full service/ }))
    await screen.findByRole('menuitem', { name: '15 minutes later' })
    const saved = JSON.parse(localStorage.getItem('app') ?? '{}')
    expect(saved.sidebar).toMatchObject({ selectedSidebar: 'schedule', selectedScheduleId: 'task.09:00' })
    cleanup()
    open()
    const [marked, ...others] = await screen.findAllByRole('button', { current: true })
    expect(marked).toHaveAccessibleName(/^Full service/)
    expect(others).toEqual([])
  })

  test('moves a task to another person and time by keys, which can be undone', async () => {
    useOrganisations.setState({ items: [organisationOf()], status: 'ready' })
    serve(tasksByIds, [taskOf(cardOf(5, 'Full service', { assignees: [7, 9] }))])
    const calls = serve(updateTasks, [])
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Full service/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move “Full service”' })
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Person' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Tom Reyes' }))
    fireEvent.change(within(dialog).getByLabelText('Begins at'), { target: { value: '14:00' } })
    const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('“Full service” is now Tom Reyes’s')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({
      ...{ task_id: 5, assignees: [8, 9], fixed_start_time: `${today()}T14:00:00.000Z` },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ task_id: 5, assignees: [7, 9], fixed_start_time: null }))
  })

  test('moves no task to others without the right to assign', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Full service/ }))
    expect(await screen.findByRole('menuitem', { name: '15 minutes later' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Move to …' })).toBeNull()
  })

  describe('takes new tasks', () => {
    const branch = branchOf(2, 'Harbourside')
    let created: Received[]
    beforeEach(() => {
      serve(listBranches, [branch])
      created = serve(createTask, ({ body }) => taskOf(cardOf(9, String(body.title), { branch_id: 2 })))
      for (const { fill } of tasks.slots ?? []) fill()
      useSchedule.setState({ people: [8], day: '2027-01-04' })
      const ofTom = itemOf('working_hours', '09:00', '17:00', { user_id: 8, timezone: 'Asia/Kolkata' })
      serve(getSchedule, () => [...items(), ofTom])
    })
    async function add(text: string) {
      await screen.findByRole('region', { name: 'Hours of the day' })
      await userEvent.click(screen.getByRole('button', { name: 'Add a task' }))
      const dialog = await screen.findByRole('dialog', { name: 'New task' })
      await userEvent.type(within(dialog).getByRole('textbox', { name: 'What is to be done?' }), text)
      return dialog
    }
    const create = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Create task' }))

    test('for the shown person, to be planned from the shown day on, or at a fixed time in their zone [D15]', async () => {
      useOrganisations.setState({ items: [organisationOf()], status: 'ready' })
      open()
      const dialog = await add('Rental fleet check')
      expect(within(dialog).getByRole('combobox', { name: 'Assigned' })).toHaveTextContent('Tom Reyes')
      expect(within(dialog).getByLabelText('Day')).toHaveValue('2027-01-04')
      expect(within(dialog).getByRole('region', { name: 'Understood' })).toHaveTextContent('Planned: 30 min')
      const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
      expect(violations.map(({ id }) => id)).toEqual([])
      await create(dialog)
      await waitFor(() => expect(created).toHaveLength(1))
      const ofTom = { assignees: [8], branch_id: 2 }
      expect(created[0]?.body).toMatchObject({
        ...{ ...ofTom, title: 'Rental fleet check', estimate_minutes: 30 },
        ...{ fixed_start_time: null, start_after_time: '2027-01-03T18:30:00.000Z' },
      })
      const again = await add('Call Halden 20 min')
      fireEvent.change(within(again).getByLabelText('Begins at'), { target: { value: '14:00' } })
      await create(again)
      await waitFor(() => expect(created).toHaveLength(2))
      expect(created[1]?.body).toMatchObject({
        ...{ ...ofTom, title: 'Call Halden', estimate_minutes: 20 },
        ...{ fixed_start_time: '2027-01-04T08:30:00.000Z', start_after_time: null },
      })
      // Whoever the line names does it.
      const other = await add('Open the counter @maya')
      expect(within(other).getByRole('combobox', { name: 'Assigned' })).toHaveTextContent('Maya Okafor')
      await create(other)
      await waitFor(() => expect(created[2]?.body).toMatchObject({ assignees: [7], title: 'Open the counter' }))
    })

    test('for oneself, without the right to assign', async () => {
      useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
      open()
      const dialog = await add('Sweep bay 2')
      expect(within(dialog).queryByRole('combobox', { name: 'Assigned' })).toBeNull()
      await create(dialog)
      await waitFor(() => expect(created[0]?.body).toMatchObject({ assignees: [7], title: 'Sweep bay 2' }))
    })
  })

  test('is beside the working hours and breaks, which can be changed there [D15]', async () => {
    const hours = { user_id: 7, timezone: 'UTC', days: [{ weekday: 1, from: '09:00', to: '17:00', breaks: [] }] }
    serve(readWorkingHours, { ...hours, is_default: true })
    const calls = serve(setWorkingHours, { ...hours, is_default: false })
    for (const { fill } of profile.slots ?? []) fill()
    open(<ScheduleChoice />)
    await userEvent.click(await screen.findByRole('button', { name: 'Working hours and breaks' }))
    const dialog = await screen.findByRole('dialog', { name: 'Working hours and breaks' })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Change working hours' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Monday: add a break' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ days: [{ breaks: [expect.anything()] }] }))
  })

  test('leads those who may manage people to the working hours of others, and nobody else [D15]', async () => {
    const of = (user_id: number) => ({
      ...{ user_id, timezone: 'UTC', is_default: true },
      days: [{ weekday: 1, from: '09:00', to: user_id === 8 ? '13:00' : '17:00', breaks: [] }],
    })
    serve(readWorkingHours, ({ body }) => of(Number(body.for_user_id ?? 7)))
    const calls = serve(setWorkingHours, of(8))
    serve(getSchedule, [])
    for (const { fill } of profile.slots ?? []) fill()
    useSchedule.setState({ people: [7, 8] })
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    const member = open()
    await screen.findByRole('heading', { name: 'Nothing here' })
    expect(screen.queryByRole('button', { name: /^Working hours of/ })).toBeNull()
    member.unmount()

    useOrganisations.setState({ items: [organisationOf()], status: 'ready' })
    serve(getSchedule, () => [...items(), itemOf('working_hours', '09:00', '13:00', { user_id: 8 })])
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Working hours of Tom Reyes' }))
    expect(screen.queryByRole('button', { name: 'Working hours of Maya Okafor' })).toBeNull()
    const dialog = await screen.findByRole('dialog', { name: 'Working hours of Tom Reyes' })
    expect(await within(dialog).findByText('9 AM to 1 PM')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change working hours' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Monday: add a break' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ for_user_id: 8, days: [{ to: '13:00' }] }))
  })
})
