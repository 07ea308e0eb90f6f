import { File } from 'node:buffer'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { addCaption, startLive } from '#shared/contract/meetings/live'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { endSession } from '../../../platform/session'
import { detailOf, organisationOf, profileOf, signInOptionsOf } from '../../../platform/test-cast'
import { settled } from '../../../platform/test-environment'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { useSignIn } from '../../session/store'
import { useOnMeeting } from '../on-meeting'
import { runMeetings } from '../recording/meetings'
import { FakeBrowser } from '../recording/test-meeting'
import { MeetingStrip } from '../strip'
import { documentOf, fileOf } from '../test-transcripts'
import { MeetingPage } from './meeting-page'

withServer()
withEnglish('meetings')

let browser: FakeBrowser

beforeAll(async () => {
  // Node's `fetch` cannot send the FormData of jsdom.
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', File)
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  browser = new FakeBrowser()
  vi.spyOn(Date, 'now').mockImplementation(() => browser.clock.now())
  signInAs(7, { organizationId: 3 })
  useSignIn.setState({ options: signInOptionsOf({ captions: true }) })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'admin' })], status: 'ready' })
  const file_id = '0b0e7c1e-0000-4000-8000-000000000001'
  serve(startUpload, {
    ...{ file_id, batch_id: file_id, part_bytes: 1_048_576, parts: [] },
    expires_at: '2026-11-21T14:04:00.000Z',
  })
  serve(organisationInfo, detailOf())
  serve(uploadPart, null)
  serve(finishUpload, fileOf(file_id))
  serve(startDiarization, documentOf(5))
  runMeetings(browser.tab().environment)
})
afterEach(() => {
  runMeetings().end()
  runMeetings(new FakeBrowser().tab().environment)
  useOnMeeting.getState().update({ isOnMeeting: false, isShown: false, kept: [] })
  endSession()
  localStorage.clear()
  vi.restoreAllMocks()
  location.hash = ''
})

async function calm() {
  for (let turn = 0; turn < 30; turn += 1) await act(settled)
}
async function open() {
  renderPage(
    <>
      <MeetingStrip />
      <MeetingPage />
    </>,
    { path: '/meeting' },
  )
  await calm()
}
const strip = () => screen.findByRole('region', { name: 'Meeting recording' })
async function press(name: string, place?: HTMLElement) {
  await userEvent.click(await (place ? within(place) : screen).findByRole('button', { name }))
  await calm()
}
describe('Live captions while a meeting is recorded [D24, D40]', () => {
  test('the strip shows the last lines, politely, and turns them off; the page turns them on again', async () => {
    serve(startLive, { doc_id: 5 })
    serve(addCaption, { place: 0, start: 0, text: 'The rims are here.' })
    await open()
    expect(screen.getByRole('switch', { name: /^Live captions/ })).toBeChecked()
    await press('Record')
    const log = () => within(screen.getByRole('region', { name: 'Meeting recording' })).findByRole('log')
    expect(await log()).toHaveTextContent('Listening …')
    expect(await log()).toHaveAttribute('aria-live', 'polite')
    browser.microphone.onClip?.({ bytes: new ArrayBuffer(8), type: 'audio/webm' })
    await waitFor(async () => expect(await log()).toHaveTextContent('The rims are here.'))
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await press('Turn off captions', await strip())
    expect(within(await strip()).queryByRole('log')).not.toBeInTheDocument()
    expect(browser.microphone.onClip).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: /^Live captions/ }))
    expect(await log()).toHaveTextContent('The rims are here.')
  })

  test('without them on the server, nothing is offered', async () => {
    useSignIn.setState({ options: signInOptionsOf() })
    await open()
    expect(screen.queryByRole('switch', { name: /^Live captions/ })).not.toBeInTheDocument()
    await press('Record')
    expect(within(await strip()).queryByRole('log')).not.toBeInTheDocument()
  })
})
