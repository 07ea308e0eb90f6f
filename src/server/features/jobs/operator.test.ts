import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import {
  createJob,
  listRuns,
  manageFrame,
  operateJob,
  readJob,
  tryOutJob,
  updateJob,
} from '#shared/contract/jobs/endpoints'
import { readFrames } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound } from '../sources/test-yard'
import { refused } from '../tasks/test-tasks'
import { type JobsYard, openJobsYard, settled } from './test-jobs'

let yard: JobsYard
let operator: Actor

beforeAll(async () => {
  yard = await openJobsYard({ SUPER_USERS: 'ops@wheelhouse.example' })
  operator = await yard.server.person({ name: 'Ines Ops', email: 'ops@wheelhouse.example' })
  await operator.createOrganisation('Operations')
})
afterAll(() => yard.device.close())

const named = (instruction_id: number) => ({ instruction_id, of_organization: yard.maya.organization_id })
const logJob = () =>
  yard.maya.call(createJob, {
    instruction_text: 'Daily words',
    prompt: 'Nobody else may read this.',
    minute_interval: 60,
    timezone: 'UTC',
    source: { logbook_ids: [yard.doc_id] },
    destination: { logbook_ids: [yard.doc_id] },
  })

describe('An operator of the server [7.25, D7]', () => {
  test('sees whether a job of any organisation runs, and nothing of what it reads', async () => {
    const { instruction_id } = await logJob()
    const seen = await operator.call(operateJob, { ...named(instruction_id), action: 'read' })
    expect(seen).toMatchObject({
      organization_id: yard.maya.organization_id,
      instruction_text: 'Daily words',
      status: 'active',
      run: null,
    })
    expect(JSON.stringify(seen)).not.toContain('Nobody else')
    const audited = await yard.audited(`job:${instruction_id}`)
    expect(audited.filter(({ kind }) => kind === 'operator.job')).toEqual([
      { kind: 'operator.job', actor_id: operator.user_id, details: { action: 'read' } },
    ])
  })

  test('pauses it, resumes it and runs it once; the organisation sees that in its audit log', async () => {
    const { maya } = yard
    const { instruction_id } = await logJob()
    await operator.call(operateJob, { ...named(instruction_id), action: 'pause' })
    expect(await maya.call(readJob, { instruction_id })).toMatchObject({ status: 'paused', pause_cause: 'operator' })
    const resumed = await operator.call(operateJob, { ...named(instruction_id), action: 'resume' })
    expect(resumed).toMatchObject({ status: 'active', pause_cause: null })
    expect((await maya.call(readJob, { instruction_id })).next_runs[0]).toBe(resumed.next_run_at)
    const { run } = await operator.call(operateJob, { ...named(instruction_id), action: 'run' })
    await settled(yard.server)
    expect(await maya.call(listRuns, { instruction_id })).toMatchObject([{ run_id: run?.run_id, status: 'succeeded' }])
    const audited = await yard.audited(`job:${instruction_id}`)
    expect(audited.filter(({ kind }) => kind === 'operator.job')).toEqual(
      ['pause', 'resume', 'run'].map(action => ({
        kind: 'operator.job',
        actor_id: operator.user_id,
        details: { action },
      })),
    )
  })

  test('is told why something is refused, and the audit log keeps what was tried and the reason', async () => {
    const { maya } = yard
    const { instruction_id } = await logJob()
    const tried = async (action: 'read' | 'pause' | 'resume' | 'run', refusal: object, of = named(instruction_id)) =>
      expect(operator.call(operateJob, { ...of, action })).rejects.toMatchObject(refusal)
    const runs = await Promise.allSettled(
      [1, 2].map(() => operator.call(operateJob, { ...named(instruction_id), action: 'run' })),
    )
    expect(runs.flatMap(run => (run.status === 'rejected' ? [run.reason] : []))).toMatchObject([
      refused(409, 'job.is_running'),
    ])
    await settled(yard.server)
    const soon = new Date(yard.server.clock.now() + 3_600_000).toISOString()
    await maya.call(updateJob, { instruction_id, minute_interval: null, instruction_one_time: soon })
    await operator.call(operateJob, { ...named(instruction_id), action: 'pause' })
    await yard.pass(2 * 3_600_000)
    await tried('resume', refused(400, 'job.never_runs'))
    expect(await maya.call(readJob, { instruction_id })).toMatchObject({ status: 'paused', pause_cause: 'operator' })
    const entries = (await yard.audited(`job:${instruction_id}`)).filter(({ kind }) => kind === 'operator.job')
    expect(entries.map(({ details }) => details)).toEqual([
      { action: 'run' },
      { action: 'run', error: 'job.is_running' },
      { action: 'pause' },
      { action: 'resume', error: 'job.never_runs' },
    ])

    await tried('pause', notFound('job.not_found'), named(888_888))
    expect(await yard.audited('job:888888')).toEqual([
      { kind: 'operator.job', actor_id: operator.user_id, details: { action: 'pause', error: 'job.not_found' } },
    ])
    const nowhere = { instruction_id: 777_777, of_organization: 999_999 }
    await tried('read', notFound('job.not_found'), nowhere)
    const rows = await yard.server.asOwner(`select organization_id, details from audit where subject = 'job:777777'`)
    const details = { action: 'read', error: 'job.not_found', of_organization: 999_999 }
    expect(rows).toEqual([{ organization_id: null, details }])
  })

  test('whose step fails as nobody expected stands in the audit log with a code, without the words of the error', async () => {
    const { instruction_id } = await logJob()
    await yard.server.asOwner('alter table job_runs add constraint nightingale check (false) not valid')
    await expect(operator.call(operateJob, { ...named(instruction_id), action: 'run' })).rejects.toMatchObject(
      refused(500, 'server.error'),
    )
    await yard.server.asOwner('alter table job_runs drop constraint nightingale')
    const failed = { action: 'run', error: 'server.error' }
    const entries = (await yard.audited(`job:${instruction_id}`)).filter(({ kind }) => kind === 'operator.job')
    expect(entries).toEqual([{ kind: 'operator.job', actor_id: operator.user_id, details: failed }])
    expect(yard.server.logLines.some(line => line.includes('nightingale'))).toBe(true)
  })

  test('is in the audit log with their address, whether the call succeeds, is refused, or fails [D8]', async () => {
    const { instruction_id } = await logJob()
    await operator.call(operateJob, { ...named(instruction_id), action: 'pause' })
    const soon = new Date(yard.server.clock.now() + 3_600_000).toISOString()
    await yard.maya.call(updateJob, { instruction_id, minute_interval: null, instruction_one_time: soon })
    await yard.pass(2 * 3_600_000)
    await expect(operator.call(operateJob, { ...named(instruction_id), action: 'resume' })).rejects.toMatchObject(
      refused(400, 'job.never_runs'),
    )
    await yard.server.asOwner('alter table job_runs add constraint kestrel check (false) not valid')
    await expect(operator.call(operateJob, { ...named(instruction_id), action: 'run' })).rejects.toMatchObject(
      refused(500, 'server.error'),
    )
    await yard.server.asOwner('alter table job_runs drop constraint kestrel')
    const entries = await yard.maya.call(readAudit, { kind: 'operator.job', limit: 3 })
    expect(entries.map(({ details, ip }) => ({ ...details, ip }))).toEqual([
      { action: 'run', error: 'server.error', ip: operator.ip },
      { action: 'resume', error: 'job.never_runs', ip: operator.ip },
      { action: 'pause', ip: operator.ip },
    ])
    expect(operator.ip).not.toBe(yard.maya.ip)
  })

  test('is somebody whom the settings name, and nobody else', async () => {
    const { instruction_id } = await logJob()
    for (const who of [yard.maya, yard.zoe])
      await expect(who.call(operateJob, { ...named(instruction_id), action: 'read' })).rejects.toMatchObject(notAllowed)
    expect((await yard.audited(`job:${instruction_id}`)).filter(({ kind }) => kind === 'operator.job')).toEqual([])
    const stranger = await yard.server.person({ name: 'Nobody Known' })
    await expect(stranger.call(operateJob, { ...named(instruction_id), action: 'pause' })).rejects.toMatchObject(
      notAllowed,
    )
    const elsewhere = { instruction_id, of_organization: yard.zoe.organization_id }
    await expect(operator.call(operateJob, { ...elsewhere, action: 'run' })).rejects.toMatchObject(
      notFound('job.not_found'),
    )
    await expect(operator.call(operateJob, { ...named(999_999), action: 'read' })).rejects.toMatchObject(
      notFound('job.not_found'),
    )
  })
})

