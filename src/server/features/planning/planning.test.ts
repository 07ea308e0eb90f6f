import { beforeEach, describe, expect, test } from 'vitest'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { explainPlan, getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTeam, refused, type Team } from '../tasks/test-tasks'

let team: Team
let maya: Actor
let tom: Actor
let lena: Actor
let zoe: Actor

/** It is Friday, 20 November 2026, nine o'clock; everybody works from nine to five with an hour at noon. */
beforeEach(async () => {
  team = await openTeam()
  ;({ maya, tom, lena, zoe } = team)
  for (const person of [maya, tom, lena]) await person.call(setWorkingHours, hours())
})

const hours = (more: { from?: string; to?: string } = {}, timezone = 'UTC') => ({
  timezone,
  days: [1, 2, 3, 4, 5].map(weekday => ({
    ...{ weekday, from: '09:00', to: '17:00', ...more },
    breaks: [{ from: '12:00', to: '13:00' }],
  })),
})

const wall = (item: ScheduleItem) => `${item.start.slice(5, 16)} ${item.end.slice(11, 16)}`
const lines = (items: readonly ScheduleItem[]) =>
  items.map(item => `${wall(item)} ${item.type === 'task' ? item.title : item.type}`)
const tasksOf = async (who: Actor, fields: Parameters<typeof callSchedule>[1] = {}) =>
  lines((await callSchedule(who, fields)).filter(item => item.type === 'task'))
const callSchedule = (
  who: Actor,
  fields: { for_user_id?: number; for_user_ids?: number[]; from?: string; to?: string } = {},
) => who.call(getSchedule, fields)

describe('A schedule [3.10a, 3.10b, 4.6b, D15]', () => {
  test('holds working hours, breaks, and tasks planned around them, in local wall times [5.4a]', async () => {
    await team.task('True the wheel', {
      assignees: [tom.user_id],
      estimate_minutes: 240,
      deadline: '2026-11-20T15:00:00.000Z',
    })
    const items = await callSchedule(tom, { from: '2026-11-20', to: '2026-11-20' })
    expect(lines(items)).toEqual([
      '11-20T09:00 17:00 working_hours',
      '11-20T12:00 13:00 break',
      '11-20T09:00 12:00 True the wheel',
      '11-20T13:00 14:00 True the wheel',
    ])
    expect(items.at(-1)).toMatchObject({
      ...{ user_id: tom.user_id, total_duration: 240, task_chunk_part: 2, task_chunk_count: 2 },
      ...{
        task_deadline_crossedby: 0,
        fixed_start_time: null,
        start_after_time: null,
        end: '2026-11-20T14:00:00.000Z',
      },
    })
  })

  test('is in the zone of the person, and follows new working hours at once', async () => {
    await team.task('Count the spokes', { assignees: [tom.user_id], estimate_minutes: 30 })
    await tom.call(setWorkingHours, hours({ from: '15:00', to: '22:00' }, 'Asia/Kolkata'))
    expect(await tasksOf(tom)).toEqual(['11-20T15:00 15:30 Count the spokes'])
  })

  test('shows fixed times, earliest starts, and by how much a deadline is crossed', async () => {
    await team.task('Rider comes', {
      assignees: [tom.user_id],
      estimate_minutes: 60,
      fixed_start_time: '2026-11-20T09:30:00.000Z',
    })
    await team.task('Brake bleed', {
      ...{ assignees: [tom.user_id], estimate_minutes: 45, deadline: '2026-11-20T11:00:00.000Z' },
      start_after_time: '2026-11-20T10:00:00.000Z',
    })
    const items = (await callSchedule(tom)).filter(item => item.type === 'task')
    expect(lines(items)).toEqual(['11-20T09:30 10:30 Rider comes', '11-20T10:30 11:15 Brake bleed'])
    expect(items.map(item => [item.fixed_start_time, item.start_after_time, item.task_deadline_crossedby])).toEqual([
      ['2026-11-20T09:30:00.000Z', null, 0],
      [null, '2026-11-20T10:00:00.000Z', 15],
    ])
  })

  test('leaves out what is done, archived, without an estimate or of nobody', async () => {
    const done = await team.task('Done', { assignees: [tom.user_id], estimate_minutes: 30 })
    await team.changes(tom, done.id, { status: 'done' })
    const old = await team.task('Old', { assignees: [tom.user_id], estimate_minutes: 30 })
    await team.changes(tom, old.id, { archived: true })
    await team.task('Some day', { assignees: [tom.user_id] })
    await team.task('Nobody', { estimate_minutes: 30 })
    expect(await tasksOf(tom)).toEqual([])
  })

  test('waits for what others do first', async () => {
    const first = await team.task('Order rims', { assignees: [lena.user_id], estimate_minutes: 90 }, maya)
    await team.task('Build wheel', { assignees: [tom.user_id], estimate_minutes: 30, depends_on: [first.id] }, maya)
    expect(await tasksOf(tom)).toEqual(['11-20T10:30 11:00 Build wheel'])
  })

  test('of several people comes in one answer', async () => {
    await team.task('Counter', { assignees: [lena.user_id, tom.user_id], estimate_minutes: 30 }, maya)
    const items = await callSchedule(maya, { for_user_ids: [tom.user_id, lena.user_id] })
    expect(
      items
        .filter(item => item.type === 'task')
        .map(item => item.user_id)
        .sort(),
    ).toEqual([tom.user_id, lena.user_id].sort())
    expect(new Set(items.map(item => item.id)).size).toBe(items.length)
  })

  test('shows that somebody is busy, but no task that the reader may not see [D6]', async () => {
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_added: [tom.user_id] })
    await team.task('Secret frame', { branch_id: team.yard, assignees: [tom.user_id], estimate_minutes: 30 }, tom)
    const [task] = (await callSchedule(lena, { for_user_id: tom.user_id })).filter(item => item.type === 'task')
    expect(task).toMatchObject({ title: '', task_id: null, start: '2026-11-20T09:00:00.000Z' })
    expect(await tasksOf(tom)).toEqual(['11-20T09:00 09:30 Secret frame'])
  })

  test('is refused for strangers, people who left, and ranges that are too long or end before they begin', async () => {
    await expect(callSchedule(lena, { for_user_id: zoe.user_id })).rejects.toMatchObject(
      refused(404, 'person.not_found'),
    )
    await expect(callSchedule(zoe, { for_user_id: tom.user_id })).rejects.toMatchObject(
      refused(404, 'person.not_found'),
    )
    await maya.call(removeUser, { user_to_be_removed: tom.user_id })
    await expect(callSchedule(lena, { for_user_ids: [tom.user_id] })).rejects.toMatchObject(
      refused(404, 'person.not_found'),
    )
    for (const range of [
      { from: '2026-11-21', to: '2026-11-20' },
      { from: '2026-11-20', to: '2027-01-20' },
    ])
      await expect(callSchedule(lena, range)).rejects.toMatchObject(refused(400, 'request.invalid'))
  })
})

