import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteJob, listLogbookJobs, runJob, updateJob } from '#shared/contract/jobs/endpoints'
import { eventually } from '#shared/testing/eventually'
import { answers, type LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, settled } from './test-jobs'
import { openModelYard } from './test-model-yard'

let yard: JobsYard
let model: LoopbackModel

beforeAll(async () => {
  ;({ yard, model } = await openModelYard())
})
afterAll(async () => {
  await yard.device.close()
  await model.close()
})

const ofLogbook = (who = yard.maya, doc_id = yard.doc_id) => who.call(listLogbookJobs, { doc_id })
/** A job that needs nothing but the model. */
const readingJob = () => yard.job({ prompt: 'Sum up.', source: { logbook_ids: [yard.doc_id] } })
const said = { title: 'One waiting', text: 'One person waits.', labels: [], pictures: [1], noteworthy: true }

describe('A logbook that a job writes to', () => {
  test('says that Mate is writing there while the model works, to everybody who reads it [D45]', async () => {
    const held: { answer?: () => void } = {}
    model.will(async (response, request) => {
      await new Promise<void>(resolve => {
        held.answer = resolve
      })
      await answers(said)(response, request)
    })
    const { instruction_id } = await yard.job({ prompt: 'Count the people.' })
    await yard.maya.call(runJob, { instruction_id })
    const done = settled(yard.server)
    await eventually(() => expect(held.answer).toBeDefined())
    expect((await ofLogbook()).writing).toMatchObject([{ instruction_id, name: 'Yard watch' }])
    // Tom reads the logbook and may not see the job.
    expect((await ofLogbook(yard.tom)).writing).toMatchObject([{ instruction_id: null, name: null }])
    held.answer?.()
    await done
    expect(await ofLogbook()).toEqual({ writing: [], silent: [], camera_ids: [yard.camera_id] })
    const told = await yard.server.asOwner<{ doc_id: string }>(
      "select payload->>'doc_id' as doc_id from events where kind = 'job.logbook_changed'",
    )
    expect(told.map(({ doc_id }) => Number(doc_id))).toEqual([yard.doc_id, yard.doc_id])
    await yard.maya.call(deleteJob, { instruction_id })
  })

  test('says since when a failing job is silent and why, until it works again [D29]', async () => {
    const { instruction_id, created_at } = await readingJob()
    // Without a plan the model answers 500.
    model.will()
    await yard.untilEnded(instruction_id, 1)
    expect((await ofLogbook(yard.tom)).silent).toMatchObject([
      { instruction_id: null, name: null, silent_since: created_at, reason: 'model_failed', pause_cause: null },
    ])
    model.will(answers(said))
    await yard.untilEnded(instruction_id, 2)
    expect((await ofLogbook()).silent).toEqual([])
    await yard.maya.call(deleteJob, { instruction_id })
  })

  test('says that a job is paused after five failures, and not that a person paused one [D28]', async () => {
    const { instruction_id } = await readingJob()
    model.will()
    await yard.untilEnded(instruction_id, 5)
    expect((await ofLogbook()).silent).toMatchObject([
      { instruction_id, name: 'Yard watch', reason: 'model_failed', pause_cause: 'failures' },
    ])
    await yard.maya.call(updateJob, { instruction_id, status: 'active' })
    expect((await ofLogbook()).silent).toEqual([])
    await yard.maya.call(updateJob, { instruction_id, status: 'paused', pause_reason: 'Painting' })
    expect((await ofLogbook()).silent).toEqual([])
    await yard.maya.call(deleteJob, { instruction_id })
  })

  test('names the cameras at which active jobs look for it, to who may see them [D6]', async () => {
    const jobs = [await yard.job({ prompt: 'Count the people.' }), await yard.job({ prompt: 'Count again.' })]
    expect((await ofLogbook()).camera_ids).toEqual([yard.camera_id])
    // Tom reads the logbook and may not see the camera.
    expect((await ofLogbook(yard.tom)).camera_ids).toEqual([])
    for (const { instruction_id } of jobs) await yard.maya.call(deleteJob, { instruction_id })
    expect((await ofLogbook()).camera_ids).toEqual([])
  })

  test('tells nothing to who may not read it [D6]', async () => {
    const { maya, tom, zoe } = yard
    const secret = await yard.logbook(maya, 'Payroll', 'private')
    for (const who of [tom, zoe])
      await expect(ofLogbook(who, secret)).rejects.toMatchObject({ status: 404, code: 'document.not_found' })
    await expect(ofLogbook(zoe)).rejects.toMatchObject({ status: 404, code: 'document.not_found' })
  })
})