describe('A picture that a run looked at [7.20a, D34]', () => {
  test('is kept beyond its time, and expires again', async () => {
    const { maya, tom, zoe } = yard
    const { instruction_id } = await yard.job({ destination: {} })
    const tried = await yard.untilAnswered(
      maya.call(tryOutJob, {
        instruction_text: 'Look',
        minute_interval: 10,
        timezone: 'UTC',
        source: { feed_ids: [yard.camera_id] },
      }),
    )
    await yard.pass(11 * 60_000)
    const [run] = await yard.runsOf(instruction_id)
    const frame_id = run?.read?.sources[0]?.frame_id ?? ''
    const isKept = async () => (await maya.call(readFrames, { ids: [frame_id] }))[0]?.kept
    const keep = { instruction_id, frame_id, keep: true }
    await maya.call(manageFrame, keep)
    expect(await isKept()).toBe(true)
    await maya.call(manageFrame, { ...keep, keep: false })
    expect(await isKept()).toBe(false)
    const unseen = { ...keep, frame_id: tried.read.sources[0]?.frame_id ?? '' }
    await expect(maya.call(manageFrame, unseen)).rejects.toMatchObject(notFound('frame.not_found'))
    for (const who of [tom, zoe])
      await expect(who.call(manageFrame, keep)).rejects.toMatchObject(notFound('job.not_found'))
  })
})
