import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { createGraph } from '#shared/contract/graphs/endpoints'
import {
  type createJob,
  deleteJob,
  listWordsReaders,
  readJob,
  runJob,
  setOverlay,
  tryOutJob,
  updateJob,
} from '#shared/contract/jobs/endpoints'
import type { Job, Run } from '#shared/contract/jobs/job'
import { getConfig } from '#shared/contract/profile/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { deleteCamera } from '#shared/contract/sources/cameras'
import { changePermission } from '#shared/contract/sources/endpoints'
import { deleteOwnFrames, listOwnFrames } from '#shared/contract/sources/own-frames'
import type { Actor } from '../../../../test/actor'
import { runCleanups } from '../../../../test/maintenance'
import { writtenPicture } from '../../platform/vision/testing/written'
import { textOf } from '../search/test-hits'
import { pictureCleanups } from '../sources/retention'
import { advance, type JobsYard, openJobsYard, settled } from './test-jobs'

let yard: JobsYard
let graph_id: number

beforeAll(async () => {
  yard = await openJobsYard()
  const labels = { '0': 'Calm', '1': 'Queue' }
  graph_id = (await yard.maya.call(createGraph, { logbook_id: yard.doc_id, name: 'Mood', labels })).graph_id
})
afterAll(() => yard.device.close())

const board = (left: string, right: string) =>
  writtenPicture(
    [
      { text: left, x: 0.08, y: 0.4, size: 28 },
      { text: right, x: 0.58, y: 0.4, size: 28 },
    ],
    { width: 640, height: 360 },
  )

/** A job that does not run by itself while pictures are read. */
const createdJob = (fields: Partial<Input<typeof createJob>>, of = yard) =>
  of.job({ minute_interval: 500_000, ...fields })

const half = (id: string, name: string, x: number) => ({
  id,
  name,
  shape: { kind: 'rectangle' as const, x, y: 0, width: 0.5, height: 1 },
})
const rule = {
  id: 'long',
  region: 'left',
  measure: 'number',
  comparison: 'above',
  threshold: 5,
  hold_seconds: 0,
} as const
/** The queue is the number in the left half. */
const queueLook = () => ({
  regions: [half('left', 'Queue', 0)],
  rules: [{ rule, text: 'The queue is long.', label: { graph_id, label: 1 } }],
  reads_words: true,
})

async function ran({ instruction_id }: Pick<Job, 'instruction_id'>, of = yard): Promise<Run> {
  await of.maya.call(runJob, { instruction_id })
  await settled(of.server)
  const [run] = await of.runsOf(instruction_id)
  if (!run) throw new Error('There is no run.')
  return run
}

/** What somebody finds on pictures. */
async function found(query: string, who: Actor = yard.maya, params: Partial<Input<typeof search>> = {}) {
  const { hits } = await who.call(search, { query, ...params })
  return hits.flatMap(hit => (hit.kind === 'frame' ? { ...hit, text: textOf(hit.title) } : []))
}
/** Lets the time pass until a picture was taken; reading it takes its own time. */
async function untilTaken<T>(call: () => Promise<T>): Promise<T> {
  const taken = async () => (await yard.server.asOwner<{ count: string }>('select count(*) from frames'))[0]?.count
  const before = await taken()
  const answer = call()
  while ((await taken()) === before) await advance(yard.server, 50)
  return answer
}
const rows = () => yard.server.asOwner<{ frame_id: string }>('select frame_id from frame_words')

