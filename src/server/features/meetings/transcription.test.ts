import { mkdir, symlink } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { diarizationStatus, readTranscript, retryDiarization } from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../../test/clock'
import { type App, makeApp } from '../../app'
import { jobsOf } from '../../platform/jobs/jobs'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { portsOf } from '../../platform/registry'
import {
  type Answering,
  fallsSilent,
  hears,
  LoopbackSpeech,
  refuses,
} from '../../platform/speech/testing/loopback-speech'
import { type Office, openOffice } from '../attachments/test-office'
import { over, records, sentence } from './test-meeting'
import { transcribe } from './transcribe-job'

const minute = 60_000
const key = 'sk-nobody-may-see'
let loopback: LoopbackSpeech
let office: Office
let bytes: Buffer
const others: App[] = []

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1', SPEECH_KEY: key })
  bytes = await sentence()
})
afterEach(async () => {
  await closeAllClients()
  for (const app of others.splice(0)) await app.close()
})
afterAll(() => loopback.close())

const words = hears({ start: 1, end: 3, text: 'Could you send me the figures?', speaker: 'A' })

/** A response that waits until it is released. */
function held(answering: Answering = words): { answering: Answering; goOn: () => void } {
  const held: (() => void)[] = []
  return {
    answering: (response: ServerResponse, request) => void held.push(() => void answering(response, request)),
    goOn: () => {
      for (const release of held.splice(0)) release()
    },
  }
}

/** Another server on the same database and files, with its own clock. */
async function another(clock = new TestClock()): Promise<{ app: App; clock: TestClock }> {
  const { settings, log, secrets, pool } = office.server.app.context
  const DATA_DIR = join(settings.DATA_DIR, `other ${others.length} ${clock.now()}`)
  await mkdir(DATA_DIR, { recursive: true })
  await symlink(join(settings.DATA_DIR, 'objects'), join(DATA_DIR, 'objects')).catch(() => {})
  const app = await makeApp({
    settings: { ...settings, DATA_DIR },
    clock,
    log,
    secrets,
    pool,
    webFolder: 'no-such-folder',
  })
  others.push(app)
  await app.listen()
  return { app, clock }
}

/** A clock this many milliseconds ahead of the server's. */
function later(milliseconds: number): TestClock {
  const clock = new TestClock()
  clock.advance(office.server.clock.now() + milliseconds - clock.now())
  return clock
}

const rowOf = async (doc_id: number) =>
  (await office.server.asOwner<Record<string, unknown>>('select * from recordings where doc_id = $1', [doc_id]))[0]
const jobOf = async (doc_id: number) =>
  (
    await office.server.asOwner<{ state: string; retry_count: number }>(
      `select state::text, retry_count from pgboss.job
       where name = $1 and (data->>'doc_id')::bigint = $2 order by created_on desc limit 1`,
      [transcribe.name, doc_id],
    )
  )[0]

/** The status events that readers receive for a recording, in order. */
const told = (client: LiveClient, doc_id: number): DiarizationStatus[] =>
  client.events.flatMap(({ change }) =>
    change.kind === 'diarization.status' && change.doc_id === doc_id ? [change.status] : [],
  )
const untilStage = (client: LiveClient, stage: string) =>
  client.until(
    frame =>
      frame.event === 'event' && frame.change.kind === 'diarization.status' && frame.change.status.stage === stage,
  )

