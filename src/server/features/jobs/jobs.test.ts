import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSubjectAccess, revokeSubjectAccess } from '#shared/contract/access/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { createGraph, listGraphs, readGraph } from '#shared/contract/graphs/endpoints'
import {
  createJob,
  createPrompt,
  deleteJob,
  deletePrompt,
  listJobs,
  listPrompts,
  listRuns,
  previewSchedule,
  readJob,
  runJob,
  setOverlay,
  syncJob,
  tryOutJob,
  updateJob,
  updatePrompt,
} from '#shared/contract/jobs/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import type { Actor } from '../../../../test/actor'
import { type JobsYard, openJobsYard } from './test-jobs'

let yard: JobsYard
let maya: Actor
let tom: Actor
let lena: Actor
let zoe: Actor

beforeAll(async () => {
  yard = await openJobsYard()
  ;({ maya, tom, lena, zoe } = yard)
})
afterAll(() => yard.device.close())

const refused = (status: number, code: string) => ({ status, code })
const names = async (who: Actor, filter: Parameters<typeof listNamed>[1] = {}) => listNamed(who, filter)
async function listNamed(who: Actor, filter: Partial<Parameters<Actor['call']>[1]> & object) {
  return (await who.call(listJobs, filter)).map(job => job.instruction_text)
}

