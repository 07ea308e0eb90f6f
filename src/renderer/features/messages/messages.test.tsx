import '../../platform/test-indexed-db'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { IDBFactory } from 'fake-indexeddb'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createGroup,
  deleteMessage,
  editMessage,
  getMessages,
  initiateChat,
  listChatPeople,
  listChats,
  listPins,
  listSeen,
  markRead,
  reactToMessage,
  sendMessage,
  sendTyping,
} from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { explainPlan, getSchedule } from '#shared/contract/planning/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { useNavMarks } from '../../platform/nav-marks'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { detailOf, organisationOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { useSchedule } from '../planning/store'
import { ChatList } from './chat-list'
import { useChats } from './chats'
import { startMessages } from './start'
import { chatOf, messageOf, ownOf } from './test-messages'
import { Thread } from './thread'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('messages')

const person = (user_id: number, user_displayname: string) => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member' as const, role_ids: [1], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
})
const people = [person(7, 'Maya Okafor'), person(8, 'Tom Reyes'), person(9, 'Ana Lima')]
let messages: ChatMessage[]
let chats: ReturnType<typeof chatOf>[]
let environment: FakeEnvironment
let tab: TestTab
let stop: () => void
let seq: number
let reads: Received[]

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  tab = new TestTab()
  environment = new FakeEnvironment()
  seq = 10
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
  messages = [messageOf(2, 'Bay 2 is free'), ownOf(1, 'How is bay 2?')]
  chats = [chatOf({ unread_messages: 1 })]
  serve(listChats, ({ body }) => chats.filter(chat => body.chat_id === undefined || chat.chat_id === body.chat_id))
  serve(getMessages, ({ body }) => (body.last_id === undefined ? messages : []))
  serve(listChatPeople, { people: people.slice(0, 2), created_by: null })
  serve(sendTyping, null)
  serve(listSeen, [{ user_id: 8, read_id: 1, read_at: '2026-11-20T08:01:00.000Z' }])
  serve(organisationInfo, detailOf({ all_users: people }))
  reads = serve(markRead, null)
  stop = startLive(environment)
  startMessages()
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq })
})
afterEach(() => {
  cleanup()
  stop()
  tab.close()
  endSession()
  localStorage.clear()
})

function Page() {
  const { id } = useParams()
  const chat_id = id === undefined ? undefined : Number(id)
  return (
    <>
      <ChatList chat_id={chat_id} />
      <Thread chat_id={chat_id} />
    </>
  )
}

function open(path = '/home/messages/3') {
  const router = createMemoryRouter(
    ['/home/messages', '/home/messages/:id', '/home/schedule'].map(at => ({ path: at, element: <Page /> })),
    { initialEntries: [path] },
  )
  return { ...render(<RouterProvider router={router} />), router }
}

function emit(change: object): void {
  seq += 1
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: 8, at: '2026-11-20T10:00:00.000Z', change }))
}

const field = () => screen.findByRole('textbox', { name: 'Message Tom Reyes' })
const articles = () => within(screen.getByRole('log')).getAllByRole('article')
const article = async (text: string) => {
  const found = () => articles().find(one => one.textContent?.includes(text))
  await waitFor(() => expect(found()).toBeDefined())
  return found() ?? expect.fail(`There is no “${text}”.`)
}
const answerTo = ({ body }: Received) => ownOf(50, String(body.chat_message), { client_id: String(body.client_id) })