describe('The words and numbers on the pictures of a job [D48]', () => {
  test('give text and labels by rules, are named by the run, and are found by search', async () => {
    await yard.shows(await board('Waiting 7', 'Payroll'))
    const job = await createdJob({ graph_id, look: queueLook() })
    const run = await ran(job)
    expect(run).toMatchObject({
      status: 'succeeded',
      result: { title: 'The queue is long.', labels: [{ graph_id, label: 1, text: 'Queue' }] },
      read: { words: [{ areas: [{ area: 'Queue', text: 'Waiting 7', number: 7 }] }] },
    })
    const { last_run } = await yard.maya.call(readJob, { instruction_id: job.instruction_id })
    expect(last_run).toEqual(run)
    expect(run.read?.measured).toMatchObject({ 'Yard, Queue: number': 7 })
    const frame_id = run.read?.sources[0]?.frame_id ?? ''
    expect(await found('waiting')).toMatchObject([
      {
        frame_id,
        source: { kind: 'camera', camera_id: yard.camera_id },
        source_name: 'Yard',
        text: 'Waiting 7',
        at: run.read?.sources[0]?.taken_at,
      },
    ])
    // Only what lies in the region was read.
    expect(await found('payroll')).toEqual([])
    expect(await found('waitign')).toHaveLength(1)
    const { counts } = await yard.maya.call(search, { query: 'waiting', kinds: ['log'] })
    expect(counts).toContainEqual({ kind: 'frame', found: 1, is_more: false })

    await yard.shows(await board('Waiting 3', 'Payroll'))
    expect((await ran(job)).result).toMatchObject({ labels: [] })
    // The newest picture is too old to be used again.
    await yard.pass(60_000)
    const tried = await untilTaken(() =>
      yard.maya.call(tryOutJob, {
        instruction_text: 'Try',
        minute_interval: 5,
        timezone: 'UTC',
        source: { feed_ids: [yard.camera_id] },
        destination: { logbook_ids: [yard.doc_id] },
        look: { regions: [], rules: [], reads_words: true },
      }),
    )
    expect(tried.read.words?.[0]?.areas[0]?.text).toMatch(/Waiting 3[\s\S]*Payroll/)
    expect(await found('payroll')).toEqual([])
    await yard.maya.call(deleteJob, { instruction_id: job.instruction_id })
  })

  test('are looked for by a rule, whatever their case', async () => {
    await yard.shows(await board('Gate', 'Out of paper'))
    const words = { id: 'paper', region: null, measure: 'words', comparison: 'is', hold_seconds: 0 } as const
    const job = await createdJob({
      look: {
        regions: [],
        rules: [
          { rule: { ...words, threshold: 1, contains: 'out OF paper' }, text: 'Paper is missing.', label: null },
          { rule: { ...words, id: 'ink', threshold: 1, contains: 'ink' }, text: 'Ink is missing.', label: null },
        ],
        reads_words: true,
      },
    })
    expect((await ran(job)).result).toMatchObject({ title: 'Paper is missing.', content: '' })
    await yard.maya.call(deleteJob, { instruction_id: job.instruction_id })
    for (const broken of [
      { ...words, threshold: 1 },
      { ...rule, contains: 'seven' },
    ])
      await expect(
        createdJob({ look: { regions: [half('left', 'Queue', 0)], rules: [{ rule: broken }], reads_words: true } }),
      ).rejects.toMatchObject({ status: 400 })
  })

  test('are not read unless the job asks for it', async () => {
    await yard.shows(await board('Unasked 9', 'Payroll'))
    const job = await createdJob({ graph_id, look: { ...queueLook(), reads_words: false } })
    expect(job.look.reads_words).toBe(false)
    const before = (await rows()).length
    const run = await ran(job)
    expect(run).toMatchObject({ status: 'succeeded', result: { title: 'Yard watch', labels: [] } })
    expect(run.read?.words).toBeUndefined()
    expect(await rows()).toHaveLength(before)
    await yard.maya.call(deleteJob, { instruction_id: job.instruction_id })
  })

  test('behind the mask of the job are not read, and never kept with the run', async () => {
    await yard.shows(await board('Hidden', 'Public'))
    const job = await createdJob({ look: { regions: [], rules: [], reads_words: true } })
    const paint = (width: number, background: string) =>
      sharp({ create: { width, height: 360, channels: 4, background } }).png()
    const shown = await paint(320, '#ffffffff').toBuffer()
    const mask = await paint(640, '#00000000')
      .composite([{ input: shown, left: 320, top: 0 }])
      .toBuffer()
    const { instruction_id } = job
    await yard.maya.call(setOverlay, { instruction_id, image: `data:image/png;base64,${mask.toString('base64')}` })
    const run = await ran(job)
    expect(run.read?.words?.[0]?.areas).toMatchObject([{ area: '', text: 'Public' }])
    expect(await found('hidden')).toEqual([])
    expect(await found('public')).toHaveLength(1)
    const [stored] = await yard.server.asOwner<{ read: string }>('select read::text from job_runs where id = $1', [
      run.run_id,
    ])
    expect(stored?.read).toContain('"sources"')
    expect(stored?.read).not.toContain('Public')
    await yard.maya.call(deleteJob, { instruction_id })
  })
})

