import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
import { ManualClock, settled } from '../../platform/test-environment'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useDirectory } from '../organisations/store'
import { rereadPlans } from './last-read'
import { today, useSchedule } from './store'

withServer()

const maya = {
  ...{ user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: 'maya@b.example' },
  ...{ org_role: 'owner' as const, role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
}
const serviceOf = (user_id: number, title: string): ScheduleItem => ({
  ...{ id: `task.${user_id}`, user_id, type: 'task', title, total_duration: 60, timezone: 'UTC', task_id: 5 },
  ...{ start: `${today()}T09:00:00.000Z`, end: `${today()}T10:00:00.000Z`, fixed_start_time: null, is_busy: false },
  ...{ start_after_time: null, task_chunk_part: 1, task_chunk_count: 1, task_deadline_crossedby: 0 },
  ...{ color: '#DCECF8', borderColor: '#2F7DB8', color_index: 0 },
})
const fine = { late: [], unplaced: [], clashes: [], moves: [] }
const late = { task_id: 5, title: 'Full service', user_id: 7, minutes: 20, because: [] }

let storage: MemoryCopies
let clock: ManualClock

beforeEach(() => {
  storage = new MemoryCopies()
  clock = new ManualClock()
  offlineCopies.keepIn(storage, clock)
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(organisationInfo, detailOf({ all_users: [maya, { ...maya, user_id: 8, user_displayname: 'Tom Reyes' }] }))
  serve(getSchedule, ({ body }) => (body.for_user_ids as number[]).map(id => serviceOf(id, 'Full service')))
  serve(explainPlan, { ...fine, late: [late] })
})
afterEach(() => {
  endSession()
  localStorage.clear()
  offlineCopies.keepIn(null)
})

const schedule = () => useSchedule.getState()
const titles = () => schedule().items.map(({ title }) => title)
const shown = () => Object.keys(useCopiesShown.getState().shown)
const copyName = `schedule.${today()}.${today()}.7`

function away(): void {
  const gone = () => Response.error()
  serve(getSchedule, gone)
  serve(explainPlan, gone)
  serve(organisationInfo, gone)
}

/** Reads the own schedule, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await schedule().load()
  await settled()
  await offlineCopies.flush()
  resetOrganisation()
  away()
}

describe('The schedule of a day that was read', () => {
  test('stays readable without the server with the names of its people, and the strip says from when', async () => {
    await readThenReload()
    await schedule().load()
    expect(schedule()).toMatchObject({ status: 'ready', failure: null, report: { late: [{ minutes: 20 }] } })
    expect(titles()).toEqual(['Full service'])
    expect(schedule().names).toEqual({ 7: 'Maya Okafor' })
    expect(useDirectory.getState().items).toEqual([])
    expect(shown()).toEqual([copyName])
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('maya@b.example')
    schedule().leave()
    expect(shown()).toEqual([])
  })

  test('is not shown as that of another day or another person, which were not read', async () => {
    await readThenReload()
    await schedule().load()
    schedule().showOnly(8)
    await settled()
    expect(schedule()).toMatchObject({ status: 'failed', items: [] })
    expect(shown()).toEqual([])
    schedule().showOnly(7)
    await settled()
    expect(titles()).toEqual(['Full service'])
    expect(shown()).toEqual([copyName])
    schedule().show({ day: '2026-01-01' })
    await settled()
    expect(schedule()).toMatchObject({ status: 'failed', items: [] })
  })

  test('is shown while its answer takes long, and replaced by it', async () => {
    await schedule().load()
    await settled()
    await offlineCopies.flush()
    resetOrganisation()
    let answer = () => {}
    const silence = new Promise<void>(resolve => {
      answer = resolve
    })
    serve(getSchedule, async () => {
      await silence
      return [serviceOf(7, 'Wheel trued')]
    })
    const loading = schedule().load()
    await settled()
    expect(titles()).toEqual([])
    await clock.pass(100)
    await settled()
    expect(titles()).toEqual(['Full service'])
    expect(shown()).toEqual([copyName])
    answer()
    await loading
    expect(titles()).toEqual(['Wheel trued'])
    expect(shown()).toEqual([])
  })

  test('leaves the screen and the device when the server refuses it', async () => {
    await readThenReload()
    await schedule().load()
    resetOrganisation()
    serve(getSchedule, apiError('person.not_found'))
    await schedule().load()
    expect(schedule()).toMatchObject({ status: 'failed', items: [] })
    expect(storage.names).not.toContain(`7.3 ${copyName}`)
  })

  test('is read anew where access may have changed, also when no page shows it, and is gone if it is refused', async () => {
    await readThenReload()
    serve(organisationInfo, detailOf({ all_users: [maya] }))
    serve(explainPlan, fine)
    serve(getSchedule, [serviceOf(7, '')])
    await rereadPlans()
    await offlineCopies.flush()
    const [copy] = [...storage.copies.values()]
    expect(JSON.parse(copy?.json ?? '')).toMatchObject([
      { people: [{ user_id: 7, name: 'Maya Okafor' }], items: [{ title: '' }], report: fine },
    ])
    serve(getSchedule, apiError('person.not_found'))
    await rereadPlans()
    expect(storage.names).toEqual([])
  })
})
