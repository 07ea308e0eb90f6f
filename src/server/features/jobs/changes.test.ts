import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listJobChanges, readJobUsage, runJob, updateJob } from '#shared/contract/jobs/endpoints'
import { answers, LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, openJobsYard, settled } from './test-jobs'

let yard: JobsYard
let model: LoopbackModel

beforeAll(async () => {
  model = await LoopbackModel.open()
  yard = await openJobsYard({
    MODEL_URL: model.url,
    MODEL_NAME: 'watcher',
    MODEL_PRICES: '2/10 EUR',
  })
})
afterAll(async () => {
  await yard.device.close()
  await model.close()
})

const hidden = { status: 404, code: 'job.not_found' }

describe('The history of changes of a job', () => {
  test('says who changed what and when, and what it was before, the newest first', async () => {
    const { maya, dev } = yard
    const { instruction_id } = await yard.job({ prompt: 'Count the people.' })
    expect(await maya.call(listJobChanges, { instruction_id })).toEqual([])
    await maya.call(updateJob, { instruction_id, instruction_text: 'Yard, by day', prompt: 'Count the bikes.' })
    yard.server.clock.advance(60_000)
    await dev.call(updateJob, { instruction_id, status: 'paused', pause_reason: 'Painting' })
    const changes = await maya.call(listJobChanges, { instruction_id })
    expect(changes).toMatchObject([
      { revision: 2, changed_by: { user_id: dev.user_id }, was: { status: 'active' } },
      {
        revision: 1,
        changed_by: { user_id: maya.user_id },
        was: { instruction_text: 'Yard watch', prompt: 'Count the people.' },
      },
    ])
    expect(Object.keys(changes[1]?.was ?? {}).sort()).toEqual(['instruction_text', 'prompt'])
    const [newest] = await maya.call(listJobChanges, { instruction_id, limit: 1 })
    expect(newest).toMatchObject({ revision: 2 })
  })

  test('is for those who may see the job', async () => {
    const { instruction_id } = await yard.job()
    for (const who of [yard.tom, yard.zoe]) {
      await expect(who.call(listJobChanges, { instruction_id })).rejects.toMatchObject(hidden)
      await expect(who.call(readJobUsage, { instruction_id })).rejects.toMatchObject(hidden)
    }
    await expect(yard.server.stranger().call(listJobChanges, { instruction_id })).rejects.toMatchObject({ status: 401 })
    await expect(yard.server.stranger().call(readJobUsage, { instruction_id })).rejects.toMatchObject({ status: 401 })
  })
})

test('The usage of a job sums up its runs, tokens and cost of this month in its time zone', async () => {
  const { instruction_id } = await yard.job({ prompt: 'Count the people.', timezone: 'Pacific/Auckland' })
  const said = { title: 'Two', text: 'Two.', labels: [], pictures: [1], noteworthy: true }
  model.will(answers(said), answers(said))
  for (let time = 0; time < 2; time += 1) {
    await yard.maya.call(runJob, { instruction_id })
    await settled(yard.server)
  }
  const usage = () => yard.maya.call(readJobUsage, { instruction_id })
  const used = await usage()
  expect(used).toMatchObject({
    month: '2026-11',
    runs: 2,
    failed: 0,
    tokens: { input: 240, output: 60 },
    currency: 'EUR',
  })
  expect(used.cost).toBeCloseTo((240 * 2 + 60 * 10) / 1_000_000, 10)
  await yard.maya.call(updateJob, { instruction_id, status: 'paused' })
  // 11:30 UTC on the last of November is December in Auckland.
  yard.server.clock.set(Date.parse('2026-11-30T11:30:00Z') - yard.server.clock.now())
  await yard.maya.signIn(yard.maya.address)
  expect(await usage()).toMatchObject({ month: '2026-12', runs: 0, tokens: { input: 0, output: 0 }, cost: 0 })
})
