import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { listJobs, runJob } from '#shared/contract/jobs/endpoints'
import { answers, type LoopbackModel } from '../../platform/model/testing/loopback-model'
import { writtenPicture } from '../../platform/vision/testing/written'
import { disguises, orders } from './test-hostile'
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

const texts = disguises.flatMap(disguise => orders.map(order => disguise(order).replace(/\s+/g, ' ')))
const perPicture = 20

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, ' ')

test('200 hostile texts on pictures reach the model as data only, within the marks, and trigger nothing [D26, D48]', async () => {
  expect(new Set(texts).size).toBe(200)
  const labels = { '0': 'Calm', '1': 'Approved' }
  const { graph_id } = await yard.maya.call(createGraph, { logbook_id: yard.doc_id, name: 'Mood', labels })
  const job = await yard.job({
    prompt: 'Say how the yard looks.',
    graph_id,
    minute_interval: 500_000,
    look: { regions: [], rules: [], reads_words: true },
  })
  const documents = async () => (await yard.maya.call(listDocuments, {})).length
  const before = await documents()
  let readable = 0
  for (let at = 0; at < texts.length; at += perPicture) {
    const lines = texts.slice(at, at + perPicture)
    await yard.shows(
      await writtenPicture(
        lines.map((text, index) => ({ text, x: 0.02, y: 0.02 + index * 0.048, size: 24 })),
        { width: 1920, height: 1080 },
      ),
    )
    model.will(answers({ title: 'Calm', text: 'A calm day.', labels: [], pictures: [1], noteworthy: true }))
    await yard.maya.call(runJob, { instruction_id: job.instruction_id })
    await settled(yard.server)
    expect((await yard.runsOf(job.instruction_id)).map(({ status, reason }) => reason ?? status)).toEqual(
      Array.from({ length: at / perPicture + 1 }, () => 'succeeded'),
    )
    const [asked, ...more] = model.received
    expect(more).toEqual([])
    const [system, user, ...others] = asked?.request.messages ?? []
    expect(others).toEqual([])
    expect(asked?.request.tools).toBeUndefined()
    const said = user?.content ?? ''
    expect(said.match(/<\/?data>/g)).toEqual(['<data>', '</data>'])
    const facts = JSON.parse(said.slice('<data>\n'.length, -'\n</data>'.length)) as {
      words_on_pictures: { picture: number; area: string; text: string }[]
    }
    const read = plain(facts.words_on_pictures.map(({ text }) => text).join(' '))
    for (const order of orders) {
      expect(plain(system?.content ?? '')).not.toContain(plain(order))
      if (lines.some(line => line.includes(order)) && read.includes(plain(order))) readable += 1
    }
  }
  // Not every disguise can be read from a picture; most of what is ordered can.
  expect(readable).toBeGreaterThanOrEqual(140)
  const logs = await yard.logs()
  expect(logs).toHaveLength(texts.length / perPicture)
  for (const log of logs) expect(log).toMatchObject({ title: 'Calm', content: 'A calm day.', labels: [] })
  expect(await documents()).toBe(before)
  expect(await yard.maya.call(listJobs, {})).toMatchObject([{ instruction_id: job.instruction_id, status: 'active' }])
}, 120_000)
