import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GuestRecording, guestRecording } from '#shared/contract/guests/endpoints'
import { retryDiarization } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { useGuest } from '../../platform/guest'
import { ManualClock, settled } from '../../platform/test-environment'
import { type Received, serve, withServer } from '../../platform/test-server'
import { freshFile, useTranscripts } from '../meetings/store'
import { useGuestRecordings } from './store'
import { followRecordings } from './subscriptions'
import { batchId, beGuest, recordingOf } from './test-guests'

withServer()
let clock: ManualClock
let stop: () => void
let recording: GuestRecording
let reads: Received[]

beforeEach(() => {
  clock = new ManualClock()
  recording = recordingOf({ stage: 'separating', transcript: null, summary: '' })
  reads = serve(guestRecording, () => recording)
})
afterEach(() => {
  stop()
  useGuest.getState().erase()
  localStorage.clear()
})

/** Waits for answers, which take a local network round trip. */
async function pass(ms: number) {
  const before = reads.length
  await clock.pass(ms)
  for (let turn = 0; turn < 50 && reads.length === before; turn += 1) await clock.pass(0)
  for (let turn = 0; turn < 60; turn += 1) await settled()
}
const stageOf = () => useTranscripts.getState().opened[5]?.status?.stage

describe('Recordings of a guest, who receives no events', () => {
  test('are polled every two seconds until they are done', async () => {
    beGuest(batchId)
    stop = followRecordings(clock)
    await pass(0)
    expect(reads).toHaveLength(1)
    expect(reads[0]?.body).toMatchObject({ batch_id: batchId })
    expect(stageOf()).toBe('separating')
    recording = recordingOf()
    await pass(2_000)
    expect(reads).toHaveLength(2)
    expect(useTranscripts.getState().opened[5]?.transcript?.segments).toHaveLength(4)
    await pass(10_000)
    expect(reads).toHaveLength(2)
  })

  test('that are added later are requested at once', async () => {
    beGuest()
    stop = followRecordings(clock)
    await pass(0)
    expect(reads).toHaveLength(0)
    useGuest.getState().add(batchId)
    await pass(0)
    expect(reads).toHaveLength(1)
  })

  test('that failed and are retried are polled again', async () => {
    recording = recordingOf({ stage: 'failed', reason: 'endpoint', transcript: null, summary: '' })
    beGuest(batchId)
    stop = followRecordings(clock)
    await pass(0)
    await pass(4_000)
    expect(reads).toHaveLength(1)
    serve(retryDiarization, { ...recordingOf({ stage: 'queued' }) })
    expect(await useTranscripts.getState().retry(5)).toBeNull()
    await pass(2_000)
    expect(reads).toHaveLength(2)
  })

  test('that are gone are not requested again; after a network failure they are', async () => {
    reads = serve(guestRecording, Response.error())
    beGuest(batchId)
    stop = followRecordings(clock)
    await pass(0)
    expect(useGuestRecordings.getState().known[batchId]?.failure?.code).toBe('network.failed')
    reads = serve(guestRecording, apiError('guest.not_found'))
    await pass(2_000)
    expect(reads).toHaveLength(1)
    await pass(10_000)
    expect(reads).toHaveLength(1)
  })

  test('get a fresh address of their sound in the same way', async () => {
    recording = recordingOf()
    beGuest(batchId)
    stop = followRecordings(clock)
    await pass(0)
    const file_id = recording.files[0]?.file_id ?? ''
    expect(await freshFile(5, file_id)).toMatchObject({ url: '/files/1?signed' })
    expect(reads).toHaveLength(2)
    expect(await freshFile(5, 'another')).toBeUndefined()
  })
})
