import { File } from 'node:buffer'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { insertText } from '../../../platform/insert-text'
import { endSession } from '../../../platform/session'
import { signInOptionsOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import * as microphones from '../recording/microphone'
import { NoMicrophone } from '../recording/microphone'
import { FakeMicrophone } from '../recording/test-meeting'
import { Dictate } from './dictate'

withServer()
withEnglish('meetings')
beforeAll(async () => {
  // Node's `fetch` cannot send the FormData of jsdom.
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', File)
})
afterAll(() => vi.unstubAllGlobals())

let microphone: FakeMicrophone

function Field() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('Note: . Thanks.')
  return (
    <>
      <textarea ref={field} aria-label="Note" value={text} onChange={event => setText(event.target.value)} />
      <Dictate onSpoken={spoken => setText(insertText(field.current, spoken))} />
    </>
  )
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  serve(getSignInOptions, signInOptionsOf())
  vi.spyOn(microphones, 'openMicrophone').mockImplementation((_, onLost) => {
    microphone = new FakeMicrophone(onLost)
    return Promise.resolve(microphone)
  })
  render(
    <>
      <Field />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  endSession()
  vi.restoreAllMocks()
})
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function say(words: string) {
  await press('Dictate')
  await screen.findByRole('button', { name: 'Stop and write' })
  microphone.deliver(words)
  await press('Stop and write')
}

describe('Dictation [7.6]', () => {
  test('speech becomes text at the caret, and the microphone is released', async () => {
    const calls = serve(transcribeText, { text: ' The rims arrive. ' })
    field().setSelectionRange(6, 6)
    await say('sound of words')
    await waitFor(() => expect(field()).toHaveValue('Note: The rims arrive. . Thanks.'))
    expect(microphone.isOpen).toBe(false)
    expect(calls[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
    expect(calls[0]?.text).toContain('sound of words')
    expect(calls[0]?.text).toContain('filename="dictation.webm"')
    expect(calls[0]?.query.get('organization_id')).toBe('3')
  })

  test('a failure keeps the sound for another attempt', async () => {
    serve(transcribeText, apiError('speech.failed'))
    await say('only once')
    expect(await screen.findByRole('alert')).toHaveTextContent('The speech model did not answer.')
    const again = serve(transcribeText, { text: 'Only once.' })
    await press('Try Again')
    await waitFor(() => expect(field().value).toContain('Only once.'))
    expect(again[0]?.text).toContain('only once')
  })

  test('it can be cancelled while it runs', async () => {
    const calls = serve(transcribeText, { text: 'Nothing.' })
    await press('Dictate')
    await press('Cancel dictation')
    expect(await screen.findByRole('button', { name: 'Dictate' })).toBeInTheDocument()
    expect(microphone.isOpen).toBe(false)
    expect(calls).toHaveLength(0)
  })

  test('without a microphone the reason is shown', async () => {
    vi.mocked(microphones.openMicrophone).mockRejectedValue(new NoMicrophone('missing'))
    await press('Dictate')
    expect(await screen.findByRole('alert')).toHaveTextContent('No microphone found.')
  })

  test('a server without a speech model says so once, and the button disappears in this tab', async () => {
    serve(transcribeText, apiError('speech.no_words'))
    await say('anything')
    expect(await screen.findByText('This server has no speech model')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Dictate' })).not.toBeInTheDocument()
    expect(field()).toHaveValue('Note: . Thanks.')
  })
})
