import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { expectPrinted } from '#shared/testing/console'
import { endSession, useSession } from '../../../platform/session'
import { settled } from '../../../platform/test-environment'
import { withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { useOnMeeting } from '../on-meeting'
import { documentOf, fileOf } from '../test-transcripts'
import { type Meetings, runMeetings, useMeeting } from './meetings'
import { denied, FakeBrowser, wholePart } from './test-meeting'

withServer()
withEnglish()

let browser: FakeBrowser
let kill: () => void
let meetings: Meetings
/** What the server has: the text of each part by number, for each upload. */
let uploads: Map<string, Map<number, string>>
let finished: string[]
let started: Received[]
let isAway: boolean
const ids = [
  '0b0e7c1e-0000-4000-8000-000000000001',
  '0b0e7c1e-0000-4000-8000-000000000002',
  '0b0e7c1e-0000-4000-8000-000000000003',
]
const params = { name: 'Monday round', access: 'private' as const, branch_id: null }

beforeEach(() => {
  browser = new FakeBrowser()
  uploads = new Map()
  finished = []
  isAway = false
  signInAs(7, { organizationId: 3 })
  serve(startUpload, () => {
    if (isAway) return Response.error()
    const file_id = ids[uploads.size] ?? ''
    uploads.set(file_id, new Map())
    return { file_id, batch_id: file_id, part_bytes: 1_048_576, parts: [], expires_at: '2026-11-21T14:04:00.000Z' }
  })
  serve(uploadPart, ({ params, text }) => {
    if (isAway) return Response.error()
    const upload = uploads.get(params.file_id ?? '')
    if (!upload) return apiError('upload.not_found')
    upload.set(Number(params.part), text)
    return null
  })
  serve(finishUpload, ({ body }) => {
    if (isAway) return Response.error()
    finished.push(String(body.file_id))
    return fileOf(String(body.file_id))
  })
  started = serve(startDiarization, () => (isAway ? Response.error() : documentOf(5)))
  newPage()
})
afterEach(() => {
  meetings.end()
  useOnMeeting.getState().update({ isOnMeeting: false, isShown: false, kept: [] })
  endSession()
})

function newPage() {
  const tab = browser.tab()
  kill = tab.kill
  meetings = runMeetings(tab.environment)
}
const state = () => useMeeting.getState().shown?.state
const recording = () => {
  const { recording } = meetings
  if (!recording) throw new Error('Nobody is signed in.')
  return recording
}
/** Waits until everything that happens by itself has happened. */
async function calm() {
  for (let turn = 0; turn < 40; turn += 1) await settled()
}
async function begin() {
  recording().record(params, null)
  await calm()
  expect(state()).toBe('recording')
}
async function record(...words: string[]) {
  for (const word of words) {
    await browser.clock.pass(1_000)
    browser.microphone.deliver(word)
  }
  await calm()
}
const soundOf = (file_id: string) =>
  [...(uploads.get(file_id) ?? [])]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join('')

describe('Recording a meeting [1.13, 3.20, D40]', () => {
  test('may start while the search for recordings of earlier pages is still running', async () => {
    void meetings.restore()
    recording().record(params, null)
    await calm()
    expect(state()).toBe('recording')
  })

  test('sound is sent while it is recorded, and becomes a document after Stop', async () => {
    await begin()
    expect(useOnMeeting.getState()).toMatchObject({ isOnMeeting: true, isShown: true })
    await record('a', 'b', 'c', 'd', 'e', 'f')
    expect(soundOf(ids[0] ?? '')).toBe('abcde')
    meetings.control('stop')
    expect(browser.microphone.isOpen).toBe(false)
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('abcdef')
    expect(finished).toEqual([ids[0]])
    expect(started.map(call => call.body)).toMatchObject([
      { file_ids: [ids[0]], document_name: 'Monday round', access: 'private', recorded_at: '2026-11-20T14:04:00.000Z' },
    ])
    expect(useOnMeeting.getState()).toMatchObject({ isOnMeeting: false, isShown: false, kept: [] })
    expect(browser.storage.reels.size).toBe(0)
    expect(browser.storage.pieces.size).toBe(0)
  })

  test('pieces stay on the device until the document exists, whatever the server has confirmed', async () => {
    await begin()
    await record('a', 'b', 'c', 'd', 'e')
    expect(soundOf(ids[0] ?? '')).toBe('abcde')
    expect(browser.storage.pieces.size).toBe(5)
  })

  test('without a network it continues to record, says so, and sends everything later', async () => {
    isAway = true
    await begin()
    await record('a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(state()).toBe('recording')
    expect(useMeeting.getState().shown?.isReached).toBe(false)
    isAway = false
    browser.reconnect()
    await calm()
    expect(useMeeting.getState().shown?.isReached).toBe(true)
    meetings.control('stop')
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('abcdefg')
    expect(started).toHaveLength(1)
  })

  test('a page that crashed loses nothing: its recording is found, continues in a second file, and becomes one meeting', async () => {
    await begin()
    await record('a', 'b', 'c', 'd', 'e', 'f')
    kill()
    newPage()
    await meetings.restore()
    await calm()
    expect(state()).toBe('kept')
    expect(useMeeting.getState().shown).toMatchObject({ name: 'Monday round', seconds: 6 })
    expect(useOnMeeting.getState()).toMatchObject({ isOnMeeting: false, isShown: true })
    recording().do({ type: 'continue' })
    await calm()
    await record('g')
    meetings.control('stop')
    await calm()
    expect([soundOf(ids[0] ?? ''), soundOf(ids[1] ?? '')]).toEqual(['abcdef', 'g'])
    expect(started.map(call => call.body.file_ids)).toEqual([[ids[0], ids[1]]])
  })

  test('a recording that was found can be finished as it is, or discarded', async () => {
    await begin()
    await record('a', 'b')
    kill()
    newPage()
    await meetings.restore()
    recording().do({ type: 'stop' })
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('ab')
    expect(started).toHaveLength(1)

    await begin()
    await record('c')
    kill()
    newPage()
    await meetings.restore()
    recording().do({ type: 'discard' })
    await calm()
    expect(browser.storage.pieces.size).toBe(0)
    expect(useOnMeeting.getState().kept).toEqual([])
    expect(started).toHaveLength(1)
  })

  test('after a crash that follows Stop, the next page sends the rest without asking', async () => {
    isAway = true
    await begin()
    await record('a', 'b')
    meetings.control('stop')
    await calm()
    kill()
    isAway = false
    newPage()
    await meetings.restore()
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('ab')
    expect(started).toHaveLength(1)
  })

  test('an upload that the server forgot is sent again from its beginning', async () => {
    await begin()
    await record('a', 'b', 'c', 'd', 'e')
    uploads.get(ids[0] ?? '')?.clear()
    uploads.delete(ids[0] ?? '')
    uploads.set('lost', new Map())
    meetings.control('stop')
    browser.microphone.deliver('f')
    await calm()
    expect(soundOf(ids[1] ?? '')).toBe('abcdef')
    expect(started.map(call => call.body.file_ids)).toEqual([[ids[1]]])
  })

  test('a full device first drops what the server has, then says so at once, and keeps the rest', async () => {
    browser.storage.freePieces = 5
    await begin()
    await record('a', 'b', 'c', 'd', 'e')
    await record('f')
    expect(useMeeting.getState().shown?.isKept).toBe(true)
    expect(browser.storage.pieces.size).toBe(1)
    browser.storage.freePieces = 0
    await record('g')
    expect(useMeeting.getState().shown?.isKept).toBe(false)
    expect(state()).toBe('recording')
    meetings.control('stop')
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('abcdefg')
    expectPrinted('There was no room for a piece of a recording. Error: QuotaExceededError')
    expectPrinted('There was no room for a piece of a recording. Error: QuotaExceededError')
  })

  test('parts are as large as the server accepts', async () => {
    isAway = true
    await begin()
    await record(`${wholePart}y`)
    isAway = false
    meetings.control('stop')
    browser.reconnect()
    await calm()
    expect([...(uploads.get(ids[0] ?? '')?.values() ?? [])].map(text => text.length)).toEqual([wholePart.length, 1])
  })

  test('Restart deletes the recording and starts again', async () => {
    await begin()
    await record('a', 'b')
    recording().do({ type: 'restart' })
    await calm()
    expect(state()).toBe('recording')
    expect(browser.microphones).toHaveLength(2)
    await record('c')
    meetings.control('stop')
    await calm()
    expect(soundOf(ids[0] ?? '')).toBe('c')
  })

  test('its length is the time that passed, even when the clock is set back by an hour meanwhile', async () => {
    await begin()
    await record('a')
    browser.clock.set(-3_600_000)
    await record('b')
    meetings.control('pause')
    expect(useMeeting.getState().shown).toMatchObject({ state: 'paused', seconds: 2 })
  })

  test('a pause does not count, and unplugging the microphone pauses with a message', async () => {
    await begin()
    await record('a')
    meetings.control('pause')
    expect(browser.microphone.isPaused).toBe(true)
    await browser.clock.pass(60_000)
    meetings.control('resume')
    await record('b')
    browser.microphone.lose()
    await calm()
    expect(useMeeting.getState().shown).toMatchObject({ state: 'paused', trouble: 'lost', seconds: 2 })
    expect(browser.awake).toBe(0)
    meetings.control('resume')
    await calm()
    expect(browser.microphones).toHaveLength(2)
    expect(state()).toBe('recording')
  })

  test('without permission nothing starts, and the reason is shown', async () => {
    browser.refuses = denied
    recording().record(params, null)
    await calm()
    expect(useMeeting.getState().shown).toMatchObject({ state: 'idle', trouble: 'denied' })
    expect(browser.storage.reels.size).toBe(0)
    browser.refuses = null
    await begin()
  })

  test('signing out releases the microphone; the recording waits for its owner, and nobody else sees it', async () => {
    await begin()
    await record('a', 'b')
    const { microphone } = browser
    endSession()
    await calm()
    expect(microphone.isOpen).toBe(false)
    expect(useOnMeeting.getState()).toMatchObject({ isOnMeeting: false, isShown: false, kept: ['7.3'] })
    signInAs(8, { organizationId: 3 })
    await meetings.restore()
    await calm()
    expect(state()).toBeUndefined()
    signInAs(7, { organizationId: 3 })
    await meetings.restore()
    await calm()
    expect(state()).toBe('kept')
  })

  test('switching the workspace ends it like switching the account', async () => {
    await begin()
    const { microphone } = browser
    useSession.setState({ organizationId: 4 })
    await calm()
    expect(microphone.isOpen).toBe(false)
  })

  test('recording ends by itself after four hours', async () => {
    await begin()
    await record('a')
    await browser.clock.pass(4 * 60 * 60 * 1000)
    await calm()
    expect(started).toHaveLength(1)
    expect(browser.microphone.isOpen).toBe(false)
  })

  test('a refusal of the server is shown, and can be tried again', async () => {
    serve(startDiarization, apiError('attachment.too_long'))
    await begin()
    await record('a')
    meetings.control('stop')
    await calm()
    expect(useMeeting.getState().shown).toMatchObject({ state: 'failed', failure: { code: 'attachment.too_long' } })
    expect(useOnMeeting.getState().kept).toEqual(['7.3'])
    started = serve(startDiarization, documentOf(5))
    recording().do({ type: 'retry' })
    await calm()
    expect(started).toHaveLength(1)
  })
})

describe('Two tabs of one browser [D40]', () => {
  test('the second one cannot record; it sees the first one’s recording, and can stop it', async () => {
    await begin()
    await record('a')
    const first = meetings
    const other = browser.tab()
    // Simulates a second page in the same test. It has its own runner, and the store of this page shows what it
    // receives.
    const { Meetings: Runner } = await import('./meetings')
    const second = new Runner(other.environment)
    second.recording?.record(params, null)
    await calm()
    expect(second.recording?.state).toBe('idle')
    await second.restore()
    await calm()
    expect(useMeeting.getState()).toMatchObject({
      where: 'elsewhere',
      shown: { state: 'recording', name: 'Monday round' },
    })
    second.control('stop')
    await calm()
    expect(browser.microphone.isOpen).toBe(false)
    expect(first.recording?.state).toBe('idle')
    expect(started).toHaveLength(1)
    second.end()
  })
})
