import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { diarizationStatus, readTranscript } from '#shared/contract/meetings/endpoints'
import { eventually } from '#shared/testing/eventually'
import { Actor } from '../../../../test/actor'
import { buildServer } from '../../../../test/built-server'
import { newFolder, ServerProcess, tidy } from '../../../../test/server-process'
import { rightShare } from '../../platform/speech/splitter/testing/score'
import { meeting, over, records } from './test-meeting'

// Whole servers start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let program: string
beforeAll(async () => {
  program = await buildServer()
})
afterAll(tidy)

/** As if the server had been killed a minute earlier. */
async function expireHeartbeats(serverProcess: ServerProcess): Promise<void> {
  const { host, port } = serverProcess.database() ?? {}
  const password = readFileSync(join(serverProcess.dataFolder, 'postgres.password'), 'utf8').trim()
  const client = new pg.Client({ host, port, user: 'postgres', password, database: 'wheelhouse' })
  await client.connect()
  const { rowCount } = await client.query(
    `update pgboss.job set started_on = started_on - interval '1 minute'
     where name = 'meetings.transcribe' and state = 'active'`,
  )
  expect(rowCount).toBe(1)
  await client.end()
}

test('A recording is started again after the server was killed, processed in a thread, and stored once [1.5a, D24]', async () => {
  const { bytes, pieces } = await meeting('en+Annie', 'en-us+Andy', 'nl+belinda')
  const folder = await newFolder()
  let serverProcess = new ServerProcess(program, folder)
  const server = { url: await serverProcess.ready() }
  const maya = new Actor(server, '127.0.0.1')
  await maya.signUp({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  const { doc_id } = await records(maya, bytes)
  await eventually(async () =>
    expect(await maya.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'separating' }),
  )
  await serverProcess.kill()
  await expireHeartbeats(serverProcess)

  serverProcess = new ServerProcess(program, folder)
  server.url = await serverProcess.ready()
  expect(await over(maya, doc_id)).toMatchObject({ stage: 'done', reason: null })
  const transcript = await maya.call(readTranscript, { doc_id })
  expect(transcript).toMatchObject({ version: 1, speakers: [{ speaker: 1 }, { speaker: 2 }, { speaker: 3 }] })
  expect(rightShare(pieces, transcript.segments)).toBeGreaterThanOrEqual(0.85)

  serverProcess.signal('SIGTERM')
  expect(await serverProcess.exited).toBe(0)
  expect(serverProcess.stderr).toBe('')
})

test('A recording is transcribed although the embedded database was killed meanwhile', async () => {
  const { bytes } = await meeting('en+Annie', 'en-us+Andy')
  const serverProcess = new ServerProcess(program, await newFolder())
  const maya = new Actor({ url: await serverProcess.ready() }, '127.0.0.1')
  await maya.signUp({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  const { doc_id } = await records(maya, bytes)
  await eventually(async () =>
    expect(await maya.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'separating' }),
  )
  serverProcess.killDatabase()
  await serverProcess.says(/is back after/)
  expect(await over(maya, doc_id)).toMatchObject({ stage: 'done', reason: null })
  expect(await maya.call(readTranscript, { doc_id })).toMatchObject({ version: 1 })
  expect(serverProcess.stdout).not.toMatch(/pgboss\.job|"query"/)
  serverProcess.signal('SIGTERM')
  expect(await serverProcess.exited).toBe(0)
})