describe('A job [3.15, 7.20a]', () => {
  test('is created with all its fields, changed field by field, and deleted at once [4.14]', async () => {
    const job = await yard.job({
      instruction_text: '  Counter queue watch ',
      instruction_description: 'For the front counter.',
      prompt: 'Count the people waiting at the counter.',
      minute_interval: 10,
      timezone: 'Europe/London',
      allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }],
      allowed_weekdays: [1, 2, 3, 4, 5, 6],
      instruction_max_executions: 500,
    })
    expect(job).toMatchObject({
      id: job.instruction_id,
      instruction_text: 'Counter queue watch',
      status: 'active',
      is_repeat: true,
      instruction_executions: 0,
      created_by: { user_id: maya.user_id },
      last_run: null,
      is_editable: true,
    })
    // Friday, 9:00 in winter.
    expect(job.next_runs.slice(0, 2)).toEqual(['2026-11-20T09:10:00.000Z', '2026-11-20T09:20:00.000Z'])
    const { instruction_id } = job
    const changed = await maya.call(updateJob, { instruction_id, prompt: 'Count the bikes.' })
    expect(changed).toEqual({ ...job, prompt: 'Count the bikes.', revision: 1, updated_at: changed.updated_at })
    await maya.call(deleteJob, { instruction_id })
    await expect(maya.call(readJob, { instruction_id })).rejects.toMatchObject(refused(404, 'job.not_found'))
  })

  test('is found by its words, logbook, camera and owner, and among the finished ones once it ended', async () => {
    const other = await yard.logbook(maya, 'Other log')
    const queue = await yard.job({ instruction_text: 'Queue', prompt: 'Look for a queue of cyclists.' })
    const weekly = await yard.job({
      instruction_text: 'Weekly review',
      source: { logbook_ids: [other] },
      destination: { logbook_ids: [other] },
    })
    expect(await names(maya)).toEqual(['Weekly review', 'Queue'])
    expect(await names(maya, { query: 'CYCLISTS' })).toEqual(['Queue'])
    for (const [query, found] of [
      ['other LOG', ['Weekly review']],
      ['yard', ['Queue']],
      ['okafor', ['Weekly review', 'Queue']],
    ] as const)
      expect(await names(maya, { query })).toEqual(found)
    expect(await names(maya, { logbook_id: other })).toEqual(['Weekly review'])
    expect(await names(maya, { camera_id: yard.camera_id })).toEqual(['Queue'])
    expect(await names(maya, { owner_id: tom.user_id })).toEqual([])
    await maya.call(updateJob, { instruction_id: queue.instruction_id, instruction_valid_till: '2026-11-20T09:15:00Z' })
    await yard.pass(20 * 60_000)
    expect(await names(maya)).toEqual(['Weekly review'])
    expect(await names(maya, { only_completed: true })).toEqual(['Queue'])
    for (const { instruction_id } of [queue, weekly]) await maya.call(deleteJob, { instruction_id })
  })

  test('needs one schedule with a time to come, something to read, and only what its creator may read or write', async () => {
    const secret = await yard.logbook(tom, 'Tom’s diary', 'private')
    const fails = (fields: Parameters<typeof yard.job>[0], status: number, code: string, by = lena) =>
      expect(yard.job(fields, by)).rejects.toMatchObject(refused(status, code))
    const both = { source: { logbook_ids: [yard.doc_id] } }
    await fails({ ...both, instruction_schedule: '0 9 * * 1' }, 400, 'job.schedule_invalid')
    await fails({ ...both, minute_interval: null }, 400, 'job.schedule_invalid')
    await fails({ ...both, minute_interval: null, instruction_schedule: 'every day' }, 400, 'job.schedule_invalid')
    await fails({ ...both, minute_interval: null, instruction_schedule: '0 0 30 2 *' }, 400, 'job.never_runs')
    await fails({ ...both, minute_interval: null, instruction_one_time: '2020-01-01T00:00:00Z' }, 400, 'job.never_runs')
    await fails({ source: {} }, 400, 'job.nothing_to_read')
    await fails({ source: { feed_ids: [yard.camera_id] } }, 404, 'source.not_found')
    await fails({ source: { user_ids: [tom.user_id] } }, 404, 'source.not_found')
    await fails({ source: { logbook_ids: [secret] } }, 404, 'document.not_found')
    await fails({ ...both, destination: { logbook_ids: [secret] } }, 404, 'document.not_found')
    await fails({ ...both, graph_id: 999_999_999 }, 404, 'graph.not_found')
    await fails({ source: { logbook_ids: [yard.doc_id], custom_code: '1' } }, 403, 'permission.missing')
  })

  test('gives labels of its own graph only', async () => {
    const destination = { logbook_ids: [await yard.logbook(maya, 'Gate log')] }
    const graph = { logbook_id: destination.logbook_ids[0], name: 'Gate', labels: { 0: 'Open', 1: 'Shut' } }
    const { graph_id } = await maya.call(createGraph, graph)
    const rule = {
      ...({ id: 'dark', region: null, measure: 'brightness', comparison: 'below' } as const),
      ...{ threshold: 0.2, hold_seconds: 0 },
    }
    const looking = (label: number, own: number | null) => ({
      ...{ source: { logbook_ids: [yard.doc_id] }, destination, graph_id: own },
      look: { rules: [{ rule, label: { graph_id, label } }] },
    })
    for (const fields of [looking(0, null), looking(2, graph_id)])
      await expect(yard.job(fields, maya)).rejects.toMatchObject(refused(404, 'label.not_found'))
  })

  test('is tried out under the same conditions as it is created', async () => {
    const secret = await yard.logbook(tom, 'Tom’s plans', 'private')
    const { instruction_text, timezone, minute_interval } = await yard.job()
    const tried = (fields: Partial<Input<typeof tryOutJob>>) =>
      lena.call(tryOutJob, {
        ...{
          instruction_text,
          timezone,
          minute_interval: minute_interval ?? 10,
          source: { logbook_ids: [yard.doc_id] },
        },
        ...fields,
      })
    const hidden = { source: { logbook_ids: [secret] } }
    await expect(tried(hidden)).rejects.toMatchObject(refused(404, 'document.not_found'))
    const code = { source: { logbook_ids: [yard.doc_id], custom_code: '1' } }
    await expect(tried(code)).rejects.toMatchObject(refused(403, 'permission.missing'))
    await expect(tried({ instruction_id: 999_999_999 })).rejects.toMatchObject(refused(404, 'job.not_found'))
  })

  test('shows the next five times of a schedule before it is saved', async () => {
    const { next_runs, runs_a_day } = await lena.call(previewSchedule, {
      instruction_schedule: '30 17 * * 5',
      timezone: 'Europe/London',
    })
    expect(runs_a_day).toBe(1)
    expect(next_runs[0]).toMatch(/T17:30:00\.000Z$/)
    expect(next_runs).toHaveLength(5)
  })
})

