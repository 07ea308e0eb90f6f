import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeReferences,
  readJob,
  removeOverlay,
  runJob,
  setOverlay,
  tryOutJob,
} from '#shared/contract/jobs/endpoints'
import { readFrames } from '#shared/contract/sources/endpoints'
import { answers, type LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, settled, yardPicture } from './test-jobs'
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

/** A mask that shows the right half. */
async function rightHalf(): Promise<string> {
  const white = await sharp({ create: { width: 320, height: 360, channels: 4, background: '#ffffffff' } })
    .png()
    .toBuffer()
  const mask = await sharp({ create: { width: 640, height: 360, channels: 4, background: '#00000000' } })
    .composite([{ input: white, left: 320, top: 0 }])
    .png()
    .toBuffer()
  return `data:image/png;base64,${mask.toString('base64')}`
}

/** The mean difference of two pictures in a part of them, of 255. */
async function difference(one: Buffer, other: Buffer, left: number): Promise<number> {
  const part = (picture: Buffer) =>
    sharp(picture).extract({ left, top: 0, width: 300, height: 360 }).greyscale().raw().toBuffer()
  const [a, b] = await Promise.all([part(one), part(other)])
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

const said = { title: 'All quiet', text: 'The gate is closed.', labels: [], pictures: [1], noteworthy: true }

/** The pictures that the model was sent. */
const sentPictures = () =>
  model.received.flatMap(({ request }) => request.messages.flatMap(({ pictures = [] }) => pictures))

describe('The area of a job [D28, D29]', () => {
  test('is all that the model and the readers of the log see; the rest is blurred beyond recognition', async () => {
    const job = await yard.job({ prompt: 'Say whether the gate is open.' })
    const { instruction_id } = job
    const masked = await yard.maya.call(setOverlay, { instruction_id, image: await rightHalf() })
    expect(masked.overlay_frame_url).toContain('/objects/')
    const original = await yardPicture('closed')
    await yard.shows(original)
    model.will(answers(said))
    await yard.maya.call(runJob, { instruction_id })
    await settled(yard.server)
    const [sent] = sentPictures()
    const seen = Buffer.from(sent ?? '', 'base64')
    expect(await difference(seen, original, 0)).toBeGreaterThan(8)
    expect(await difference(seen, original, 340)).toBeLessThan(3)

    const [log] = await yard.logs()
    const [frame] = await yard.maya.call(readFrames, { ids: log?.frame_ids ?? [] })
    const shown = Buffer.from(await (await fetch(new URL(frame?.url ?? '', yard.server.url))).arrayBuffer())
    expect(shown.equals(seen)).toBe(true)
    await yard.maya.call(removeOverlay, { instruction_id })
    expect((await yard.maya.call(readJob, { instruction_id })).overlay_frame_url).toBeNull()
  })

  test('must be a PNG', async () => {
    const { instruction_id } = await yard.job()
    const jpeg = `data:image/png;base64,${(await yardPicture('open')).toString('base64')}`
    for (const image of ['', 'data:image/png;base64,', 'data:image/png;base64,AAAA', jpeg])
      await expect(yard.maya.call(setOverlay, { instruction_id, image })).rejects.toMatchObject({
        status: 400,
        code: 'job.overlay_invalid',
      })
  })
})

describe('Reference pictures [3.15]', () => {
  test('are kept, and shown with the job', async () => {
    const { instruction_id } = await yard.job()
    await yard.maya.call(runJob, { instruction_id })
    await settled(yard.server)
    const [run] = await yard.runsOf(instruction_id)
    const references = run?.result?.frame_ids ?? []
    const job = await yard.maya.call(changeReferences, { instruction_id, references })
    expect(job.references).toMatchObject([{ id: references[0], url: expect.stringContaining('/objects/') }])
    await expect(
      yard.maya.call(changeReferences, { instruction_id, references: ['99999999-9999-4999-8999-999999999999'] }),
    ).rejects.toMatchObject({ code: 'frame.not_found' })
  })
})

describe('Trying a job out', () => {
  test('shows what it would write, and writes nothing', async () => {
    const before = (await yard.logs()).length
    model.will(answers(said))
    const fields = {
      instruction_text: 'Gate',
      prompt: 'Say whether the gate is open.',
      minute_interval: 5,
      timezone: 'UTC',
      source: { feed_ids: [yard.camera_id] },
      destination: { logbook_ids: [yard.doc_id] },
    }
    const call = yard.maya.call(tryOutJob, fields)
    const tried = await yard.untilAnswered(call)
    expect(tried).toMatchObject({
      result: { title: 'All quiet', content: 'The gate is closed.', labels: [] },
      reason: null,
      read: { sources: [{ name: 'Yard', reason: null }] },
    })
    expect(await yard.logs()).toHaveLength(before)
  })
})
