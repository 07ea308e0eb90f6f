import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { organisationOf } from '../../../platform/test-cast'
import { expectButtonsInPalette, runAction } from '../../../platform/test-menu-actions'
import { serve } from '../../../platform/test-server'
import { useOrganisations } from '../../organisations/store'
import { useOnMeeting } from '../on-meeting'
import { denied } from '../recording/test-meeting'
import { documentOf } from '../test-transcripts'
import { calm, MeetingPages, press, strip } from './test-meeting-page'

const pages = new MeetingPages()
const open = () => pages.open()

async function recordSound(...words: string[]) {
  for (const word of words) {
    await act(() => pages.browser.clock.pass(1_000))
    pages.browser.microphone.deliver(word)
  }
  await calm()
}
async function record(name = 'Monday round') {
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), name)
  await press('Record')
  await calm()
}

describe('The page that records a meeting [1.13, D40]', () => {
  test('a press on Record starts it, with its name; the strip shows it, with time and volume', async () => {
    await open()
    expect(screen.getByText(/tell everybody in the room/)).toBeInTheDocument()
    await record()
    const shown = await strip()
    expect(shown).toHaveTextContent('Recording')
    expect(shown).toHaveTextContent('Monday round')
    expect(within(shown).getByRole('meter', { name: 'Volume' })).toBeInTheDocument()
    expect(useOnMeeting.getState()).toMatchObject({ isOnMeeting: true, isShown: true })
    expect(screen.getByText('You can leave this page. Recording continues.')).toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('Stop in the strip ends it, and its document opens', async () => {
    await open()
    await record()
    await recordSound('a')
    await press('Stop recording', await strip())
    await calm()
    expect(pages.started.map(call => call.body)).toMatchObject([{ document_name: 'Monday round', access: 'private' }])
    // The app's router follows the address; here the page is rendered by path alone.
    expect(screen.queryByRole('region', { name: 'Meeting recording' })).not.toBeInTheDocument()
  })

  test('without a name it is named after day and time', async () => {
    await open()
    await press('Record')
    await calm()
    expect(await strip()).toHaveTextContent(/Meeting, \w+day, \w+ \d+, \d{4}, \d+:\d\d [AP]M/)
  })

  test('Restart asks first, and keeps everything if it is not confirmed', async () => {
    await open()
    await record()
    await recordSound('a', 'b')
    await press('Restart', await strip())
    const ask = await screen.findByRole('alertdialog', { name: 'Restart the recording?' })
    await press('Cancel', ask)
    expect(pages.browser.microphones).toHaveLength(1)
    await press('Restart', await strip())
    await press('Delete and restart', await screen.findByRole('alertdialog'))
    await calm()
    expect(pages.browser.microphones).toHaveLength(2)
    expect(pages.browser.storage.pieces.size).toBe(0)
    expect(await strip()).toHaveTextContent('0:00')
  })

  test('Pause and Resume change the strip', async () => {
    await open()
    await record()
    await press('Pause', await strip())
    expect(await strip()).toHaveTextContent('Recording paused')
    await press('Resume', await strip())
    await waitFor(async () => expect(await strip()).not.toHaveTextContent('Recording paused'))
  })

  test('a browser that denies the microphone shows a message, and nothing is recorded', async () => {
    pages.browser.refuses = denied
    await open()
    await record()
    expect(await screen.findByRole('alert')).toHaveTextContent('The browser does not let this page use the microphone.')
    expect(screen.queryByRole('region', { name: 'Meeting recording' })).not.toBeInTheDocument()
  })

  test('a recording of an earlier page is offered, and discarded only after confirmation', async () => {
    const first = await open()
    await record()
    await recordSound('a', 'b')
    first.unmount()
    pages.kill()
    pages.reload()
    await open()
    expect(await strip()).toHaveTextContent('A recording was interrupted. Monday round')
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await press('Discard', await strip())
    await press('Discard recording', await screen.findByRole('alertdialog', { name: 'Discard the recording?' }))
    await calm()
    expect(pages.browser.storage.reels.size).toBe(0)
    expect(screen.getByRole('form', { name: 'New recording' })).toBeInTheDocument()
  })

  test('a refusal of the server is shown with its reason, and can be tried again', async () => {
    serve(startDiarization, apiError('attachment.too_long'))
    await open()
    await record()
    await recordSound('a')
    await press('Stop recording', await strip())
    await calm()
    expect(await screen.findByRole('alert')).toHaveTextContent('The limit is four hours.')
    const again = serve(startDiarization, documentOf(5))
    await press('Try Again')
    await calm()
    expect(again).toHaveLength(1)
  })

  test('unplugging the microphone shows what to do', async () => {
    await open()
    await record()
    await recordSound('a')
    act(() => pages.browser.microphone.lose())
    await calm()
    expect(await strip()).toHaveTextContent('Microphone disconnected. Recording paused.')
  })

  test('people who may not create documents cannot record', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    await open()
    expect(screen.getByText('You cannot record here')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Record' })).not.toBeInTheDocument()
  })

  test('somebody who is signed out is told what to do', async () => {
    endSession()
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Record a meeting' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '#/login')
  })
})

test('The command palette offers what the page does before and during a recording', async () => {
  await open()
  expectButtonsInPalette(left)
  runAction('Record')
  await calm()
  await strip()
  expectButtonsInPalette(left)
})
const left = {
  Logbooks: 'a place of the palette',
}
