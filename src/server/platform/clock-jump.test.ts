import { beforeEach, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createJob, listRuns } from '#shared/contract/jobs/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { sendEmailCode } from '#shared/contract/session/endpoints'
import type { Actor } from '../../../test/actor'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { jobsOf } from './jobs/jobs'
import { LiveClient } from './live/testing/live-client'

const hour = 3_600_000
const day = 24 * hour
let server: TestServer
let maya: Actor
let doc_id: number

beforeEach(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  ;({ doc_id } = await maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' }))
})

const contents = async () => (await maya.call(readLogs, { doc_id })).logs.map(log => log.content)

describe('When the clock of the server jumps', () => {
  test('back by a day, people stay signed in, sockets go on, nothing is lost, and codes reach those who ask', async () => {
    // The clock was wrong, and ahead.
    server.clock.set(day)
    await maya.signIn(maya.address)
    await maya.call(writeLog, { doc_id, content: 'Tomorrow.' }, { key: 'tomorrow' })
    for (let codes = 1; codes < 5; codes += 1) await maya.call(sendEmailCode, { email: maya.address })
    const client = await LiveClient.listening(maya)

    server.clock.set(-day)
    await maya.call(writeLog, { doc_id, content: 'Today.' })
    await maya.call(writeLog, { doc_id, content: 'Tomorrow.' }, { key: 'tomorrow' })
    expect((await contents()).sort()).toEqual(['Today.', 'Tomorrow.'])
    await client.until(frame => frame.event === 'event' && JSON.stringify(frame).includes('Today.'))
    expect(await client.ping()).toBe('pong')
    await client.leave()
    await maya.signIn(maya.address)
  })

  test('forward by a day, tokens end with a clear answer, and a job makes up for one run, not for each', async () => {
    const job = { instruction_text: 'Sum up', prompt: 'Sum up.', minute_interval: 60, timezone: 'UTC' }
    const places = { source: { logbook_ids: [doc_id] }, destination: { logbook_ids: [doc_id] } }
    const { instruction_id } = await maya.call(createJob, { ...job, ...places })
    const jobs = jobsOf(server.app.context)
    server.clock.set(day)
    expect(await maya.reply(readLogs, { doc_id })).toMatchObject({ status: 401, code: 'session.required' })
    await maya.signIn(maya.address)
    server.clock.advance(10_000)
    await jobs.whenIdle()
    const runs = await maya.call(listRuns, { instruction_id })
    expect(runs).toHaveLength(1)
    server.clock.set(-day)
    server.clock.advance(10_000)
    await jobs.whenIdle()
    expect(await maya.call(listRuns, { instruction_id })).toHaveLength(1)
  })
})