describe('The list of chats [3.12]', () => {
  test('shows who, what was last said, and what is unread, also at the entry of Home', async () => {
    chats = [
      chatOf({ unread_messages: 2 }),
      chatOf({
        chat_id: 4,
        participant_name: 'Ana Lima',
        last_sender_id: 7,
        last_message_timestamp: '2026-11-20T07:00:00.000Z',
      }),
    ]
    const { container } = open('/home/messages')
    const list = within(await screen.findByRole('navigation', { name: 'Chats' }))
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(2))
    const [first, second] = list.getAllByRole('link')
    await waitFor(() => expect(first).toHaveTextContent(/^Tom Reyes.*Bay 2 is free22 unread messages$/))
    expect(second).toHaveTextContent(/^Ana Lima.*You: Bay 2 is free$/)
    await waitFor(() => expect(useNavMarks.getState().marks.home).toEqual({ count: 2, label: '2 unread messages' }))
    expect(await screen.findByRole('heading', { name: 'Choose a chat' })).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('moves a chat to the top when somebody writes, and counts', async () => {
    chats = [
      chatOf({
        chat_id: 4,
        participant_name: 'Ana Lima',
        last_id: 90,
        last_message_timestamp: '2026-11-20T08:30:00.000Z',
      }),
      chatOf(),
    ]
    open('/home/messages')
    const list = await screen.findByRole('navigation', { name: 'Chats' })
    await within(list).findByRole('link', { name: /Tom Reyes/ })
    emit({ kind: 'message.sent', chat_id: 3, message: messageOf(60, 'Send the next one in?') })
    await waitFor(() =>
      expect(within(list).getAllByRole('link')[0]).toHaveTextContent(/Tom Reyes.*Send the next one in\?/),
    )
    expect(within(list).getAllByRole('link')[0]).toHaveTextContent('1 unread message')
  })

  test('finds people without regard to accents, and opens the chat with them', async () => {
    const calls = serve(initiateChat, chatOf({ chat_id: 5, participant_id: 9, participant_name: 'Ana Lima' }))
    const { router } = open('/home/messages')
    await userEvent.type(screen.getByRole('textbox', { name: 'Search people' }), 'ána')
    await userEvent.click(await screen.findByRole('button', { name: 'Ana Lima' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/home/messages/5'))
    expect(calls[0]?.body).toMatchObject({ self_id: 7, connection_id: 9 })
  })

  test('that does not load can be tried again [4.16a]', async () => {
    serve(listChats, apiError('server.error'))
    useChats.getState().clear()
    open('/home/messages')
    expect(await screen.findByRole('alert')).toHaveTextContent('The chats did not load')
    serve(listChats, chats)
    // The stream of events has just begun, which loads the list again, too.
    await waitFor(async () => {
      const again = screen.queryByRole('button', { name: 'Try Again' })
      if (again) await userEvent.click(again)
      expect(screen.getByRole('link', { name: /Tom Reyes/ })).toBeVisible()
    })
  })

  test('begins a group with at least one person', async () => {
    const calls = serve(
      createGroup,
      chatOf({ chat_id: 6, kind: 'group', participant_id: null, participant_name: 'Bay' }),
    )
    open('/home/messages')
    await userEvent.click(screen.getByRole('button', { name: 'New group' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the group' }), 'Bay')
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one person.')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Ana Lima' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bay' })).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ name: 'Bay', user_ids: [9] })
  })
})

describe('A chat', () => {
  test('shows days, who has seen what, and is marked as read', async () => {
    const { container } = open()
    await waitFor(async () => expect(await article('How is bay 2?')).toHaveTextContent('8:01 AM, seen'))
    expect(await screen.findByRole('log', { name: 'Chat with Tom Reyes' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Friday, November 20, 2026' })).toBeVisible()
    await waitFor(() => expect(reads[0]?.body).toMatchObject({ chat_id: 3, last_id: 2 }))
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('sends with Enter, shows the message at once, and takes the answer in its place [4.7a]', async () => {
    const calls = serve(sendMessage, answerTo)
    open()
    await userEvent.type(await field(), 'One{Shift>}{Enter}{/Shift}two{Enter}')
    expect(await field()).toHaveValue('')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ chat_id: 3, sender_id: 7, chat_message: 'One\ntwo' })
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())
    expect(articles()).toHaveLength(3)
    // Its event comes too.
    emit({ kind: 'message.sent', chat_id: 3, message: answerTo(calls[0] as Received) })
    expect(articles()).toHaveLength(3)
  })

  test('says why a message was refused, and sends it again on request', async () => {
    serve(sendMessage, apiError('chat.disabled'))
    open()
    await userEvent.type(await field(), 'Hello{Enter}')
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Not sent. This person has left the workspace')
    const calls = serve(sendMessage, answerTo)
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('keeps what was not sent for each chat', async () => {
    chats = [chatOf(), chatOf({ chat_id: 4, participant_name: 'Ana Lima' })]
    const { router } = open()
    await userEvent.type(await field(), 'Half a sentence')
    await act(() => router.navigate('/home/messages/4'))
    expect(await screen.findByRole('textbox', { name: 'Message Ana Lima' })).toHaveValue('')
    await act(() => router.navigate('/home/messages/3'))
    expect(await field()).toHaveValue('Half a sentence')
  })

  test('mentions people by name, with the keys', async () => {
    const calls = serve(sendMessage, answerTo)
    open()
    const box = await field()
    await userEvent.type(box, '@r')
    expect(await screen.findByRole('option', { name: 'Tom Reyes', selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(box).toHaveValue('@Tom Reyes ')
    await userEvent.type(box, 'look{Control>}{Enter}{/Control}')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ chat_message: '@Tom Reyes look', mentions: [8] }))
  })

  test('replies, edits and deletes by its menu', async () => {
    const sent = serve(sendMessage, answerTo)
    const edited = serve(editMessage, ({ body }) =>
      ownOf(1, String(body.chat_message), { edited_at: '2026-11-20T09:00:00.000Z' }),
    )
    const deleted = serve(deleteMessage, ownOf(1, '', { deleted_at: '2026-11-20T09:00:00.000Z' }))
    open()
    const choose = async (text: string, name: string) => {
      await userEvent.click(within(await article(text)).getByRole('button', { name: 'More actions' }))
      await userEvent.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Bay 2 is free', 'Reply')
    expect(screen.getByText('Reply to Tom Reyes:')).toBeVisible()
    await userEvent.type(await field(), 'Good{Enter}')
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ chat_message: 'Good', reply_to: 2 }))

    await choose('How is bay 2?', 'Edit')
    const box = await field()
    await waitFor(() => expect(box).toHaveValue('How is bay 2?'))
    await userEvent.clear(box)
    await userEvent.type(box, 'How is bay 3?{Enter}')
    await waitFor(() => expect(edited[0]?.body).toMatchObject({ message_id: 1, chat_message: 'How is bay 3?' }))
    expect(await article('How is bay 3?')).toHaveTextContent('edited')

    await choose('How is bay 3?', 'Delete')
    await waitFor(async () => expect(await article('This message was deleted')).toHaveFocus())
    await act(() => tab.clock.pass(10_000))
    await waitFor(() => expect(deleted[0]?.body).toMatchObject({ message_id: 1 }))
  })

  test('reacts, and takes the reaction back', async () => {
    messages = [messageOf(2, 'Bay 2 is free', { reactions: [{ emoji: '🎉', user_ids: [8] }] })]
    const calls = serve(reactToMessage, ({ body }) =>
      messageOf(2, 'Bay 2 is free', {
        reactions: body.is_on ? [{ emoji: '🎉', user_ids: [8, 7] }] : [{ emoji: '🎉', user_ids: [8] }],
      }),
    )
    open()
    const mark = await screen.findByRole('button', { name: '🎉 1, Tom Reyes' })
    expect(mark).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(mark)
    await userEvent.click(await screen.findByRole('button', { name: '🎉 2, Tom Reyes, You', pressed: true }))
    await waitFor(() => expect(calls.map(call => call.body.is_on)).toEqual([true, false]))
  })

  test('whose person has left can be read and not written to', async () => {
    chats = [chatOf({ is_disabled: true })]
    open()
    await article('Bay 2 is free')
    expect(screen.getByText(/^This person has left the workspace/)).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^Message/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  })

  test('that is not the person’s cannot be opened, and does not say why', async () => {
    open('/home/messages/99')
    expect(await screen.findByRole('heading', { name: 'This chat cannot be opened' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All chats' })).toHaveAttribute('href', '#/home/messages')
  })

  test('shows who is writing until they stop or their message arrives, and says so to others now and then', async () => {
    const calls = serve(sendTyping, null)
    open()
    await article('Bay 2 is free')
    const typing = () => act(() => environment.latest.emit({ event: 'typing', chat_id: 3, user_id: 8 }))
    typing()
    expect(await screen.findByText('Tom Reyes is writing …')).toBeVisible()
    emit({ kind: 'message.sent', chat_id: 3, message: messageOf(60, 'Here I am') })
    await waitFor(() => expect(screen.queryByText('Tom Reyes is writing …')).toBeNull())
    await userEvent.type(await field(), 'On my way')
    expect(calls.map(({ body }) => body.chat_id)).toEqual([3])
  })

  test('leads to the schedule of its person', async () => {
    serve(getSchedule, [])
    serve(explainPlan, { late: [], unplaced: [], clashes: [], moves: [] })
    const { router } = open()
    await userEvent.click(await screen.findByRole('button', { name: /^Schedule of / }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/home/schedule'))
    expect(useSchedule.getState().people).toEqual([chatOf().participant_id])
  })

  test('renders Markdown; the list of chats, quotes and what is answered show its words', async () => {
    const quoted = { id: 2, sender_name: 'Tom Reyes', message_text: '**Bay 2** is free', is_deleted: false }
    messages = [ownOf(3, 'Good', { reply_to: quoted }), messageOf(2, '**Bay 2** is free')]
    chats = [chatOf({ last_message: '**Bay 2** is free' })]
    open()
    expect(await screen.findByRole('strong')).toHaveTextContent('Bay 2')
    expect(screen.getByRole('button', { name: /Tom Reyes ?Bay 2 is free/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /Tom Reyes.*Bay 2 is free/ })).toBeVisible()
    await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }))
    expect(screen.getByText('Reply to Tom Reyes:').parentElement).toHaveTextContent('Reply to Tom Reyes: Bay 2 is free')
    expect(document.body).not.toHaveTextContent('**')
  })

  test('lists its pinned messages', async () => {
    serve(listPins, [messageOf(2, '**Bay 2** is free', { pinned: { by: 7, at: '2026-11-20T09:00:00.000Z' } })])
    const { router } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Pinned messages' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pinned messages' }))
    await userEvent.click(await dialog.findByRole('button', { name: /Bay 2 is free/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?message=2'))
  })

  test('shows a message that is pinned while the list is open, and keeps the list when reading it again fails', async () => {
    let pins: ChatMessage[] = []
    serve(listPins, () => pins)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Pinned messages' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pinned messages' })
    expect(await within(dialog).findByText('Nothing is pinned here yet.')).toBeVisible()
    const pinned = messageOf(2, 'Bay 2 is free', { pinned: { by: 7, at: '2026-11-20T09:00:00.000Z' } })
    pins = [pinned]
    emit({ kind: 'message.changed', chat_id: 3, message: pinned })
    expect(await within(dialog).findByRole('button', { name: /Bay 2 is free/ })).toBeVisible()
    serve(listPins, apiError('server.error'))
    emit({ kind: 'message.changed', chat_id: 3, message: pinned })
    await settled()
    expect(within(dialog).getByRole('button', { name: /Bay 2 is free/ })).toBeVisible()
  })
})
