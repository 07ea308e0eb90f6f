import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { type GuestRecording, guestRecording, registerGuest } from '#shared/contract/guests/endpoints'
import {
  fetchMate,
  getNewSuggestions,
  getSuggestions,
  type MateMessage,
  type Suggestion,
  sendToMate,
} from '#shared/contract/mate/endpoints'
import { nameSpeaker, startDiarization } from '#shared/contract/meetings/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { guests as limits } from '#shared/limits'
import { leaveUploads, useUploadStore } from '../features/attachments/store'
import { useGuestEntry } from '../features/guests/store'
import { batchId, beGuest, guest, recordingOf } from '../features/guests/test-guests'
import { changeOf, documentOf } from '../features/meetings/test-transcripts'
import { useSignIn } from '../features/session/store'
import { useGuest, useSignUpRequest } from '../platform/guest'
import { reload } from '../platform/reload'
import { signInOptionsOf } from '../platform/test-cast'
import { type Received, serve } from '../platform/test-server'
import { fileOf } from '../platform/test-uploads'
import { openApp, signedIn, withApp } from './test-app'

vi.mock('../platform/reload', () => ({ reload: vi.fn(), reloadToRoot: vi.fn() }))
vi.mock('virtua', async original => ({
  ...(await original<object>()),
  Virtualizer: (await import('../features/meetings/transcript/test-virtualizer')).Virtualizer,
}))

withApp()
beforeAll(async () => {
  await Promise.all([
    import('./shell/guest-shell'),
    import('../features/meetings/transcript/transcript-card'),
    import('../features/attachments/upload-list'),
    import('../ui/markdown'),
  ])
}, 60_000)

const chip = (text: string): Suggestion => ({ text, color: 'suggest-0', border_color: 'suggest-0-border', options: [] })
const questionOf = (id: number, message_text: string, chat_created: string): MateMessage => ({
  ...{ id, message_text, chat_created, chat_id: 1, is_from_ai: false, user_selected_suggestion: null },
  ...{ frames_urls: [], state: 'done', client_id: null },
})
const credentials = { guest_id: guest.guest_id, guest_token: guest.guest_token }
let recording: GuestRecording
let registered: Received[]

beforeEach(() => {
  recording = recordingOf()
  registered = serve(registerGuest, guest)
  serve(getSignInOptions, signInOptionsOf({ guests: true }))
  serve(fetchMate, [])
  serve(getSuggestions, [chip('How do I keep it?')])
  // Like the server: the suggestions depend on what there is to ask about.
  serve(getNewSuggestions, () => [
    chip(useGuest.getState().batchIds.length > 0 ? 'List the decisions' : 'What can you do here?'),
  ])
  serve(guestRecording, () => recording)
  useSignIn.setState({ options: null })
  useGuestEntry.setState({ isEntering: false, failure: null })
  useSignUpRequest.setState({ isOpen: false })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  HTMLElement.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  act(() => {
    leaveUploads()
    useGuest.getState().erase()
  })
  vi.restoreAllMocks()
  vi.mocked(reload).mockClear()
})

const question = () => screen.findByRole('textbox', { name: 'Ask Mate' })
const navigation = () => screen.findByRole('navigation', { name: 'Main' })
const dialog = () =>
  screen.findByRole('dialog', { name: 'Sign up to access the full version of Wheelhouse. It’s Free!' })
const press = async (name: string, within_?: HTMLElement) =>
  userEvent.click(await (within_ ? within(within_) : screen).findByRole('button', { name }))
