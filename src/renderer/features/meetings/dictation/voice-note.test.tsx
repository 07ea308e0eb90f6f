import { File } from 'node:buffer'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { signInOptionsOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { useSignIn } from '../../session/store'
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
let files: globalThis.File[] = []
let now = 0

function Entry() {
  const [text, setText] = useState('')
  return (
    <>
      <output aria-label="Text">{text}</output>
      <Dictate onSpoken={setText} onRecorded={file => files.push(file)} />
    </>
  )
}

function show(words: boolean) {
  useSignIn.setState({ options: null })
  serve(getSignInOptions, { ...signInOptionsOf(), words })
  return render(<Entry />)
}

beforeEach(() => {
  files = []
  now = 1_000
  signInAs(7, { organizationId: 3 })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(microphones, 'openMicrophone').mockImplementation((_, onLost) => {
    microphone = new FakeMicrophone(onLost)
    return Promise.resolve(microphone)
  })
})
afterEach(() => {
  endSession()
  vi.restoreAllMocks()
})

const button = (name: string) => screen.findByRole('button', { name })
const wordsButton = () => screen.queryByRole('button', { name: 'Write the words of the voice note' })

async function record(seconds: number) {
  await userEvent.click(await button('Record a voice note'))
  await button('Finish the voice note')
  microphone.deliver('sound')
  now += seconds * 1000
}

describe('A voice note in the line of a log', () => {
  test('opens one microphone, however often the button is pressed while the browser asks', async () => {
    let allow: (opened: FakeMicrophone) => void = () => undefined
    vi.mocked(microphones.openMicrophone).mockImplementation(
      () =>
        new Promise(resolve => {
          allow = resolve
        }),
    )
    show(false)
    const start = await button('Record a voice note')
    fireEvent.pointerDown(start, { button: 0 })
    fireEvent.pointerDown(start, { button: 0 })
    expect(microphones.openMicrophone).toHaveBeenCalledTimes(1)
    await act(async () => allow(new FakeMicrophone(() => undefined)))
    expect(await button('Finish the voice note')).toBeVisible()
  })

  test('is recorded between two taps and becomes a file that says its length, without a speech model too', async () => {
    show(false)
    await record(65)
    await userEvent.click(await button('Finish the voice note'))
    await waitFor(() =>
      expect(files.map(({ name, type }) => [name, type])).toEqual([['Voice note, 1 min 5 s.webm', 'audio/webm']]),
    )
    expect(await files[0]?.text()).toBe('sound')
    expect(microphone.isOpen).toBe(false)
    expect(await button('Record a voice note')).toBeVisible()
    expect(wordsButton()).not.toBeInTheDocument()
  })

  test('can be discarded', async () => {
    show(false)
    await record(3)
    await userEvent.click(await button('Discard the voice note'))
    expect(await button('Record a voice note')).toBeVisible()
    expect(microphone.isOpen).toBe(false)
    expect(files).toEqual([])
  })

  test('lasts as long as the button is held', async () => {
    show(false)
    fireEvent.pointerDown(await button('Record a voice note'), { button: 0 })
    await button('Finish the voice note')
    microphone.deliver('held')
    now += 2_000
    await act(async () => void window.dispatchEvent(new Event('pointerup')))
    await waitFor(() => expect(files).toHaveLength(1))
  })

  test('is kept when the page is left or the microphone is taken away', async () => {
    const { unmount } = show(false)
    await record(2)
    unmount()
    await waitFor(() => expect(files).toHaveLength(1))
    show(false)
    await record(2)
    await act(async () => microphone.lose())
    await waitFor(() => expect(files).toHaveLength(2))
  })

  test('its words become the text where the server knows them; a failure can be tried again', async () => {
    show(true)
    serve(transcribeText, apiError('server.error'))
    await record(4)
    await userEvent.click(await button('Finish the voice note'))
    await userEvent.click(await button('Write the words of the voice note'))
    expect(await screen.findByRole('alert')).toBeVisible()
    serve(transcribeText, { text: ' The rims arrive. ' })
    await userEvent.click(await button('Try Again'))
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveTextContent('The rims arrive.'))
    expect(files).toHaveLength(1)
    expect(wordsButton()).not.toBeInTheDocument()
  })

  test('says why there is no microphone', async () => {
    show(false)
    vi.mocked(microphones.openMicrophone).mockRejectedValue(new NoMicrophone('denied'))
    await userEvent.click(await button('Record a voice note'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/microphone/i)
  })
})