describe('A graph of a job [3.9b]', () => {
  const fields = { name: 'Gate', labels: { 0: 'Open', 1: 'Shut' } }

  test('is made for the logbook that it writes to, and gets its labels from then on', async () => {
    const { instruction_id, destination } = await yard.job({ source: { logbook_ids: [yard.doc_id] } })
    const graph = await maya.call(createGraph, { instruction_id, ...fields })
    expect(graph).toMatchObject({ instruction_id, logbook_id: destination.logbook_ids[0] })
    expect(await maya.call(readJob, { instruction_id })).toMatchObject({ graph_id: graph.graph_id })
    expect(await maya.call(readGraph, { graph_id: graph.graph_id })).toMatchObject({ instruction_id })
    await maya.call(deleteJob, { instruction_id })
    expect(await maya.call(readGraph, { graph_id: graph.graph_id })).toMatchObject({ instruction_id: null })
  })

  test('is refused without a logbook, and to those who may not change the job; nothing is left of it', async () => {
    const source = { logbook_ids: [yard.doc_id] }
    const { instruction_id } = await yard.job({ source })
    const made = (body: { instruction_id?: number; logbook_id?: number }, by = maya) =>
      by.call(createGraph, { ...body, ...fields, name: 'Left over' })
    await expect(made({})).rejects.toMatchObject(refused(400, 'request.invalid'))
    await expect(made({ instruction_id }, tom)).rejects.toMatchObject(refused(404, 'job.not_found'))
    const logbook_id = await yard.logbook(maya, 'Not of this job')
    await expect(made({ instruction_id, logbook_id })).rejects.toMatchObject(refused(404, 'graph.not_found'))
    expect(await maya.call(listGraphs, { logbook_id })).toEqual([])
    await maya.call(updateJob, { instruction_id, destination: { logbook_ids: [], user_ids: [lena.user_id] } })
    await expect(made({ instruction_id })).rejects.toMatchObject(refused(400, 'graph.job_writes_nowhere'))
  })
})