const choose = (...files: File[]) => {
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('Nothing takes files.')
  return userEvent.upload(input, files, { applyAccept: false })
}
const sound = (name: string, size = 10) => {
  const file = new File(['0123456789'], name, { type: 'audio/wav' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

describe('Somebody without an account, at /chat-guest [1.3b, D42]', () => {
  test('becomes a guest, in their language and zone, and sees what guests can do', async () => {
    openApp('/chat-guest')
    await question()
    expect(registered).toHaveLength(1)
    expect(registered[0]?.body).toMatchObject({ language: 'en', timezone: expect.any(String) })
    expect(screen.getByText('Guest chat, kept for 24 hours')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'What can you do here?' })).toBeInTheDocument()
    expect(screen.getByText(/10 questions an hour and upload 3 recordings of up to 100 MB each/)).toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  test('remains the same guest after a reload', async () => {
    beGuest()
    openApp('/chat-guest')
    await question()
    expect(registered).toHaveLength(0)
  })

  test('sees when the server cannot be reached, and can try again', async () => {
    serve(registerGuest, Response.error())
    openApp('/chat-guest')
    expect(await screen.findByText('The guest chat did not open')).toBeInTheDocument()
    serve(registerGuest, guest)
    await press('Try Again')
    expect(await question()).toBeInTheDocument()
  })

  test('sees the navigation of available features, and no profile menu [2.14, 2.17, 2.19]', async () => {
    beGuest()
    openApp('/chat-guest')
    const names = within(await navigation()).getAllByRole('link')
    expect(names.map(name => name.textContent)).toEqual(['Mate', 'Home', 'Logbooks', 'Jobs', 'Source', 'Dashboard'])
    expect(screen.queryByRole('button', { name: 'Profile menu' })).not.toBeInTheDocument()
  })
})

test('leads somebody who is signed in from the guest chat into the app', async () => {
  signedIn()
  openApp('/chat-guest')
  await waitFor(() => expect(location.hash).toBe('#/chat'))
  expect(registered).toHaveLength(0)
})

describe('A guest who wants more [2.17, 8.4]', () => {
  test('is asked to sign up by every entry; the dialog promises the transcript; Escape returns to where they were [8.4a]', async () => {
    beGuest(batchId)
    openApp('/chat-guest')
    const entry = within(await navigation()).getByRole('link', { name: 'Logbooks' })
    await userEvent.click(entry)
    expect(await dialog()).toHaveTextContent(
      'Your transcript comes with you. You can search it, share it and ask about it.',
    )
    expect(location.hash).toBe('#/chat-guest')
    expect((await axe.run(await dialog(), { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(entry).toHaveFocus()
  })

  test('without a recording is promised no transcript; Not now closes the dialog [8.4c]', async () => {
    beGuest()
    openApp('/chat-guest')
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Source' }))
    expect(await dialog()).not.toHaveTextContent('transcript')
    await press('Not now, keep trying')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('signs up with the newest recording in the address, and the app reloads [3.20, 8.4b]', async () => {
    beGuest(batchId)
    openApp('/chat-guest')
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Mate' }))
    await press('Sign Up', await dialog())
    expect(reload).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(location.hash).toBe(`#/login?batchId=${batchId}`))
    expect(await screen.findByText('Your recording comes with you')).toBeInTheDocument()
  })

  test('can sign in to an existing account', async () => {
    beGuest(batchId)
    openApp('/chat-guest')
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link).toHaveAttribute('href', `#/login?batchId=${batchId}`)
  })
})

describe('A recording of a guest [1.5b, D24]', () => {
  test('shows name, length and size, the speakers, a summary, and the transcript', async () => {
    beGuest(batchId)
    openApp('/chat-guest')
    expect(await screen.findByText('managers-call-nov-20.m4a')).toBeInTheDocument()
    expect(screen.getByText('38 min 12 s, 26 MB')).toBeInTheDocument()
    expect(await screen.findByText('found 2 speakers')).toBeInTheDocument()
    expect(screen.getByText('I transcribed the recording and separated the speakers.')).toBeInTheDocument()
    const transcript = await screen.findByRole('list', { name: 'Transcript' })
    expect(within(transcript).getAllByRole('article')).toHaveLength(4)
    expect(within(transcript).getByText('Saturday needs two more mechanics.')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'List the decisions' })).toBeInTheDocument()
  })

  test('appears among the messages by its time', async () => {
    serve(fetchMate, [
      questionOf(2, 'And now?', '2026-11-20T15:00:00.000Z'),
      questionOf(1, 'Hello', '2026-11-20T13:00:00.000Z'),
    ])
    beGuest(batchId)
    openApp('/chat-guest')
    await screen.findByText('managers-call-nov-20.m4a')
    const turns = within(await screen.findByRole('log')).getAllByRole('article', { name: /^You, / })
    expect(turns.map(turn => turn.textContent)).toEqual([
      ...['Hello', expect.stringContaining('managers-call-nov-20.m4a'), 'And now?'],
    ])
  })

  test('shows its progress, and why there is no result', async () => {
    recording = recordingOf({ stage: 'separating', progress: 0.6, has_words: false, transcript: null, summary: '' })
    beGuest(batchId)
    openApp('/chat-guest')
    expect(await screen.findByText('is listening')).toBeInTheDocument()
    const now = (await screen.findAllByText('Telling speakers apart')).map(element => element.closest('li'))
    expect(now.find(hTMLLIElement => hTMLLIElement !== null)).toHaveAttribute('aria-current', 'step')
  })

  test('without a transcript says that a speech model is missing', async () => {
    recording = recordingOf({ has_words: false, summary: '' })
    beGuest(batchId)
    openApp('/chat-guest')
    expect(await screen.findByText(/This server has no speech model yet/)).toBeInTheDocument()
  })

  test('lets a speaker be named for the whole recording', async () => {
    const named = serve(nameSpeaker, () => {
      const { transcript } = recordingOf()
      if (!transcript) throw new Error('The transcript could not be created.')
      const speakers = [{ speaker: 1, name: 'Priya', seconds: 20 }, ...transcript.speakers.slice(1)]
      return changeOf({ ...transcript, version: 2, speakers })
    })
    beGuest(batchId)
    openApp('/chat-guest')
    await press('2 speakers')
    await press('Name Speaker 1')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the speaker' }), 'Priya{Enter}')
    const transcript = await screen.findByRole('list', { name: 'Transcript' })
    await waitFor(() => expect(within(transcript).getAllByRole('article', { name: /^Priya, / })).toHaveLength(2))
    expect(named[0]?.body).toMatchObject({ doc_id: 5, version: 1, speaker: 1, name: 'Priya', ...credentials })
    expect(screen.queryByRole('button', { name: /^Join / })).not.toBeInTheDocument()
  })

  test('plays on this page from where a sentence cites it', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    beGuest(batchId)
    openApp('/chat-guest')
    await userEvent.click(await screen.findByRole('link', { name: '0:00' }))
    await waitFor(() => expect(play).toHaveBeenCalled())
    expect(location.hash).toBe('#/chat-guest')
  })

  test('that the server no longer has can be removed from the list', async () => {
    serve(guestRecording, apiError('guest.not_found'))
    beGuest(batchId)
    openApp('/chat-guest')
    expect(await screen.findByText('This recording is no longer here.')).toBeInTheDocument()
    await press('Remove it from the list')
    expect(useGuest.getState().batchIds).toEqual([])
  })
})

describe('A file chosen by a guest', () => {
  let started: Received[]
  beforeEach(() => {
    serve(startUpload, {
      ...{ file_id: fileOf(1, 'a').file_id, batch_id: batchId, part_bytes: 1_048_576, parts: [] },
      expires_at: guest.expires_at,
    })
    serve(uploadPart, null)
    serve(finishUpload, fileOf(1, 'call.wav'))
    started = serve(startDiarization, documentOf(5))
  })

  test('is sent in parts, and becomes a recording by itself', async () => {
    beGuest()
    openApp('/chat-guest')
    await question()
    await choose(sound('Monday call.wav'))
    expect(await screen.findByText('managers-call-nov-20.m4a')).toBeInTheDocument()
    expect(started).toHaveLength(1)
    expect(started[0]?.body).toMatchObject({
      ...{ file_ids: [fileOf(1, 'a').file_id], document_name: 'Monday call', ...credentials },
    })
    expect(useGuest.getState().batchIds).toEqual([batchId])
    expect(screen.queryByRole('list', { name: 'Attached files' })).not.toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'List the decisions' })).toBeInTheDocument()
  })

  test('must be audio, and within the size limit', async () => {
    beGuest()
    openApp('/chat-guest')
    await question()
    await choose(new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Only audio recordings can be uploaded here.')
    await choose(sound('long.wav', limits.fileBytes + 1))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'long.wav is too large. Guests can upload files of up to 100 MB.',
    )
    expect(started).toHaveLength(0)
  })

  test('is refused after three', async () => {
    beGuest('a', 'b', 'c')
    openApp('/chat-guest')
    await question()
    await choose(sound('fourth.wav'))
    expect(await screen.findByText('Guests can upload three recordings. Sign up to upload more.')).toBeInTheDocument()
    expect(useUploadStore.getState().uploads).toEqual([])
  })

  test('that the server refuses stays, with the reason, and can be tried again', async () => {
    serve(startDiarization, apiError('recording.no_sound'))
    beGuest()
    openApp('/chat-guest')
    await question()
    await choose(sound('silence.wav'))
    expect(await screen.findByText(/silence.wav did not reach Mate. This file has no sound./)).toBeInTheDocument()
    started = serve(startDiarization, documentOf(5))
    await press('Try Again')
    expect(await screen.findByText('managers-call-nov-20.m4a')).toBeInTheDocument()
  })
})

describe('A guest who asks', () => {
  test('is answered by Mate under the guest’s credentials', async () => {
    const sent = serve(sendToMate, { question_id: 1, message_id: 2 })
    beGuest()
    openApp('/chat-guest')
    await userEvent.type(await question(), 'What is this?{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ message: 'What is this?', ...credentials })
  })

  test('too much sees when asking is possible again, and keeps the question', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T15:00:00Z'))
    serve(
      sendToMate,
      () =>
        new Response(JSON.stringify({ data: null, status: 429, message: '', code: 'guest.too_many_messages' }), {
          status: 429,
          headers: { 'retry-after': '2460' },
        }),
    )
    beGuest()
    openApp('/chat-guest')
    await userEvent.type(await question(), 'And now?{Enter}')
    expect(
      await screen.findByText(/Guests can ask ten questions an hour.* You can ask again at \d+:41 [AP]M/),
    ).toBeInTheDocument()
    expect(screen.getByText('And now?')).toBeInTheDocument()
  })

  test('after the day is over is told so, starts over, and keeps what was typed', async () => {
    beGuest(batchId)
    openApp('/chat-guest')
    await userEvent.type(await question(), 'What did we')
    serve(sendToMate, apiError('session.expired'))
    await userEvent.click(await screen.findByRole('button', { name: 'List the decisions' }))
    expect(await screen.findByText('Your 24 hours as a guest are over')).toBeInTheDocument()
    expect(registered).toHaveLength(0)
    await press('Start again')
    expect(await question()).toHaveValue('What did we')
    expect(await screen.findByRole('article', { name: /^You, / })).toHaveTextContent('List the decisions')
    expect(screen.queryByText('managers-call-nov-20.m4a')).not.toBeInTheDocument()
    expect(registered).toHaveLength(1)
  })
})
