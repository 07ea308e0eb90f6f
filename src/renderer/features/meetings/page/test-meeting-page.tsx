import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { endSession } from '../../../platform/session'
import { detailOf, organisationOf, profileOf, signInOptionsOf } from '../../../platform/test-cast'
import { settled } from '../../../platform/test-environment'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { useSignIn } from '../../session/store'
import { useOnMeeting } from '../on-meeting'
import { runMeetings } from '../recording/meetings'
import { FakeBrowser } from '../recording/test-meeting'
import { MeetingStrip } from '../strip'
import { documentOf, fileOf } from '../test-transcripts'
import { MeetingPage } from './meeting-page'

export const file_id = '0b0e7c1e-0000-4000-8000-000000000001'

/** The page that records a meeting, with the strip above it, for the tests of a file. Each test has a browser of its own. */
export class MeetingPages {
  browser = new FakeBrowser()
  /** The calls that ended a recording. */
  started: Received[] = []
  /** Ends the page without warning. */
  kill = () => {}

  constructor(options: Parameters<typeof signInOptionsOf>[0] = {}) {
    withServer()
    withEnglish('meetings')
    beforeEach(() => {
      this.browser = new FakeBrowser()
      // The displayed time is that of the recording.
      vi.spyOn(Date, 'now').mockImplementation(() => this.browser.clock.now())
      signInAs(7, { organizationId: 3 })
      useSignIn.setState({ options: signInOptionsOf(options) })
      useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
      useOrganisations.setState({ items: [organisationOf({ org_role: 'admin' })], status: 'ready' })
      serve(startUpload, {
        ...{ file_id, batch_id: file_id, part_bytes: 1_048_576, parts: [] },
        expires_at: '2026-11-21T14:04:00.000Z',
      })
      serve(organisationInfo, detailOf())
      serve(uploadPart, null)
      serve(finishUpload, fileOf(file_id))
      this.started = serve(startDiarization, documentOf(5))
      this.reload()
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
  }

  /** Starts the program of a page anew in the same browser. */
  reload(): void {
    const tab = this.browser.tab()
    this.kill = tab.kill
    runMeetings(tab.environment)
  }

  async open() {
    const page = renderPage(
      <>
        <MeetingStrip />
        <MeetingPage />
      </>,
      { path: '/meeting' },
    )
    await calm()
    return page
  }
}

export async function calm() {
  for (let turn = 0; turn < 30; turn += 1) await act(settled)
}
export const strip = () => screen.findByRole('region', { name: 'Meeting recording' })
export async function press(name: string, place?: HTMLElement) {
  await userEvent.click(await (place ? within(place) : screen).findByRole('button', { name }))
  await calm()
}
