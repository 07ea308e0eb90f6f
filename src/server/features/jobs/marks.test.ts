import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSubjectAccess } from '#shared/contract/access/endpoints'
import { deleteJob, listRunMarks, runJob, updateJob } from '#shared/contract/jobs/endpoints'
import { changePermission, type Source } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { type JobsYard, openJobsYard } from './test-jobs'

const hour = 3_600_000
const missing = { status: 404, code: 'source.not_found' }
let yard: JobsYard
let source: Source

beforeAll(async () => {
  yard = await openJobsYard()
  source = { kind: 'camera', camera_id: yard.camera_id }
})
afterAll(() => yard.device.close())

/** The hour up to now, and a moment. */
const range = (more: { from?: string; to?: string } = {}) => {
  const now = yard.server.clock.now()
  return { source, from: new Date(now - hour).toISOString(), to: new Date(now + 1_000).toISOString(), ...more }
}
const marks = (who: Actor) => who.call(listRunMarks, range())
const open = (...user_ids: number[]) => yard.maya.call(changePermission, { camera_id: yard.camera_id, user_ids })

describe('When jobs fired on a source [D29]', () => {
  test('is told for each run that wrote a log, with the log, and for each that failed, with its reason', async () => {
    const job = await yard.job()
    const { instruction_id } = job
    await yard.maya.call(runJob, { instruction_id })
    await yard.pass(50)
    const [log] = await yard.logs()
    const [run] = await yard.runsOf(instruction_id)
    expect(await marks(yard.maya)).toEqual([
      {
        instruction_id,
        name: 'Yard watch',
        at: run?.started_at,
        status: 'succeeded',
        reason: null,
        runs: 1,
        log: { doc_id: yard.doc_id, log_id: log?.id },
      },
    ])
    await yard.server.asOwner(
      `update job_runs set status = 'failed', reason = 'no_picture', logs = '[]' where id = $1`,
      [run?.run_id],
    )
    expect(await marks(yard.maya)).toMatchObject([{ status: 'failed', reason: 'no_picture', runs: 1, log: null }])
    // It had nothing to write.
    await yard.server.asOwner(`update job_runs set status = 'succeeded', reason = null where id = $1`, [run?.run_id])
    expect(await marks(yard.maya)).toEqual([])
    await yard.maya.call(deleteJob, { instruction_id })
  })

  test('counts runs that are close together as one, and leaves out other sources and times', async () => {
    const { instruction_id } = await yard.job()
    const elsewhere = await yard.camera('Elsewhere', {}, yard.maya)
    const at = yard.server.clock.now()
    for (const ago of [1, 2, 3, 1_800_000, 2 * hour]) {
      await yard.server.asOwner(
        `insert into job_runs (organization_id, job_id, kind, status, reason, created_at, started_at, ended_at)
         values ($1, $2, 'adhoc', 'failed', 'no_picture', $3, $3, $3)`,
        [yard.maya.organization_id, instruction_id, new Date(at - ago).toISOString()],
      )
    }
    expect((await marks(yard.maya)).map(mark => [Date.parse(mark.at) - at, mark.runs])).toEqual([
      [-1_800_000, 1],
      [-1, 3],
    ])
    const other = { ...range(), source: { kind: 'camera' as const, camera_id: elsewhere } }
    expect(await yard.maya.call(listRunMarks, other)).toEqual([])
    await yard.maya.call(updateJob, { instruction_id, source: { feed_ids: [elsewhere] } })
    expect(await yard.maya.call(listRunMarks, other)).toHaveLength(2)
    await yard.maya.call(deleteJob, { instruction_id })
  })

  test('is told to those who may see the job and the source, and to nobody else', async () => {
    const { tom, zoe, maya } = yard
    const { instruction_id } = await yard.job()
    await maya.call(runJob, { instruction_id })
    await yard.pass(50)
    await expect(marks(tom)).rejects.toMatchObject(missing)
    await expect(marks(zoe)).rejects.toMatchObject(missing)
    await open(tom.user_id)
    expect(await marks(tom)).toEqual([])
    await maya.call(grantSubjectAccess, {
      kind: 'job',
      id: instruction_id,
      grantee_kind: 'user',
      grantee_id: tom.user_id,
      level: 'viewer',
    })
    expect(await marks(tom)).toMatchObject([{ instruction_id, status: 'succeeded' }])
    await open()
    await expect(marks(tom)).rejects.toMatchObject(missing)
    const stranger = await fetch(`${yard.server.url}${listRunMarks.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(range()),
    })
    expect(stranger.status).toBe(401)
    const now = range().to
    await expect(maya.call(listRunMarks, range({ from: now, to: now }))).rejects.toMatchObject({ status: 400 })
  })
})
