import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJob, previewSchedule, readJob, updateJob } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { removeUser } from '#shared/contract/organisations/people'
import { readWorkingHours, setWorkingHours } from '#shared/contract/schedule/endpoints'
import { notAllowed, notFound } from '../sources/test-yard'
import { type JobsYard, openJobsYard } from './test-jobs'

let yard: JobsYard

beforeAll(async () => {
  yard = await openJobsYard()
})
afterAll(() => yard.device.close())

const shift = (weekday: number, from: string, to: string, ...breaks: { from: string; to: string }[]) => ({
  weekday,
  from,
  to,
  breaks,
})

/** A job that only reads logs, so that no camera is needed, on each full hour of what the working hours allow. */
const hourly = (whose: number): Promise<Job> =>
  yard.maya.call(createJob, {
    instruction_text: 'Hourly look',
    minute_interval: 60,
    timezone: 'UTC',
    connect_user_workhours: whose,
    source: { logbook_ids: [yard.doc_id] },
    destination: { logbook_ids: [yard.doc_id] },
  })

const wallTimes = ({ next_runs }: Pick<Job, 'next_runs'>) =>
  next_runs.map(at => `${'Sun Mon Tue Wed Thu Fri Sat'.split(' ')[new Date(at).getUTCDay()]} ${at.slice(11, 16)}`)

describe('The working hours of a person [D15]', () => {
  test('are nine to five from Monday to Friday until they set them, with breaks', async () => {
    const { lena } = yard
    expect(await lena.call(readWorkingHours, {})).toMatchObject({ user_id: lena.user_id, is_default: true })
    const days = [shift(6, '20:00', '02:00', { from: '23:00', to: '23:30' }), shift(1, '08:00', '12:00')]
    const saved = await lena.call(setWorkingHours, { timezone: 'Europe/Berlin', days })
    expect(saved).toEqual({ user_id: lena.user_id, timezone: 'Europe/Berlin', days, is_default: false })
    expect(await lena.call(readWorkingHours, {})).toEqual(saved)
  })

  test('are seen by colleagues, changed by who manages people, and by nobody else', async () => {
    const { lena, tom, dev, zoe } = yard
    const hers = { for_user_id: lena.user_id }
    const hours = { timezone: 'Asia/Kolkata', days: [shift(2, '10:00', '18:00')] }
    expect(await tom.call(readWorkingHours, hers)).toMatchObject({ user_id: lena.user_id })
    await expect(tom.call(setWorkingHours, { ...hours, ...hers })).rejects.toMatchObject(notAllowed)
    expect(await dev.call(setWorkingHours, { ...hours, ...hers })).toMatchObject(hours)
    expect(await lena.call(readWorkingHours, {})).toMatchObject(hours)
    expect(await yard.audited(`user:${lena.user_id}`)).toContainEqual(
      expect.objectContaining({ kind: 'person.working_hours_changed', actor_id: dev.user_id }),
    )
    await expect(zoe.call(readWorkingHours, hers)).rejects.toMatchObject(notFound('person.not_found'))
    await expect(zoe.call(setWorkingHours, { ...hours, ...hers })).rejects.toMatchObject(notFound('person.not_found'))
  })

  test('are refused if they are no times', async () => {
    const days = [shift(8, '09:00', '25:00')]
    await expect(yard.lena.call(setWorkingHours, { timezone: 'Mars/Olympus', days })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
    })
  })
})

describe('A job within the working hours of a person [3.15]', () => {
  test('runs only then, and follows when they change', async () => {
    const { tom, maya } = yard
    await tom.call(setWorkingHours, {
      timezone: 'UTC',
      days: [shift(1, '09:00', '12:00', { from: '10:00', to: '11:00' }), shift(3, '22:00', '01:00')],
    })
    const job = await hourly(tom.user_id)
    expect(job.connect_user_workhours).toBe(tom.user_id)
    const five = wallTimes(job)
    expect(five).toHaveLength(5)
    expect(new Set(five)).toEqual(new Set(['Mon 09:00', 'Mon 11:00', 'Wed 22:00', 'Wed 23:00', 'Thu 00:00']))
    const preview = { minute_interval: 60, timezone: 'UTC', connect_user_workhours: tom.user_id }
    expect(await maya.call(previewSchedule, preview)).toMatchObject({ next_runs: job.next_runs })

    await tom.call(setWorkingHours, { timezone: 'UTC', days: [shift(5, '13:00', '15:00')] })
    const { instruction_id } = job
    const moved = await maya.call(readJob, { instruction_id })
    expect(wallTimes(moved).slice(0, 2)).toEqual(['Fri 13:00', 'Fri 14:00'])
    await yard.pass(Date.parse(moved.next_runs[0] ?? '') - yard.server.clock.now() + 1_000)
    expect(await yard.runsOf(instruction_id)).toMatchObject([
      { status: 'succeeded', planned_at: moved.next_runs[0], kind: 'planned' },
    ])
  })

  test('is paused, and says why, when that person has no hours any more, and can be resumed when they do', async () => {
    const { ana, maya } = yard
    const { instruction_id } = await hourly(ana.user_id)
    await ana.call(setWorkingHours, { timezone: 'UTC', days: [] })
    expect(await maya.call(readJob, { instruction_id })).toMatchObject({
      status: 'paused',
      pause_cause: 'no_working_hours',
      next_runs: [],
    })
    const noHours = { status: 400, code: 'job.no_working_hours' }
    await expect(maya.call(updateJob, { instruction_id, status: 'active' })).rejects.toMatchObject(noHours)
    await expect(hourly(ana.user_id)).rejects.toMatchObject(noHours)
    await expect(hourly(yard.zoe.user_id)).rejects.toMatchObject(noHours)
    await ana.call(setWorkingHours, { timezone: 'UTC', days: [shift(4, '09:00', '17:00')] })
    const resumed = await maya.call(updateJob, { instruction_id, status: 'active' })
    expect(wallTimes(resumed)[0]).toBe('Thu 09:00')
  })

  test('is paused at its next time after that person has left', async () => {
    const { server, maya } = yard
    const sam = await server.person({ name: 'Sam Field' })
    await maya.invites(sam)
    const { instruction_id, next_runs } = await hourly(sam.user_id)
    await maya.call(removeUser, { user_to_be_removed: sam.user_id })
    await yard.pass(Date.parse(next_runs[0] ?? '') - server.clock.now() + 1_000)
    expect(await maya.call(readJob, { instruction_id })).toMatchObject({
      status: 'paused',
      pause_cause: 'no_working_hours',
    })
    expect(await yard.runsOf(instruction_id)).toEqual([])
  })
})

test('a job from before there were working hours runs as it did [3.15]', async () => {
  const { maya, server, doc_id } = yard
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Old job',
    minute_interval: 60,
    timezone: 'UTC',
    source: { logbook_ids: [doc_id] },
  })
  await server.asOwner(`update jobs set schedule = schedule - 'connect_user_workhours' where id = $1`, [instruction_id])
  const job = await maya.call(readJob, { instruction_id })
  expect(job).toMatchObject({ connect_user_workhours: null, status: 'active' })
  expect(job.next_runs).toHaveLength(5)
  await yard.pass(Date.parse(job.next_runs[0] ?? '') - server.clock.now() + 1_000)
  expect(await yard.runsOf(instruction_id)).toMatchObject([{ status: 'succeeded' }])
})
