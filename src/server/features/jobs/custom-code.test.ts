import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { createJob, deleteJob, runJob, setCustomCode, tryOutJob, updateJob } from '#shared/contract/jobs/endpoints'
import type { Job, Run } from '#shared/contract/jobs/job'
import { writeLog } from '#shared/contract/logs/endpoints'
import { deleteRole } from '#shared/contract/organisations/roles'
import { answers, type LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, settled } from './test-jobs'
import { openModelYard } from './test-model-yard'

let yard: JobsYard
let model: LoopbackModel
let graph_id: number

beforeAll(async () => {
  ;({ yard, model } = await openModelYard())
  const labels = { '0': 'On time', '1': 'Late' }
  graph_id = (await yard.maya.call(createGraph, { logbook_id: yard.doc_id, name: 'Delays', labels })).graph_id
})
afterAll(async () => {
  await yard.device.close()
  await model.close()
})

/** A job of Maya’s that reads a logbook of its own and runs this code over it. */
async function codeJob(custom_code: string, fields: Partial<Parameters<JobsYard['job']>[0]> = {}) {
  const read = await yard.logbook(yard.maya, 'Deliveries')
  return { read, job: await yard.job({ source: { logbook_ids: [read], custom_code }, graph_id, ...fields }) }
}

async function ran({ instruction_id }: Job): Promise<Run> {
  await yard.maya.call(runJob, { instruction_id })
  await settled(yard.server)
  const [run] = await yard.runsOf(instruction_id)
  if (!run) throw new Error('There is no run.')
  await yard.maya.call(deleteJob, { instruction_id })
  return run
}

const countLate = `const late = logs.filter(log => log.content.includes('late'))
console.log('read', logs.length)
return {
  title: late.length + ' of ' + logs.length + ' came late',
  text: late.map(log => '- ' + log.content).join('\\n'),
  labels: late.length > 0 ? ['Late', 'Unknown'] : ['On time'],
  facts: { late: late.length },
  noteworthy: late.length > 0,
}`

describe('The code of a job [D30, 7.20a]', () => {
  test('reads the logs of a run, and writes a log with labels of the graph, as plain words', async () => {
    const { read, job } = await codeJob(countLate)
    await yard.maya.call(writeLog, { doc_id: read, content: 'Pads came late, see [here](https://evil.example)' })
    await yard.maya.call(writeLog, { doc_id: read, content: 'Chains came.' })
    expect(await ran(job)).toMatchObject({
      status: 'succeeded',
      result: { title: '1 of 2 came late', labels: [{ graph_id, label: 1, text: 'Late' }] },
      read: { logs: 2, code: { error: null, printed: ['read 2'] } },
      logs: [{ doc_id: yard.doc_id }],
    })
    const [log] = await yard.logs()
    expect(log).toMatchObject({ title: '1 of 2 came late', created_by: null })
    expect(log?.content).toContain('Pads came late')
    expect(log?.content).not.toContain('](')
  })

  test('sees what was measured on the pictures, and decides whether anything is written', async () => {
    const code = `const [{ source, measured }] = frames; return { title: source + ' ' + (measured.brightness > 0.3), noteworthy: measured.brightness > 2 }`
    const source = { feed_ids: [yard.camera_id], custom_code: code }
    expect(await ran(await yard.job({ source, writes_when: 'when_noteworthy' }))).toMatchObject({
      status: 'succeeded',
      result: null,
      logs: [],
    })
    expect(await ran(await yard.job({ source }))).toMatchObject({ result: { title: 'Yard true' } })
  })

  test('tells the model of the job what it found', async () => {
    const { read, job } = await codeJob(countLate, { prompt: 'Sum up the deliveries.' })
    await yard.maya.call(writeLog, { doc_id: read, title: 'Pads', content: 'Pads came late.' })
    model.will(answers({ title: 'Delays', text: 'One came late.', labels: [], pictures: [], noteworthy: true }))
    expect(await ran(job)).toMatchObject({ result: { title: 'Delays', labels: [{ text: 'Late' }] } })
    const told = JSON.stringify(model.received.at(-1)?.request.messages)
    expect(told).toContain('found_by_code')
    expect(told).toContain('1 of 1 came late')
  })

  test('that fails, runs too long or returns something else fails the run at once, and says why', async () => {
    expect(await ran((await codeJob('return logs[7].title')).job)).toMatchObject({
      status: 'failed',
      reason: 'code_failed',
      attempts: 1,
      read: { code: { error: expect.stringContaining('line 1') } },
    })
    expect(await ran((await codeJob('return { title: 5 }')).job)).toMatchObject({
      reason: 'code_failed',
      read: { code: { error: expect.stringMatching(/^title: /) } },
    })
    expect(await ran((await codeJob('for (;;);')).job)).toMatchObject({ status: 'failed', reason: 'code_slow' })
  })

  test('is tried out before it is saved', async () => {
    const { instruction_text, timezone } = await yard.job()
    const tried = await yard.maya.call(tryOutJob, {
      ...{
        instruction_text,
        timezone,
        minute_interval: 10,
        source: { logbook_ids: [yard.doc_id], custom_code: 'return x' },
      },
    })
    expect(tried).toMatchObject({
      result: null,
      reason: 'code_failed',
      read: { code: { error: "ReferenceError: 'x' is not defined, line 1" } },
    })
  })

  test('is set and removed by who may use code only; who may edit the job changes the rest [D2]', async () => {
    const { maya, dev, tom, zoe } = yard
    const job = await yard.job()
    const { instruction_id } = job
    const set = { instruction_id, custom_code: 'return null' }
    // Dev manages all jobs, but a manager may not use code.
    await expect(dev.call(setCustomCode, set)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await expect(tom.call(setCustomCode, set)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await expect(zoe.call(setCustomCode, set)).rejects.toMatchObject({ status: 404, code: 'job.not_found' })
    expect((await maya.call(setCustomCode, set)).source.custom_code).toBe('return null')
    expect(await dev.call(updateJob, { instruction_id, instruction_text: 'Yard' })).toMatchObject({
      instruction_text: 'Yard',
      source: { custom_code: 'return null' },
    })
    const changed = { ...job.source, custom_code: 'return 1' }
    await expect(dev.call(updateJob, { instruction_id, source: changed })).rejects.toMatchObject({
      code: 'permission.missing',
    })
    await expect(maya.call(setCustomCode, { ...set, custom_code: 'x'.repeat(20_001) })).rejects.toMatchObject({
      code: 'request.invalid',
    })
    expect((await maya.call(setCustomCode, { ...set, custom_code: '  ' })).source.custom_code).toBeNull()
    await maya.call(deleteJob, { instruction_id })
  })

  test('does not run for an owner who may no longer use code', async () => {
    const { maya, tom } = yard
    const role_id = await yard.role('Coder', ['jobs.create', 'jobs.custom_code'], tom)
    const doc_id = await yard.logbook(tom, 'Tom’s counts')
    const job = await tom.call(createJob, {
      ...{ instruction_text: 'Count', minute_interval: 10, timezone: 'UTC' },
      ...{
        source: { logbook_ids: [doc_id], custom_code: 'return { title: "ran" }' },
        destination: { logbook_ids: [doc_id] },
      },
    })
    await maya.call(deleteRole, { role_id })
    await maya.call(runJob, { instruction_id: job.instruction_id })
    await settled(yard.server)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([{ status: 'failed', reason: 'not_allowed' }])
    expect(await yard.logs(tom, doc_id)).toEqual([])
  })
})
