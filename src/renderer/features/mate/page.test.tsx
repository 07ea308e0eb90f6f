import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fetchMate,
  getNewSuggestions,
  getSuggestions,
  type MateMessage,
  resetMate,
  type Suggestion,
  sendToMate,
} from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { startLanguages } from '../../i18n/languages'
import { endSession } from '../../platform/session'
import { FakeSocket } from '../../platform/test-environment'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { useProfile } from '../profile/store'
import { Notices, pressUndo } from '../undo/test-undo'
import { MatePage } from './page'
import { useMate } from './store'
import { answer, framesOf, question, writing } from './test-mate'

withServer()
let stored: MateMessage[]
let fetches: Received[]
let begun: Received[]
let followed: Received[]
let sockets: FakeSocket[]

const chip = (text: string): Suggestion => ({ text, color: 'suggest-0', border_color: 'suggest-0-border', options: [] })

beforeAll(startLanguages)
beforeEach(() => {
  sockets = []
  vi.stubGlobal('WebSocket', function Connection(address: string) {
    const socket = new FakeSocket(new URL(address), [])
    sockets.push(socket)
    return socket
  })
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: { ...profile }, status: 'ready' })
  stored = []
  fetches = serve(fetchMate, ({ body }) => {
    const before = stored.filter(message => message.id < Number(body.last_id ?? Number.POSITIVE_INFINITY))
    return before.reverse().slice(0, Number(body.limit))
  })
  begun = serve(getNewSuggestions, ['What happened today?', 'Who is here?'].map(chip))
  followed = serve(getSuggestions, ['And yesterday?'].map(chip))
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

const profile = {
  user_id: 7,
  user_displayname: 'Maya Okafor',
  user_image: null,
  user_phone: null,
  user_email: 'maya@ridgeway.example',
  user_language: 'en' as const,
  selected_organizationId: 3,
  user_timezone: 'UTC',
  is_owner: false,
  branch_info: [],
  role_info: [],
  isNewUser: false,
  open_invites: [],
}

function open(state?: { ask: string }) {
  const router = createMemoryRouter([{ path: '/chat', element: <MatePage /> }], {
    initialEntries: [{ pathname: '/chat', state }],
  })
  const user = userEvent.setup()
  return { user, router, ...render(<RouterProvider router={router} />) }
}

async function connected(): Promise<FakeSocket> {
  await waitFor(() => expect(sockets).toHaveLength(1))
  const [socket] = sockets
  if (!socket) throw new Error('No connection.')
  socket.accept()
  return socket
}

const thread = () => screen.findByRole('log', { name: 'Conversation with Mate' })
const field = () => screen.getByRole('textbox', { name: 'Ask Mate' })