describe('A recording with a speech model [D24]', () => {
  test('is transcribed, and its readers receive the progress, and nobody else', async () => {
    const { tom, maya, lena } = office
    const [toms, mayas, lenas] = await Promise.all([tom, maya, lena].map(who => LiveClient.listening(who)))
    if (!toms || !mayas || !lenas) throw new Error('Somebody is not listening.')
    loopback.will(words)
    const { doc_id } = await records(tom, bytes)
    await untilStage(toms, 'done')
    await untilStage(mayas, 'done')
    await lenas.ping()
    expect(lenas.events.filter(({ change }) => 'doc_id' in change && change.doc_id === doc_id)).toEqual([])
    const all = told(toms, doc_id)
    expect(all.map(status => status.stage)).toEqual(['queued', 'transcribing', 'summarising', 'done'])
    expect(all.map(status => status.progress)).toEqual([0, 0, 0.95, 1])
    expect(toms.events.map(({ change }) => change.kind)).toContain('transcript.changed')
    expect(await tom.call(readTranscript, { doc_id })).toMatchObject({
      version: 1,
      segments: [{ text: 'Could you send me the figures?', speaker: 1, start: 1, end: 3 }],
    })
    expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ has_words: true })
  })

  test('reports its progress at most once a second', async () => {
    const { tom, server } = office
    const client = await LiveClient.listening(tom)
    const { transcriber } = server.app.context
    const transcribe = vi.spyOn(transcriber, 'transcribe').mockImplementation(async (_sound, { onProgress }) => {
      for (let step = 1; step <= 50; step += 1) onProgress('transcribing', step / 100)
      server.clock.advance(999)
      onProgress('transcribing', 0.6)
      server.clock.advance(1)
      onProgress('separating', 0.8)
      server.clock.advance(1_000)
      return { hasWords: true, turns: [{ start: 0, end: 1, speaker: 1, text: 'So.' }] }
    })
    const { doc_id } = await records(tom, bytes)
    await untilStage(client, 'done')
    transcribe.mockRestore()
    const all = told(client, doc_id).filter(status => status.progress > 0)
    expect(all.map(({ stage, progress }) => [stage, progress])).toEqual([
      ['transcribing', expect.closeTo(0.57, 5)],
      ['separating', expect.closeTo(0.76, 5)],
      ['summarising', 0.95],
      ['done', 1],
    ])
  })

  test('fails when the service does, says so, and is transcribed on a retry', async () => {
    const { tom, server } = office
    loopback.will(refuses(401, { error: { message: `Wrong key ${key}` } }))
    const { doc_id } = await records(tom, bytes)
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed', reason: 'endpoint' })
    const lines = server.logLines.filter(line => line.includes('has no transcript'))
    expect(lines.at(-1)).toContain('HTTP 401 · Wrong key [secret]')
    expect(server.logLines.join('\n')).not.toContain(key)
    loopback.will(words)
    await tom.call(retryDiarization, { doc_id })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done', reason: null })
  })
})

