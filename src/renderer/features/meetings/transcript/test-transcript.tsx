import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { OrgEvent } from '#shared/contract/events'
import { diarizationStatus, readTranscript, type Transcript } from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { readCaptions } from '#shared/contract/meetings/live'
import { proposeSpeakers, type SpeakerProposals } from '#shared/contract/meetings/proposals'
import { startLive } from '../../../platform/live'
import { endSession } from '../../../platform/session'
import { FakeEnvironment, settled } from '../../../platform/test-environment'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { startMeetings } from '../start'
import { statusOf, transcriptOf } from '../test-transcripts'
import { scrolledTo } from './test-virtualizer'
import { TranscriptView } from './transcript-view'

/** What tests set before they open the page, and inspect afterwards. */
export const setup: {
  transcript: Transcript
  status: DiarizationStatus
  proposals: SpeakerProposals
  reads: Received[]
} = {
  transcript: transcriptOf(),
  status: statusOf(),
  proposals: { questions: [], names: [] },
  reads: [],
}
let environment: FakeEnvironment
let seq = 0

/**
 * A transcript of Maya and an unnamed speaker, a server, and an audio element that plays on command. Call it at the
 * top.
 */
export function withTranscript(): void {
  withServer()
  withEnglish('meetings')
  beforeAll(async () => {
    startMeetings()
  })
  let stop: () => void
  beforeEach(async () => {
    signInAs(7, { organizationId: 3 })
    setup.transcript = transcriptOf()
    setup.status = statusOf()
    setup.proposals = { questions: [], names: [] }
    setup.reads = serve(readTranscript, () => setup.transcript)
    serve(diarizationStatus, () => setup.status)
    serve(proposeSpeakers, () => setup.proposals)
    serve(readCaptions, [])
    // jsdom plays nothing.
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
      queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
    })
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('play'))
      return Promise.resolve()
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('pause'))
    })
    environment = new FakeEnvironment()
    stop = startLive(environment)
    await settled()
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq })
  })
  afterEach(() => {
    stop()
    endSession()
    localStorage.clear()
    vi.restoreAllMocks()
    scrolledTo.mockReset()
  })
}

/** Delivers an event of the event log. */
export function emit(change: OrgEvent) {
  seq += 1
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: 8, at: '2026-11-20T14:04:00.000Z', change }))
}

export async function open({ editable = true, search = '' } = {}) {
  const view = (
    <TranscriptView doc_id={5} name="Monday round" summary={() => <p>In short: rims.</p>} editable={editable} />
  )
  const page = renderPage(<main>{view}</main>, { path: '/docs/5', search })
  for (let turn = 0; turn < 10; turn += 1) await act(settled)
  return page
}

export function audio() {
  const element = document.querySelector('audio')
  if (!element) throw new Error('There is no audio element.')
  return element
}

/** Moves playback to a time. */
export function playTo(time: number) {
  act(() => {
    audio().currentTime = time
    audio().dispatchEvent(new Event('timeupdate'))
  })
}

export const part = (name: string) => screen.findByRole('article', { name })
export const position = () => screen.findByRole('slider', { name: 'Position in the recording' })
export const press = async (name: string, among: HTMLElement = document.body) =>
  userEvent.click(await within(among).findByRole('button', { name }))
/** Chooses an entry from the menu of a segment. */
export async function choose(among: HTMLElement, entry: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') {
  await userEvent.click(within(among).getByRole('button', { name: /^Actions for / }))
  await userEvent.click(await screen.findByRole(role, { name: entry }))
}