describe('Who finds the words on a picture [D48]', () => {
  test('those who may see the picture, as long as they may; for nobody else it changes an answer', async () => {
    const { maya, dev, tom, lena, zoe, server } = yard
    const camera_id = await yard.camera('Back', { url: yard.device.address('/still.jpg').href }, maya)
    await yard.shows(await board('Zeppelin', 'Hangar'))
    const job = await createdJob({
      source: { feed_ids: [camera_id] },
      look: { regions: [], rules: [], reads_words: true },
    })
    await ran(job)
    await maya.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    for (const who of [maya, dev, tom]) {
      expect(await found('zeppelin', who)).toHaveLength(1)
      expect(await found('zepelin', who)).toHaveLength(1)
    }
    for (const who of [lena, zoe]) {
      const ofNowhere = await who.call(search, { query: 'xylophonist' })
      for (const query of ['zeppelin', 'zepp', 'zepelin']) expect(await who.call(search, { query })).toEqual(ofNowhere)
    }
    await expect(server.stranger().call(search, { query: 'zeppelin' })).rejects.toMatchObject({ status: 401 })
    await maya.call(changePermission, { camera_id, user_ids: [] })
    expect(await found('zeppelin', tom)).toEqual([])
    expect((await yard.runsOf(job.instruction_id))[0]?.read?.words).toHaveLength(1)

    const [hit] = await found('zeppelin')
    await server.asOwner(`update frames set taken_at = taken_at - interval '100 days', kept = false where id = $1`, [
      hit?.frame_id,
    ])
    expect(await found('zeppelin')).toEqual([])
    expect((await rows()).map(row => row.frame_id)).toContain(hit?.frame_id)
    await runCleanups(server, pictureCleanups(server.app.context.objects, server.app.context.settings))
    expect((await rows()).map(row => row.frame_id)).not.toContain(hit?.frame_id)
    const known = await server.asOwner(`select from known_words where word = 'zeppelin'`)
    expect(known).toEqual([])
    await maya.call(deleteJob, { instruction_id: job.instruction_id })
  })

  test('nobody after the camera was removed', async () => {
    const camera_id = await yard.camera('Side', { url: yard.device.address('/still.jpg').href }, yard.maya)
    await yard.shows(await board('Marmalade', 'Jar'))
    const job = await createdJob({
      source: { feed_ids: [camera_id] },
      look: { regions: [], rules: [], reads_words: true },
      writes_when: 'when_noteworthy',
    })
    await ran(job)
    expect(await found('marmalade')).toHaveLength(1)
    await yard.maya.call(deleteJob, { instruction_id: job.instruction_id })
    await yard.maya.call(deleteCamera, { feedId: camera_id })
    expect(await found('marmalade')).toEqual([])
  })

  test('of a screen, its person learns who found them, and deletes them with the picture', async () => {
    const { maya, tom, server } = yard
    const id = randomUUID()
    const { organization_id } = maya
    await server.asOwner('insert into screens (organization_id, user_id) values ($1, $2) on conflict do nothing', [
      organization_id,
      tom.user_id,
    ])
    await server.asOwner(
      `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
       values ($1, $2, 'screen', $3, $4, $5, 1)`,
      [organization_id, id, tom.user_id, new Date(server.clock.now() - 1_000).toISOString(), `frames/${id}`],
    )
    await server.asOwner(`insert into frame_words (organization_id, frame_id, areas, text) values ($1, $2, '[]', $3)`, [
      organization_id,
      id,
      'Quarterly figures',
    ])
    expect(await found('quarterly')).toMatchObject([{ frame_id: id, source: { kind: 'screen' } }])
    expect(await found('quarterly', yard.ana)).toEqual([])
    const items = await tom.call(listOwnFrames, {})
    expect(items.find(frame => frame.id === id)?.seen_by).toMatchObject([{ name: 'Maya Okafor', is_job: false }])
    await tom.call(deleteOwnFrames, { ids: [id] })
    expect(await found('quarterly')).toEqual([])
    expect((await rows()).map(row => row.frame_id)).not.toContain(id)
  })
})