describe('Why something is late [D15]', () => {
  beforeEach(async () => {
    const deadline = '2026-11-20T10:30:00.000Z'
    await team.task('Full service', { assignees: [tom.user_id], estimate_minutes: 60, deadline, priority: 'urgent' })
    await team.task('Puncture', { assignees: [tom.user_id], estimate_minutes: 45, deadline })
  })

  test('is what takes the time before the deadline; who may assign tasks learns who could help', async () => {
    const both = { for_user_ids: [tom.user_id, lena.user_id] }
    const report = await maya.call(explainPlan, both)
    expect(report.late).toEqual([
      {
        ...{ task_id: expect.any(Number), title: 'Puncture', user_id: tom.user_id, minutes: 15 },
        because: [{ task_id: expect.any(Number), title: 'Full service', minutes: 60 }],
      },
    ])
    expect(report.moves).toMatchObject([
      {
        title: 'Puncture',
        user_id: tom.user_id,
        to_user_id: lena.user_id,
        late_before: 15,
        late_after: 0,
        assignees: [lena.user_id],
      },
    ])
    expect(await tom.call(explainPlan, both)).toMatchObject({ late: [{ title: 'Puncture' }], moves: [] })
    expect(await lena.call(explainPlan, {})).toEqual({ late: [], unplaced: [], clashes: [], moves: [] })
  })

  test('proposes nobody who may not see the task, and names no task that the reader may not see', async () => {
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_added: [tom.user_id] })
    const late = { estimate_minutes: 60, deadline: '2026-11-20T09:30:00.000Z' }
    await team.task('Secret frame', { branch_id: team.yard, assignees: [tom.user_id], ...late }, tom)
    const both = { for_user_ids: [tom.user_id, lena.user_id] }
    const seen = await lena.call(explainPlan, both)
    expect(JSON.stringify(seen)).not.toContain('Secret')
    expect(seen.late.map(({ title }) => title)).toContain('')
    const { moves } = await maya.call(explainPlan, both)
    expect(moves.map(({ title }) => title)).not.toContain('Secret frame')
  })

  test('names fixed tasks at the same time, and what finds no time', async () => {
    const at = { fixed_start_time: '2026-11-20T14:00:00.000Z', estimate_minutes: 30, assignees: [lena.user_id] }
    await team.task('Call', at, lena)
    await team.task('Visit', at, lena)
    await team.task('Everything', { assignees: [lena.user_id], estimate_minutes: 6_000 }, lena)
    const { clashes, unplaced } = await lena.call(explainPlan, {})
    expect(clashes).toMatchObject([{ title: 'Visit', with_title: 'Call', user_id: lena.user_id }])
    expect(unplaced).toMatchObject([{ title: 'Everything', minutes: expect.any(Number) }])
  })

  test('is refused for people of elsewhere', async () => {
    await expect(zoe.call(explainPlan, { for_user_ids: [tom.user_id] })).rejects.toMatchObject(
      refused(404, 'person.not_found'),
    )
  })
})
