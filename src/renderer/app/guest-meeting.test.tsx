import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { registerGuest } from '#shared/contract/guests/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { useGuestEntry } from '../features/guests/store'
import { useOnMeeting } from '../features/meetings/on-meeting'
import { MeetingPage } from '../features/meetings/page/meeting-page'
import { adoptRecordings } from '../features/meetings/recording/adopt'
import { runMeetings, useMeeting } from '../features/meetings/recording/meetings'
import { FakeBrowser } from '../features/meetings/recording/test-meeting'
import { MeetingStrip } from '../features/meetings/strip'
import { documentOf, fileOf } from '../features/meetings/test-transcripts'
import { useSignIn } from '../features/session/store'
import { account, useGuest } from '../platform/guest'
import { endSession } from '../platform/session'
import { signInOptionsOf } from '../platform/test-cast'
import { settled } from '../platform/test-environment'
import { renderPage, withEnglish } from '../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../platform/test-server'

withServer()
withEnglish('meetings')

const guest = {
  ...{ guest_id: '0622c69b-6024-4d6c-aebd-00fb755b72b1', guest_token: 'secret' },
  expires_at: '2026-11-21T14:04:00.000Z',
}
const credentials = { guest_id: guest.guest_id, guest_token: guest.guest_token }
const file_id = '0b0e7c1e-0000-4000-8000-000000000001'
const batch_id = '0b0e7c1e-0000-4000-8000-000000000900'
let browser: FakeBrowser
let begun: Received[]
let started: Received[]

beforeEach(() => {
  browser = new FakeBrowser()
  vi.spyOn(Date, 'now').mockImplementation(() => browser.clock.now())
  begun = serve(startUpload, { file_id, batch_id, part_bytes: 1_048_576, parts: [], expires_at: guest.expires_at })
  serve(uploadPart, null)
  serve(finishUpload, fileOf(file_id))
  started = serve(startDiarization, documentOf(5))
  serve(registerGuest, guest)
  useSignIn.setState({ options: signInOptionsOf({ guests: true }) })
  useGuestEntry.setState({ isEntering: false, failure: null })
  runMeetings(browser.tab().environment)
})
afterEach(() => {
  cleanup()
  runMeetings(new FakeBrowser().tab().environment)
  useOnMeeting.getState().update({ isOnMeeting: false, isShown: false, kept: [] })
  endSession()
  useGuest.getState().erase()
  localStorage.clear()
  vi.restoreAllMocks()
  location.hash = ''
})

async function calm() {
  for (let turn = 0; turn < 40; turn += 1) await act(settled)
}
async function open() {
  location.hash = '#/meeting'
  renderPage(
    <>
      <MeetingStrip />
      <MeetingPage />
    </>,
    { path: '/meeting' },
  )
  await calm()
}
async function hear(word: string) {
  await act(() => browser.clock.pass(1_000))
  browser.microphone.deliver(word)
  await calm()
}
const press = async (name: string, among: HTMLElement = document.body) => {
  await userEvent.click(await within(among).findByRole('button', { name }))
  await calm()
}
const strip = () => screen.findByRole('region', { name: 'Meeting recording' })

describe('Somebody without an account who records a meeting [D40, D42]', () => {
  test('becomes a guest, and sees what guests can do', async () => {
    await open()
    expect(await screen.findByRole('button', { name: 'Record' })).toBeInTheDocument()
    expect(useGuest.getState().guestId).toBe(guest.guest_id)
    expect(screen.getByText(/kept for 24 hours/)).toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: 'Who can see it' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('must sign in if the server takes no guests', async () => {
    useSignIn.setState({ options: signInOptionsOf() })
    await open()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '#/login')
    expect(useGuest.getState().guestId).toBeNull()
  })

  test('sees why it failed, and can try again', async () => {
    serve(registerGuest, apiError('guest.too_many'))
    await open()
    expect(screen.getByText(/Too many guests came from your network/)).toBeInTheDocument()
    serve(registerGuest, guest)
    await press('Try Again')
    expect(screen.getByRole('button', { name: 'Record' })).toBeInTheDocument()
  })

  test('has the strip with Restart and Stop; the recording belongs to the guest, and Mate’s page shows it [1.13]', async () => {
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Monday call')
    await press('Record')
    expect(within(await strip()).getByRole('button', { name: 'Restart' })).toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: 'Who can see it' })).not.toBeInTheDocument()
    await hear('a')
    await press('Stop recording', await strip())
    expect(begun[0]?.body).toMatchObject({ content_hint: 'audio', ...credentials })
    expect(started[0]?.body).toMatchObject({ document_name: 'Monday call', access: 'private', ...credentials })
    expect(useGuest.getState().batchIds).toEqual([batch_id])
    expect(location.hash).toBe('#/chat-guest')
  })

  test('and signs in before it is sent keeps it: it becomes theirs, and is sent from its beginning', async () => {
    await open()
    await press('Record')
    for (const word of ['a', 'b', 'c', 'd', 'e']) await hear(word)
    expect(begun).toHaveLength(1)
    const mine = account() ?? ''
    act(() => void signInAs(7, { organizationId: 3 }))
    await calm()
    expect(useMeeting.getState().shown).toBeNull()
    await act(() => adoptRecordings(mine, '7.3', browser.storage))
    await calm()
    expect(await strip()).toHaveTextContent('A recording was interrupted.')
    await press('Finish', await strip())
    expect(begun[1]?.body).toMatchObject({ user_id: 7, organization_id: 3 })
    expect(begun[1]?.body.batch_id).toBeUndefined()
    expect(started[0]?.body).toMatchObject({ access: 'private', user_id: 7 })
    expect(useGuest.getState().batchIds).toEqual([])
    expect(location.hash).toBe('#/docs/5')
  })
})