describe('A recording whose document is deleted', () => {
  const gone = (doc_id: number) =>
    eventually(async () => expect(await rowOf(doc_id)).toMatchObject({ stage: 'failed', reason: 'gone' }))

  test('is dropped at once', async () => {
    const { tom } = office
    loopback.will(fallsSilent())
    const { doc_id } = await records(tom, bytes)
    const { closed } = await loopback.asked(1)
    await tom.call(deleteDocument, { doc_id })
    await closed
    await gone(doc_id)
    await expect(tom.call(diarizationStatus, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
  })

  test('is dropped by a server that missed the deletion, when it renews its hold', async () => {
    const { tom } = office
    loopback.will(fallsSilent())
    const { doc_id } = await records(tom, bytes)
    await loopback.asked(1)
    await office.server.asOwner('update documents set deleted_at = now() where id = $1', [doc_id])
    office.server.clock.advance(15_000)
    await gone(doc_id)
  })
})

describe('A server that ends while it processes a recording', () => {
  test('without a sign leaves it to the next one, and its own work has no effect', async () => {
    const { tom, server } = office
    const first = held()
    loopback.will(first.answering, words)
    const { doc_id } = await records(tom, bytes)
    await loopback.asked(1)
    // Its clock stands still, so this server sends no more heartbeats, as if it were killed.
    const second = await another(later(15_000))
    await jobsOf(second.app.context).whenIdle()
    expect(await jobOf(doc_id)).toEqual({ state: 'active', retry_count: 0 })
    // Time passes until the second has taken the job over: with more of it, its own work would seem abandoned too.
    await eventually(async () => {
      const job = await jobOf(doc_id)
      const isTaken = job?.state === 'completed' || (job?.state === 'active' && job.retry_count > 0)
      if (!isTaken) second.clock.advance(15_000)
      expect(await rowOf(doc_id)).toMatchObject({ stage: 'done' })
    })
    expect(loopback.received).toHaveLength(2)
    const row = await rowOf(doc_id)
    const transcript = await tom.call(readTranscript, { doc_id })
    expect(transcript).toMatchObject({ version: 1, segments: [{ speaker: 1 }] })

    first.goOn()
    await (await loopback.asked(1)).closed
    // It transcribes nothing from here on; other servers do.
    await jobsOf(server.app.context).close()
    expect(await rowOf(doc_id)).toEqual(row)
    expect((await tom.call(readTranscript, { doc_id })).segments).toEqual(transcript.segments)
  })

  test('cleanly returns it at once, without counting the attempt', async () => {
    const { tom } = office
    loopback.will(fallsSilent(), words)
    const first = await another()
    const { doc_id } = await records(tom, bytes)
    first.clock.advance(15_000)
    const { closed } = await loopback.asked(1)
    await first.app.close()
    await closed
    expect(await rowOf(doc_id)).toMatchObject({ stage: 'queued', progress: 0 })
    expect(await jobOf(doc_id)).toEqual({ state: 'retry', retry_count: 0 })
    await another()
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
  })

  test('again and again because of it fails it', async () => {
    const { tom, server } = office
    const { doc_id } = await records(tom, bytes)
    await server.asOwner(`update recordings set stage = 'transcribing' where doc_id = $1`, [doc_id])
    await server.asOwner(`update pgboss.job set retry_count = 3 where (data->>'doc_id')::bigint = $1`, [doc_id])
    loopback.will(words)
    const { clock } = await another()
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed', reason: 'internal' })
    expect(loopback.received).toHaveLength(0)
    await tom.call(retryDiarization, { doc_id })
    clock.advance(15_000)
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
  })
})

describe('Several servers on one database', () => {
  test('store each recording once, whichever is faster, and process at most two at once each', async () => {
    const { tom } = office
    const waiting = held()
    loopback.will(waiting.answering)
    const doc_ids: number[] = []
    for (let count = 0; count < 6; count += 1) doc_ids.push((await records(tom, bytes)).doc_id)
    const apps = [await another(), await another(later(1))]
    await loopback.asked(4)
    for (const { clock } of apps) for (let time = 0; time < 3; time += 1) clock.advance(15_000)
    await eventually(async () => {
      const states = (await Promise.all(doc_ids.map(jobOf))).map(found => found?.state)
      expect(states.sort()).toEqual(['active', 'active', 'active', 'active', 'created', 'created'])
    })
    expect(loopback.received).toHaveLength(4)
    loopback.will(words)
    waiting.goOn()
    for (const doc_id of doc_ids) expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
    expect(loopback.received).toHaveLength(2)
    expect(await Promise.all(doc_ids.map(rowOf))).toMatchObject(doc_ids.map(() => ({ version: 1 })))
    await Promise.all(apps.map(({ app }) => jobsOf(app.context).whenIdle()))
    expect(await Promise.all(doc_ids.map(jobOf))).toEqual(doc_ids.map(() => ({ state: 'completed', retry_count: 0 })))
  })
})

describe('The summary of a recording', () => {
  test('follows its transcript, starts again on the next server, and does no harm when it fails', async () => {
    const { tom } = office
    loopback.will(words)
    const { doc_id } = await records(tom, bytes)
    const first = await another()
    let endWaiting = () => {}
    const waiting = new Promise<never>((_resolve, reject) => {
      endWaiting = () => reject(new Error('The server stops.'))
    })
    const summarise = vi.spyOn(portsOf(first.app.context), 'summariseRecording').mockReturnValue(waiting)
    await eventually(() => expect(summarise).toHaveBeenCalled())
    expect(summarise).toHaveBeenCalledWith(
      first.app.context,
      { organization_id: tom.organization_id, doc_id },
      expect.anything(),
    )
    expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'summarising', progress: 0.95 })
    expect((await tom.call(readTranscript, { doc_id })).segments).toHaveLength(1)
    const closing = jobsOf(first.app.context).close()
    endWaiting()
    await closing
    expect(await rowOf(doc_id)).toMatchObject({ stage: 'summarising' })
    expect(await jobOf(doc_id)).toEqual({ state: 'retry', retry_count: 0 })

    const second = await another()
    const fails = vi
      .spyOn(portsOf(second.app.context), 'summariseRecording')
      .mockRejectedValue(new Error('No words came.'))
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done', reason: null })
    expect(fails).toHaveBeenCalledTimes(1)
    expect(loopback.received).toHaveLength(1)
  })
})

test('A server polls for recordings that another server enqueued', async () => {
  const { tom, server } = office
  loopback.will(words)
  const { app, clock } = await another()
  const { doc_id } = await records(tom, bytes)
  clock.advance(minute)
  expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
  expect(app.context).not.toBe(server.app.context)
})

test('A recording whose document was deleted before processing is not transcribed', async () => {
  const { tom } = office
  loopback.will(words)
  const { doc_id } = await records(tom, bytes)
  await tom.call(deleteDocument, { doc_id })
  await another()
  await eventually(async () => expect(await rowOf(doc_id)).toMatchObject({ stage: 'failed', reason: 'gone' }))
  expect(loopback.received).toHaveLength(0)
})

test('Jobs, which row level security does not cover, contain the ids of recordings and nothing else [D6]', async () => {
  const { zoe, server } = office
  loopback.will(words)
  const { doc_id } = await records(zoe, bytes)
  const { rows } = await server.pool.query('select data from pgboss.job where name = $1', [transcribe.name])
  expect(rows.map(row => Object.keys(row.data).sort())).toEqual(rows.map(() => ['doc_id', 'organization_id']))
  expect(rows).toContainEqual({ data: { organization_id: zoe.organization_id, doc_id } })
  expect((await server.pool.query('select from recordings')).rowCount).toBe(0)
})
