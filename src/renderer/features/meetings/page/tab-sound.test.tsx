import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
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
import { denied, FakeBrowser, tabDeclined, tabSilent } from '../recording/test-meeting'
import { MeetingStrip } from '../strip'
import { documentOf, fileOf } from '../test-transcripts'
import { MeetingPage } from './meeting-page'

withServer()
withEnglish('meetings')

let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
  vi.spyOn(Date, 'now').mockImplementation(() => browser.clock.now())
  signInAs(7, { organizationId: 3 })
  useSignIn.setState({ options: signInOptionsOf() })
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
const chooseTab = () => userEvent.click(screen.getByRole('radio', { name: 'Microphone and the sound of a tab' }))
const sharedTab = () => {
  const last = browser.sharedTabs.at(-1)
  if (!last) throw new Error('No tab was asked for.')
  return last
}

describe('Recording a call: the microphone and the sound of a tab [D40]', () => {
  test('the browser is asked for a tab first, then both are recorded; the strip and the page say so', async () => {
    await open()
    await chooseTab()
    expect(screen.getByText(/No picture is recorded/)).toBeInTheDocument()
    expect(screen.getByText(/tell everybody in the call/)).toBeInTheDocument()
    await press('Record')
    expect(browser.microphone.mixed).toBe(sharedTab().stream)
    expect(within(await strip()).getByRole('img', { name: 'Microphone and the sound of a tab' })).toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await press('Stop recording', await strip())
    expect(sharedTab().isShared).toBe(false)
  })

  test('the microphone alone asks for no tab', async () => {
    await open()
    await press('Record')
    expect(browser.sharedTabs).toEqual([])
    expect(browser.microphone.canMix).toBe(false)
  })

  test.each([
    [tabDeclined, /^No tab was shared/],
    [tabSilent, /^What you shared has no sound/],
  ])('without the sound of a tab ($message) nothing starts until the person decides', async (refusal, text) => {
    browser.refusesTab = refusal
    await open()
    await chooseTab()
    await press('Record')
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(browser.microphones).toEqual([])
    await press('Record the microphone only')
    expect(await strip()).toHaveTextContent('Recording')
    expect(browser.microphone.canMix).toBe(false)
  })

  test('… or chooses another tab', async () => {
    browser.refusesTab = tabDeclined
    await open()
    await chooseTab()
    await press('Record')
    browser.refusesTab = null
    await press('Choose a tab')
    expect(browser.microphone.mixed).toBe(sharedTab().stream)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('when the sharing ends, the microphone is recorded on, which is said; a tab can be shared again', async () => {
    await open()
    await chooseTab()
    await press('Record')
    const { microphone } = browser
    act(() => sharedTab().end())
    await calm()
    expect(microphone).toMatchObject({ mixed: null, isOpen: true, isPaused: false })
    expect(await strip()).toHaveTextContent('The tab is no longer shared. The microphone is still being recorded.')
    browser.refusesTab = tabDeclined
    await press('Share a tab again')
    expect(screen.getByRole('alert')).toHaveTextContent('No tab was shared')
    browser.refusesTab = null
    await press('Choose a tab')
    expect(browser.sharedTabs).toHaveLength(2)
    expect(microphone.mixed).toBe(sharedTab().stream)
    await press('End the sound of the tab')
    expect(microphone.mixed).toBeNull()
    expect(sharedTab().isShared).toBe(false)
  })

  test('a tab that is chosen after the end of the recording is let go', async () => {
    await open()
    await chooseTab()
    await press('Record')
    await press('End the sound of the tab')
    let choose: () => void = () => undefined
    browser.choosing = new Promise(resolve => {
      choose = resolve
    })
    await press('Share a tab again')
    await press('Stop recording', await strip())
    choose()
    await calm()
    expect(browser.sharedTabs).toHaveLength(2)
    expect(sharedTab().isShared).toBe(false)
  })

  test('a lost microphone and a restart keep the tab', async () => {
    await open()
    await chooseTab()
    await press('Record')
    act(() => browser.microphone.lose())
    await calm()
    expect(sharedTab().isShared).toBe(true)
    await press('Resume', await strip())
    expect(browser.microphones).toHaveLength(2)
    expect(browser.microphone.mixed).toBe(sharedTab().stream)
    await press('Restart', await strip())
    await press('Delete and restart', await screen.findByRole('alertdialog'))
    expect(browser.microphones).toHaveLength(3)
    expect(browser.microphone.mixed).toBe(sharedTab().stream)
    expect(browser.sharedTabs).toHaveLength(1)
  })

  test('a refused microphone ends the sharing, because nothing is recorded', async () => {
    browser.refuses = denied
    await open()
    await chooseTab()
    await press('Record')
    expect(sharedTab().isShared).toBe(false)
  })

  test('a browser that cannot do it says so', async () => {
    browser.tabSupport = 'browser'
    await open()
    expect(screen.getByText(/This browser cannot record the sound of a tab/)).toBeInTheDocument()
    expect(screen.queryByRole('radio', { name: /sound of a tab/ })).not.toBeInTheDocument()
  })

  test('a phone offers nothing', async () => {
    browser.tabSupport = 'none'
    await open()
    expect(screen.queryByText(/sound of a tab/)).not.toBeInTheDocument()
  })
})