describe('That words are read [D48]', () => {
  test('is seen by the watched and by all who may see the source; the name of the job by who may see that', async () => {
    const { maya, dev, tom, lena, zoe, server } = yard
    const camera_id = await yard.camera('Front', { url: yard.device.address('/still.jpg').href }, maya)
    await maya.call(changePermission, { camera_id, user_ids: [lena.user_id] })
    const look = { regions: [], rules: [], reads_words: true }
    const job = await createdJob({ source: { feed_ids: [camera_id], user_ids: [tom.user_id] }, look })
    const ofCamera = { source: { kind: 'camera', camera_id } } as const
    const ofTom = { source: { kind: 'screen', user_id: tom.user_id } } as const
    const named = [{ instruction_id: job.instruction_id, name: 'Yard watch' }]
    const nameless = [{ instruction_id: null, name: null }]
    expect(await maya.call(listWordsReaders, ofCamera)).toEqual(named)
    expect(await lena.call(listWordsReaders, ofCamera)).toEqual(nameless)
    expect(await tom.call(listWordsReaders, ofTom)).toEqual(nameless)
    for (const [who, asked] of [
      [tom, ofCamera],
      [lena, ofTom],
      [zoe, ofCamera],
    ] as const)
      await expect(who.call(listWordsReaders, asked)).rejects.toMatchObject({ status: 404, code: 'source.not_found' })
    await expect(server.stranger().call(listWordsReaders, ofCamera)).rejects.toMatchObject({ status: 401 })
    const { instruction_id } = job
    await maya.call(updateJob, { instruction_id, look: { ...look, reads_words: false } })
    expect(await dev.call(listWordsReaders, ofCamera)).toEqual([])
    await maya.call(deleteJob, { instruction_id })
  })
})

test('A server without a reader says so, refuses such a job, and runs one that it has without the words [D48]', async () => {
  const poor = await openJobsYard({ TESSERACT_PATH: '/nowhere/tesseract' })
  const { maya, server } = poor
  expect(await maya.call(getConfig, {})).toMatchObject({ reads_words: false })
  const look = { regions: [half('left', 'Queue', 0)], rules: [{ rule: { ...rule }, text: 'Long.' }], reads_words: true }
  await expect(createdJob({ look }, poor)).rejects.toMatchObject({ status: 400, code: 'job.words_unavailable' })
  const job = await createdJob({ look: { ...look, reads_words: false } }, poor)
  const { instruction_id } = job
  await expect(maya.call(updateJob, { instruction_id, look })).rejects.toMatchObject({ code: 'job.words_unavailable' })
  await server.asOwner(`update jobs set look = look || '{"reads_words": true}' where id = $1`, [instruction_id])
  expect(await maya.call(updateJob, { instruction_id, instruction_text: 'Renamed' })).toMatchObject({
    look: { reads_words: true },
  })
  await poor.shows(await board('Waiting 7', 'Gate'))
  expect(await ran(job, poor)).toMatchObject({
    status: 'succeeded',
    result: { title: 'Renamed' },
    read: { words_missing: 'no_reader' },
  })
  await poor.device.close()
})
