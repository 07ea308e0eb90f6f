import { File } from 'node:buffer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addCaption, startLive } from '#shared/contract/meetings/live'
import { signInOptionsOf } from '../../../platform/test-cast'
import { serve } from '../../../platform/test-server'
import { useSignIn } from '../../session/store'
import { MeetingPages, press, strip } from './test-meeting-page'

const pages = new MeetingPages({ captions: true })
const open = () => pages.open()

beforeAll(async () => {
  // Node's `fetch` cannot send the FormData of jsdom.
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', File)
})
afterAll(() => vi.unstubAllGlobals())
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
    pages.browser.microphone.onClip?.({ bytes: new ArrayBuffer(8), type: 'audio/webm' })
    await waitFor(async () => expect(await log()).toHaveTextContent('The rims are here.'))
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await press('Turn off captions', await strip())
    expect(within(await strip()).queryByRole('log')).not.toBeInTheDocument()
    expect(pages.browser.microphone.onClip).toBeNull()
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