describe('The conversation with Mate [2.6]', () => {
  test('starts with a greeting and suggestions that send themselves [1.3a] [3.14]', async () => {
    const sent = serve(sendToMate, { question_id: 11, message_id: 12 })
    const { user } = open()
    expect(await screen.findByRole('heading', { name: 'Hello, Maya Okafor' })).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'What happened today?' }))
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ message: 'What happened today?', suggestion: 'What happened today?' }),
    )
    expect(within(await thread()).getByText('What happened today?')).toBeInTheDocument()
    expect(begun).toHaveLength(1)
    expect(followed).toHaveLength(0)
  })

  test('shows questions and answers, with what was read and links to the evidence [3.13a]', async () => {
    stored = [
      question(11, 'Pads?'),
      answer(12, 'They are in: [Pads changed](#/docs/3?log=5).', {
        details: {
          read: { logs: 18, documents: 2, people: 0 },
          references: [
            { kind: 'log', id: 5, title: 'Pads changed', doc_id: 3, at: '2026-11-20T13:00:00.000Z' },
            { kind: 'document', id: 3, title: 'Harbourside bay log' },
            { kind: 'person', id: 9, title: 'Tom Reyes' },
          ],
        },
      }),
    ]
    open()
    const log = await thread()
    expect(within(log).getByText('Pads?')).toBeInTheDocument()
    expect(await within(log).findByRole('link', { name: 'Pads changed' })).toHaveAttribute('href', '#/docs/3?log=5')
    expect(within(log).getByRole('button', { name: 'read 18 logs and 2 logbooks' })).toBeInTheDocument()
    const sources = screen.getByRole('complementary', { name: 'What Mate read' })
    expect(within(sources).getByRole('link', { name: /Pads changed/ })).toHaveAttribute('href', '#/docs/3?log=5')
    expect(within(sources).getByRole('link', { name: 'Harbourside bay log' })).toHaveAttribute('href', '#/docs/3')
    expect(within(sources).getByText('Tom Reyes')).toBeInTheDocument()
    expect(sources).toHaveTextContent('Mate reads only what you can open yourself.')
  })

  test('hides the sources and shows them again', async () => {
    stored = [question(11, 'Pads?'), answer(12, 'In.')]
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Hide sources' }))
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show sources' }))
    expect(screen.getByRole('complementary')).toBeInTheDocument()
  })

  test('says Something went wrong for an answer that does not parse, and asks again [5.5b] [8.11]', async () => {
    const sent = serve(sendToMate, { question_id: 13, message_id: 14 })
    stored = [question(11, 'Pads?', { client_id: 'first' }), answer(12, '', { message_text: 'not json' })]
    const { user } = open()
    expect(within(await thread()).getByText('Something went wrong')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ message: 'Pads?' }))
    expect(sent[0]?.body.client_id).not.toBe('first')
  })

  test("shows It's taking longer than expected... unchanged [5.5b]", async () => {
    stored = [question(11, 'Pads?'), answer(12, '', { message_text: "It's taking longer than expected..." })]
    open()
    expect(within(await thread()).getByText("It's taking longer than expected...")).toBeInTheDocument()
  })

  test('says that it did not load, and can be tried again [4.16a]', async () => {
    serve(fetchMate, apiError('server.error'))
    const { user } = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The conversation did not load')
    stored = [question(11, 'Pads?')]
    serve(fetchMate, () => stored)
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(within(await thread()).getByText('Pads?')).toBeInTheDocument()
  })

  test('loads older messages near its beginning', async () => {
    stored = Array.from({ length: 70 }, (_, index) => question(index + 1, `Question ${index + 1}`))
    open()
    expect(await screen.findByText('Question 70')).toBeInTheDocument()
    // Elements have no height here, so the beginning is always near.
    expect(await screen.findByText('Question 1')).toBeInTheDocument()
    expect(fetches.filter(({ body }) => body.last_id === 21)).toHaveLength(1)
  })

  test('starts over after confirmation', async () => {
    stored = [question(11, 'Pads?'), answer(12, 'In.')]
    const resets = serve(resetMate, () => {
      stored = []
      return null
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Start over?' })
    expect(resets).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Start over' }))
    expect(await screen.findByRole('heading', { name: /^Hello/ })).toBeInTheDocument()
    expect(resets).toHaveLength(1)
  })

  test('asks the question typed into the command palette, once', async () => {
    const sent = serve(sendToMate, { question_id: 11, message_id: 12 })
    const { router } = open({ ask: 'Where is the torque wrench?' })
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body.message).toBe('Where is the torque wrench?')
    expect(router.state.location.state).toBeNull()
  })

  test('passes the accessibility check', async () => {
    stored = [question(11, 'Pads?'), answer(12, 'They are **in**.'), question(13, 'Tubes?'), writing(14)]
    const { container } = open()
    await thread()
    await screen.findByRole('button', { name: 'Stop' })
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })
})

describe('A question', () => {
  test('is sent with Enter; Shift and Enter start a new line', async () => {
    const sent = serve(sendToMate, { question_id: 11, message_id: 12 })
    const { user } = open()
    await screen.findByRole('heading')
    expect(field()).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    await user.keyboard('Pads?{Shift>}{Enter}{/Shift}Tubes?')
    expect(field()).toHaveValue('Pads?\nTubes?')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent[0]?.body.message).toBe('Pads?\nTubes?'))
    expect(field()).toHaveValue('')
  })

  test('is sent with Ctrl and Enter', async () => {
    const sent = serve(sendToMate, { question_id: 11, message_id: 12 })
    const { user } = open()
    await user.type(field(), 'Pads?{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('that is too long is not sent, and not cut', async () => {
    const { user } = open()
    await user.click(field())
    await user.paste('x'.repeat(8003))
    expect(screen.getByRole('alert')).toHaveTextContent('3 characters too long')
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    expect(field()).toHaveValue('x'.repeat(8003))
  })

  test('is kept while it is written, across a reload', async () => {
    const first = open()
    await first.user.type(field(), 'Where is the')
    first.unmount()
    open()
    expect(field()).toHaveValue('Where is the')
  })

  test('that could not be sent stays and is never asked twice', async () => {
    const failed = serve(sendToMate, Response.error())
    const { user } = open()
    await user.type(field(), 'Pads?{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Not sent. The server cannot be reached.')
    expect(screen.getByText('Pads?')).toBeInTheDocument()
    const sent = serve(sendToMate, { question_id: 11, message_id: 12 })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body.client_id).toBe(failed[0]?.body.client_id)
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(screen.getAllByText('Pads?')).toHaveLength(1)
  })

  test('that could not be sent is restored after a reload, unless it had arrived', async () => {
    serve(sendToMate, Response.error())
    const first = open()
    await first.user.type(field(), 'Pads?{Enter}')
    await screen.findByRole('alert')
    const client_id = useMate.getState().outgoing[0]?.client_id
    first.unmount()
    useMate.setState({ outgoing: [], status: 'idle' })

    const second = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sent.')
    expect(screen.getByText('Pads?')).toBeInTheDocument()
    second.unmount()
    useMate.setState({ outgoing: [], status: 'idle' })

    stored = [question(11, 'Pads?', { client_id: client_id ?? '' }), answer(12, 'In.')]
    open()
    expect(await screen.findByText('In.')).toBeInTheDocument()
    expect(screen.getAllByText('Pads?')).toHaveLength(1)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('waits while Mate is answering, and can be written meanwhile', async () => {
    stored = [question(11, 'Pads?'), writing(12)]
    const sent = serve(sendToMate, { question_id: 13, message_id: 14 })
    const { user } = open()
    await screen.findByRole('button', { name: 'Stop' })
    await user.type(field(), 'Tubes?{Enter}')
    expect(screen.getByRole('button', { name: 'Send when Mate is done' })).toBeDisabled()
    const socket = await connected()
    for (const frame of framesOf(12, ['In.'])) socket.emit(frame)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
    expect(sent).toHaveLength(0)
    expect(field()).toHaveValue('Tubes?')
  })
})