describe('Who may do what with a job [D41, D2]', () => {
  const body = () => ({
    instruction_text: 'Watch',
    minute_interval: 10,
    timezone: 'UTC',
    source: { logbook_ids: [yard.doc_id] },
  })

  test('its owner shares it: viewers see it and its runs, editors change it, others do not know of it', async () => {
    const job = await lena.call(createJob, body())
    const { instruction_id } = job
    const missing = refused(404, 'job.not_found')
    for (const endpoint of [readJob, listRuns, runJob, syncJob, updateJob, deleteJob] as const)
      await expect(tom.call(endpoint, { instruction_id })).rejects.toMatchObject(missing)
    await expect(tom.call(setOverlay, { instruction_id, image: pixel })).rejects.toMatchObject(missing)
    expect(await names(tom)).toEqual([])

    const tomToo = { kind: 'job', id: instruction_id, grantee_kind: 'user', grantee_id: tom.user_id } as const
    await lena.call(grantSubjectAccess, tomToo)
    expect(await tom.call(readJob, { instruction_id })).toMatchObject({ is_editable: false })
    expect(await tom.call(listRuns, { instruction_id })).toEqual([])
    const notEditable = refused(403, 'job.not_editable')
    for (const endpoint of [runJob, syncJob, updateJob, deleteJob] as const)
      await expect(tom.call(endpoint, { instruction_id })).rejects.toMatchObject(notEditable)
    await expect(tom.call(grantSubjectAccess, { ...tomToo, level: 'editor' })).rejects.toMatchObject(
      refused(403, 'permission.missing'),
    )
    await lena.call(grantSubjectAccess, { ...tomToo, level: 'editor' })
    expect(await tom.call(updateJob, { instruction_id, prompt: 'Say more.' })).toMatchObject({ prompt: 'Say more.' })
    await lena.call(revokeSubjectAccess, tomToo)
    await expect(tom.call(readJob, { instruction_id })).rejects.toMatchObject(missing)
    await lena.call(deleteJob, { instruction_id })
  })

  test('who manages all jobs sees and changes each; strangers and other workspaces see none', async () => {
    const { instruction_id } = await lena.call(createJob, body())
    expect(
      await yard.dev.call(updateJob, { instruction_id, status: 'paused', pause_reason: 'Holidays' }),
    ).toMatchObject({
      status: 'paused',
      pause_cause: 'person',
      pause_reason: 'Holidays',
      paused_by: { user_id: yard.dev.user_id },
    })
    expect(await lena.call(updateJob, { instruction_id, status: 'active' })).toMatchObject({ paused_by: null })
    await expect(zoe.call(readJob, { instruction_id })).rejects.toMatchObject(refused(404, 'job.not_found'))
    await expect(yard.server.stranger().call(readJob, { instruction_id })).rejects.toMatchObject({ status: 401 })
    await lena.call(deleteJob, { instruction_id })
  })

  test('people without the capability create no jobs', async () => {
    const ana = await yard.server.person({ name: 'Guest worker' })
    await yard.role('Nobody', [])
    await maya.invites(ana, 'Nobody')
    for (const endpoint of [createJob, tryOutJob] as const)
      await expect(ana.call(endpoint, body())).rejects.toMatchObject(refused(403, 'permission.missing'))
    await expect(ana.call(createPrompt, { name: 'A', text: 'B' })).rejects.toMatchObject({ code: 'permission.missing' })
  })

  test('a job whose owner left is paused at once, says so, and does not run any more', async () => {
    const owner = await yard.server.person({ name: 'Pia Novak' })
    await maya.invites(owner)
    const { instruction_id } = await owner.call(createJob, body())
    await maya.call(removeUser, { user_to_be_removed: owner.user_id })
    const paused = { status: 'paused', pause_cause: 'owner_gone', next_runs: [], last_run: null }
    expect(await maya.call(readJob, { instruction_id })).toMatchObject(paused)
    await yard.pass(11 * 60_000)
    expect(await maya.call(readJob, { instruction_id })).toMatchObject(paused)
    await maya.call(deleteJob, { instruction_id })
  })
})

describe('The library of prompts', () => {
  test('belongs to everybody; a prompt is changed and deleted by its creator and who manages all jobs', async () => {
    const prompt = await lena.call(createPrompt, { name: 'Queue', text: 'Count the people.' })
    expect(await tom.call(listPrompts, {})).toEqual([prompt])
    const { prompt_id } = prompt
    await expect(tom.call(updatePrompt, { prompt_id, text: 'No.' })).rejects.toMatchObject({
      code: 'permission.missing',
    })
    expect(await lena.call(updatePrompt, { prompt_id, text: 'Count.' })).toEqual({ ...prompt, text: 'Count.' })
    await expect(zoe.call(deletePrompt, { prompt_id })).rejects.toMatchObject(refused(404, 'prompt.not_found'))
    await yard.dev.call(deletePrompt, { prompt_id })
    expect(await tom.call(listPrompts, {})).toEqual([])
  })
})

test('The free plan has three active jobs [D31]', async () => {
  const free = await openJobsYard({ BILLING: 'sandbox' })
  const fields = { source: { logbook_ids: [free.doc_id] } }
  for (let count = 0; count < 3; count += 1) await free.job(fields)
  await expect(free.job(fields)).rejects.toMatchObject(refused(402, 'plan.required'))
  const [first] = await free.maya.call(listJobs, {})
  const instruction_id = first?.instruction_id ?? 0
  await free.maya.call(updateJob, { instruction_id, status: 'paused' })
  await free.job(fields)
  await expect(free.maya.call(updateJob, { instruction_id, status: 'active' })).rejects.toMatchObject({ status: 402 })
  await free.device.close()
})

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='
