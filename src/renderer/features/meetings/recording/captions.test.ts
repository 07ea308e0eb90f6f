import { File } from 'node:buffer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { addCaption, startLive } from '#shared/contract/meetings/live'
import { apiError } from '#shared/errors'
import { expectPrinted } from '#shared/testing/console'
import { endSession } from '../../../platform/session'
import { settled } from '../../../platform/test-environment'
import { withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { useOnMeeting } from '../on-meeting'
import { documentOf, fileOf } from '../test-transcripts'
import { type Meetings, runMeetings, useMeeting } from './meetings'
import { FakeBrowser } from './test-meeting'

withServer()
withEnglish()

let browser: FakeBrowser
let meetings: Meetings
let begun: Received[]
let heard: Received[]
let ended: Received[]
const file_id = '0b0e7c1e-0000-4000-8000-000000000001'
const params = { name: 'Monday round', access: 'private' as const, branch_id: null, captions: true }

beforeAll(async () => {
  // Node's `fetch` cannot send the FormData of jsdom.
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', File)
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  browser = new FakeBrowser()
  signInAs(7, { organizationId: 3 })
  const expires_at = '2026-11-21T14:04:00.000Z'
  serve(startUpload, { ...{ file_id, batch_id: file_id, part_bytes: 1_048_576, parts: [] }, expires_at })
  serve(uploadPart, null)
  serve(finishUpload, fileOf(file_id))
  ended = serve(startDiarization, documentOf(5))
  begun = serve(startLive, { doc_id: 5 })
  heard = serve(addCaption, () => ({ place: heard.length - 1, start: 0, text: `Line ${heard.length}.` }))
  meetings = runMeetings(browser.tab().environment)
})
afterEach(() => {
  meetings.end()
  useOnMeeting.getState().update({ isOnMeeting: false, isShown: false, kept: [] })
  endSession()
})

const recording = () => {
  const { recording } = meetings
  if (!recording) throw new Error('Nobody is signed in.')
  return recording
}
async function calm() {
  for (let turn = 0; turn < 40; turn += 1) await settled()
}
async function begin(more: Partial<typeof params> = {}) {
  recording().record({ ...params, ...more }, null)
  await calm()
}
/** Some seconds are recorded, and a clip of them is heard if anybody listens. */
async function speak() {
  await browser.clock.pass(6_000)
  browser.microphone.deliver('sound')
  browser.microphone.onClip?.({ bytes: new ArrayBuffer(8), type: 'audio/webm;codecs=opus' })
  await calm()
}
const captions = () => useMeeting.getState().shown?.captions

describe('Live captions of a recording [D24, D40]', () => {
  test('are sent clip by clip into a document that begins with the first, which the recording ends', async () => {
    await begin()
    expect(begun).toHaveLength(0)
    await speak()
    await vi.waitFor(() => expect(captions()?.lines).toEqual(['Line 1.']))
    await speak()
    await vi.waitFor(() => expect(captions()?.lines).toHaveLength(2))
    expect(begun.map(call => call.body)).toMatchObject([{ document_name: 'Monday round', access: 'private' }])
    expect(heard).toHaveLength(2)
    expect(captions()).toEqual({ isOn: true, isFailing: false, lines: ['Line 1.', 'Line 2.'] })
    meetings.control('stop')
    await calm()
    expect(ended.map(call => call.body)).toMatchObject([{ doc_id: 5, file_ids: [file_id] }])
  })

  test('can be turned off and on while it is recorded, and pause with it', async () => {
    await begin()
    recording().turnCaptions(false)
    expect(browser.microphone.onClip).toBeNull()
    expect(captions()).toMatchObject({ isOn: false })
    recording().turnCaptions(true)
    expect(browser.microphone.onClip).not.toBeNull()
    meetings.control('pause')
    expect(browser.microphone.onClip).toBeNull()
    recording().turnCaptions(true)
    expect(browser.microphone.onClip).toBeNull()
    meetings.control('resume')
    expect(browser.microphone.onClip).not.toBeNull()
  })

  test('a service that fails is said, and nothing of the recording is lost; it comes back by itself', async () => {
    await begin()
    heard = serve(addCaption, apiError('speech.failed'))
    await speak()
    await vi.waitFor(() => expect(captions()).toMatchObject({ isFailing: true, lines: [] }))
    serve(addCaption, { place: 0, start: 6, text: 'Again.' })
    await speak()
    await vi.waitFor(() => expect(captions()).toMatchObject({ isFailing: false, lines: ['Again.'] }))
    expect(useMeeting.getState().shown?.state).toBe('recording')
  })

  test('a browser that records a stream only once goes on without captions', async () => {
    await begin()
    browser.microphone.clips = () => {
      throw new Error('NotSupportedError')
    }
    recording().turnCaptions(true)
    expectPrinted('Live captions could not be recorded. Error: NotSupportedError')
    expect(captions()).toMatchObject({ isFailing: true })
    expect(useMeeting.getState().shown?.state).toBe('recording')
  })

  test('a document that somebody deleted meanwhile is replaced by a new one in the end', async () => {
    await begin()
    await speak()
    serve(addCaption, apiError('document.not_found'))
    await speak()
    await vi.waitFor(() => expect(captions()).toMatchObject({ isFailing: true }))
    ended = serve(startDiarization, ({ body }) => ('doc_id' in body ? apiError('document.not_found') : documentOf(6)))
    meetings.control('stop')
    await calm()
    expect(ended.map(call => call.body.doc_id)).toEqual([5, undefined])
  })

  test('a recording that is started again deletes what others could read', async () => {
    const deleted = serve(deleteDocument, null)
    await begin()
    await speak()
    recording().do({ type: 'restart' })
    await calm()
    expect(deleted.map(call => call.body)).toMatchObject([{ doc_id: 5 }])
    expect(captions()).toEqual({ isOn: true, isFailing: false, lines: [] })
  })

  test('nothing is pretended where the server has none', async () => {
    recording().record({ name: 'Monday round', access: 'private', branch_id: null }, null)
    await calm()
    await speak()
    expect(captions()).toBeNull()
    expect(browser.microphone.onClip).toBeNull()
    expect(begun).toHaveLength(0)
  })
})
