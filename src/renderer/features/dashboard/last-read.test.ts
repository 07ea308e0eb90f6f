import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { explainPlan, getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { detailOf } from '../../platform/test-cast'
import { MemoryCopies } from '../../platform/test-copies'
import { settled } from '../../platform/test-environment'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { rereadDashboard } from './store'
import { useTeam } from './team'

withServer()

const today = '2026-11-20'
const everybody = { spaces: null, today, isChosen: false }
const tom = {
  ...{ user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: 'tom@b.example' },
  ...{ org_role: 'member' as const, role_ids: [], branch_ids: [2], joined_at: '2026-10-01T09:00:00.000Z' },
}
const brakes: ScheduleItem = {
  ...{ id: 'task', user_id: 8, type: 'task', title: 'Bleed the brakes', total_duration: 60, timezone: 'UTC' },
  ...{ start: `${today}T09:00:00.000Z`, end: `${today}T10:00:00.000Z`, fixed_start_time: null, is_busy: false },
  ...{ start_after_time: null, task_id: null, task_chunk_part: 1, task_chunk_count: 1, task_deadline_crossedby: 0 },
  ...{ color: '', borderColor: '', color_index: 0 },
}
const report = { late: [], unplaced: [], clashes: [], moves: [] }
const late = { task_id: 4, title: 'Rims', user_id: 8, minutes: 95, because: [] }

let storage: MemoryCopies

beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(organisationInfo, detailOf({ all_users: [tom] }))
  serve(getSchedule, [brakes])
  serve(explainPlan, { ...report, late: [late] })
})
afterEach(() => {
  endSession()
  localStorage.clear()
  offlineCopies.keepIn(null)
})

const team = () => useTeam.getState()
const shown = () => Object.keys(useCopiesShown.getState().shown)

/** Reads the plans of today, then simulates a reload without a server. */
async function readThenReload(query = everybody): Promise<void> {
  await team().search(query)
  await offlineCopies.flush()
  resetOrganisation()
  for (const endpoint of [getSchedule, explainPlan, organisationInfo]) serve(endpoint, () => Response.error())
}

describe('The planned day beside the numbers', () => {
  test('stays readable without the server with the names of its people, and the strip says from when', async () => {
    await readThenReload()
    await team().search(everybody)
    expect(team().items).toEqual([
      { people: [{ user_id: 8, name: 'Tom Reyes' }], items: [brakes], late: [late], to: '2026-11-21' },
    ])
    expect(shown()).toEqual(['dashboard.team'])
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('tom@b.example')
  })

  test('is not shown once it is over, because it would say that nobody works', async () => {
    await readThenReload()
    await team().search({ ...everybody, today: '2026-11-22' })
    expect(team()).toMatchObject({ status: 'failed', items: [] })
    expect(shown()).toEqual([])
  })

  test('is copied for the spaces that are shown by themselves, not for one that is chosen', async () => {
    await readThenReload({ ...everybody, isChosen: true })
    expect(storage.names).toEqual([])
    await team().search(everybody)
    expect(team()).toMatchObject({ status: 'failed', items: [] })
  })

  test('is read anew where access may have changed, and leaves the device when the server refuses it', async () => {
    serve(readDashboard, () => Response.error())
    await readThenReload()
    serve(getSchedule, [{ ...brakes, title: '' }])
    serve(explainPlan, report)
    rereadDashboard()
    await settled()
    await offlineCopies.flush()
    const [copy] = [...storage.copies.values()]
    expect(JSON.parse(copy?.json ?? '')).toMatchObject([{ items: [{ title: '' }], late: [] }])
    serve(getSchedule, apiError('person.not_found'))
    rereadDashboard()
    await settled()
    expect(storage.names).toEqual([])
  })
})