describe('An answer', () => {
  const [start, pads, are, done] = framesOf(12, ['Pads are **in', ' stock** now.'])

  test('appears by whole words, is announced once, and brings new suggestions', async () => {
    serve(sendToMate, { question_id: 11, message_id: 12 })
    const { user } = open()
    const socket = await connected()
    await user.type(field(), 'Pads?{Enter}')
    await screen.findByRole('button', { name: 'Stop' })
    expect(screen.getByRole('status')).toHaveTextContent('Mate is writing')
    socket.emit(start)
    socket.emit(pads)
    const log = await thread()
    expect(log).toHaveAttribute('aria-live', 'off')
    await waitFor(() => expect(log).toHaveTextContent('Pads are'))
    expect(log).not.toHaveTextContent('Pads are in')
    socket.emit(are)
    socket.emit(done)
    await waitFor(() => expect(log).toHaveTextContent('Pads are in stock now.'))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Pads are in stock now.'))
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'And yesterday?' })).toBeInTheDocument()
    expect(followed).toHaveLength(1)
  })

  test('that arrived before the server confirmed its question is shown and announced once, below it', async () => {
    let confirm = () => {}
    serve(sendToMate, async () => {
      await new Promise<void>(resolve => {
        confirm = resolve
      })
      return { question_id: 11, message_id: 12 }
    })
    const { user } = open()
    const socket = await connected()
    await waitFor(() => expect(fetches.length).toBeGreaterThan(1))
    await user.type(field(), 'Any?{Enter}')
    for (const frame of [start, pads, are, done]) socket.emit(frame)
    expect(screen.queryByText(/stock/)).not.toBeInTheDocument()
    confirm()
    const log = await thread()
    await waitFor(() => expect(log).toHaveTextContent(/Any\?.*Pads are in stock now\./))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Pads are in stock now.'))
    expect(within(log).getAllByRole('article')).toHaveLength(2)
  })

  test('can be stopped', async () => {
    stored = [question(11, 'Pads?'), writing(12)]
    const { user } = open()
    const socket = await connected()
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(socket.sent).toContain(JSON.stringify({ event: 'stop', message_id: 12 }))
    socket.emit(start)
    socket.emit({ event: 'done', message_id: 12, seq: 2, message: answer(12, 'Pads', { state: 'stopped' }) })
    expect(await screen.findByText('Stopped')).toBeInTheDocument()
  })

  test('keeps the focus of the keyboard in the conversation when it ends [2.19]', async () => {
    stored = [question(11, 'Pads?'), writing(12)]
    open()
    const socket = await connected()
    const stop = await screen.findByRole('button', { name: 'Stop' })
    stop.focus()
    for (const frame of framesOf(12, ['In.'])) socket.emit(frame)
    await waitFor(() => expect(stop).not.toBeInTheDocument())
    expect(await thread()).toHaveFocus()
  })
})

test('The command palette offers what the page does: starting over, sources, what Mate may do, stopping and suggestions', async () => {
  stored = [question(11, 'Pads?'), answer(12, 'In.'), question(13, 'Tubes?'), writing(14)]
  open()
  await screen.findByRole('button', { name: 'Stop' })
  expectButtonsInPalette({ Dictate: 'acts at the caret of a field', Close: 'as Hide sources' })
  expect(offeredActions()).toEqual(expect.arrayContaining(['Start over', 'Hide sources', 'Stop']))
})

test('A question that was not sent can be discarded, and comes back by Undo', async () => {
  serve(sendToMate, Response.error())
  const { user } = open()
  render(<Notices />)
  await user.type(field(), 'Pads?{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('Pads?')).toBeNull()
  await pressUndo('Question discarded')
  expect(await screen.findByText('Pads?')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible()
})
