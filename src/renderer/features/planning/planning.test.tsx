import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { explainPlan, getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { updateTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { ScheduleView } from './parts'
import { today } from './store'

withServer()
withEnglish('planning')

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
  serve(organisationInfo, detailOf({ all_users: [maya] }))
  serve(getSchedule, items)
  serve(explainPlan, fine)
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

function open() {
  const page = (
    <>
      <ScheduleView />
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

  test('says that nobody works then', async () => {
    serve(getSchedule, [])
    open()
    expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
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
})
