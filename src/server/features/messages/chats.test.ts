import { beforeAll, describe, expect, test } from 'vitest'
import {
  countUnread,
  createGroup,
  editGroup,
  getMessages,
  initiateChat,
  listChatPeople,
  listChats,
  listSeen,
  markRead,
  openSpaceChat,
  sendMessage,
  sendTyping,
} from '#shared/contract/messages/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { type Chats, noChat, notSelf, openChats } from './test-chats'

let chats: Chats
beforeAll(async () => {
  chats = await openChats()
})

describe('The chat of two people [1.10, 7.8]', () => {
  test('is one, whoever opens it, also when both do so at the same time', async () => {
    const { maya, tom, ana, dev } = chats
    const first = await maya.call(initiateChat, { self_id: maya.user_id, connection_id: tom.user_id })
    expect(first).toEqual({
      chat_id: expect.any(Number),
      kind: 'direct',
      participant_id: tom.user_id,
      participant_name: 'Tom Reyes',
      participant_image: null,
      branch_id: null,
      last_sender_id: null,
      last_file_count: 0,
      last_id: null,
      read_id: null,
      unread_messages: 0,
      is_disabled: false,
      is_bot: false,
    })
    expect(await tom.call(initiateChat, { connection_id: maya.user_id })).toMatchObject({
      chat_id: first.chat_id,
      participant_name: 'Maya Okafor',
    })
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, nr) => (nr % 2 ? chats.pair(ana, dev) : chats.pair(dev, ana))),
    )
    expect(new Set(opened).size).toBe(1)
  })

  test('needs somebody else, who is in the organisation, and is opened for oneself only [D6]', async () => {
    const { maya, tom, zoe } = chats
    await expect(maya.call(initiateChat, { connection_id: maya.user_id })).rejects.toMatchObject({ status: 400 })
    await expect(maya.call(initiateChat, { connection_id: zoe.user_id })).rejects.toMatchObject({
      status: 404,
      code: 'person.not_found',
    })
    const asTom = { self_id: tom.user_id, connection_id: maya.user_id }
    await expect(maya.call(initiateChat, asTom)).rejects.toMatchObject(notSelf)
  })

  test('is listed for the other person once something was written', async () => {
    const { maya, lena } = chats
    const chat_id = await chats.pair(maya, lena)
    expect(await chats.listed(maya, chat_id)).toMatchObject({ participant_name: 'Lena Fuchs' })
    expect(await chats.listed(lena, chat_id)).toBeUndefined()
    await chats.says(maya, chat_id, 'Hello')
    expect(await chats.listed(lena, chat_id)).toMatchObject({ last_message: 'Hello', unread_messages: 1 })
  })

  test('stays for the other person when one leaves the organisation, and can no longer be written to', async () => {
    const { maya, server } = chats
    const kim = await server.person({ name: 'Kim Park' })
    await maya.invites(kim)
    const chat_id = await chats.pair(maya, kim)
    const sent = { chat_id, chat_message: 'Bye', client_id: 'bye' }
    const first = await maya.call(sendMessage, sent)
    await maya.call(removeUser, { user_to_be_removed: kim.user_id })
    expect(await chats.listed(maya, chat_id)).toMatchObject({ is_disabled: true, participant_name: 'Kim Park' })
    expect(await maya.call(initiateChat, { connection_id: kim.user_id })).toMatchObject({ chat_id, is_disabled: true })
    expect(await maya.call(getMessages, { chat_id })).toMatchObject([{ message: 'Bye' }])
    await expect(maya.call(sendMessage, { ...sent, client_id: 'again' })).rejects.toMatchObject({
      status: 409,
      code: 'chat.disabled',
    })
    expect(await maya.call(sendMessage, sent)).toEqual(first)
    await expect(kim.call(getMessages, { chat_id })).rejects.toMatchObject({ status: 403 })
  })
})

describe('The list of chats [3.12]', () => {
  test('has the newest message first, with what was not read, page by page', async () => {
    const { server, maya } = chats
    const pia = await server.person({ name: 'Pia Sand' })
    await maya.invites(pia)
    const { tom, dev, ana } = chats
    const [a, b, c] = [await chats.pair(pia, tom), await chats.pair(pia, dev), await chats.pair(pia, ana)]
    await chats.says(tom, a, 'One', 'Two')
    await chats.says(dev, b, 'Three')
    const [, last] = await chats.says(ana, c, 'Four', 'Five')
    await chats.says(pia, a, 'Six')
    expect(await pia.call(listChats, {})).toMatchObject([
      { chat_id: a, last_message: 'Six', last_sender_id: pia.user_id, unread_messages: 0 },
      { chat_id: c, last_message: 'Five', unread_messages: 2, last_id: last?.id, read_id: null },
      { chat_id: b, last_message: 'Three', unread_messages: 1 },
    ])
    expect(await pia.call(countUnread, {})).toEqual({ unread_messages: 3, unread_chats: 2 })
    const { data, next_cursor } = await pia.reply(listChats, { limit: 2 })
    expect(data.map(item => item.chat_id)).toEqual([a, c])
    const rest = await pia.reply(listChats, { limit: 2, cursor: next_cursor ?? '' })
    expect([rest.data.map(item => item.chat_id), rest.next_cursor]).toEqual([[b], null])
    expect(await pia.call(listChats, { chat_id: b })).toMatchObject([{ chat_id: b }])
  })
})

describe('Reading', () => {
  test('moves the mark forwards only, tells the others, and never beyond what there is', async () => {
    const { tom, ana } = chats
    const chat_id = await chats.pair(tom, ana)
    const [first, second] = await chats.says(tom, chat_id, 'A', 'B')
    await ana.call(markRead, { chat_id, last_id: second?.id ?? 0 })
    await ana.call(markRead, { chat_id, last_id: first?.id ?? 0 })
    expect(await chats.listed(ana, chat_id)).toMatchObject({ unread_messages: 0, read_id: second?.id })
    expect(await tom.call(listSeen, { chat_id })).toEqual([
      { user_id: tom.user_id, read_id: second?.id, read_at: expect.any(String) },
      { user_id: ana.user_id, read_id: second?.id, read_at: expect.any(String) },
    ])
    const told = await chats.events('chat.read')
    expect(told.at(-1)).toEqual({
      audience: { to: 'users', user_ids: expect.arrayContaining([tom.user_id, ana.user_id]) },
      payload: { kind: 'chat.read', chat_id, user_id: ana.user_id, read_id: second?.id },
    })
    expect(await chats.events('chat.read')).toHaveLength(told.length)
    await ana.call(markRead, { chat_id, last_id: 999_999_999 })
    const [third] = await chats.says(tom, chat_id, 'C')
    expect(await chats.listed(ana, chat_id)).toMatchObject({ unread_messages: 1, last_id: third?.id })
  })
})

describe('A group', () => {
  test('is created once for a client id, with its creator in it', async () => {
    const { maya, tom, dev } = chats
    const body = { name: 'Night shift', user_ids: [tom.user_id, dev.user_id], client_id: 'night' }
    const group = await maya.call(createGroup, body)
    expect(group).toMatchObject({ kind: 'group', participant_id: null, participant_name: 'Night shift' })
    expect(await maya.call(createGroup, body)).toEqual(group)
    const { chat_id } = group
    const { people, created_by } = await tom.call(listChatPeople, { chat_id })
    expect([people.map(person => person.user_displayname), created_by]).toEqual([
      ['Dev Anand', 'Maya Okafor', 'Tom Reyes'],
      maya.user_id,
    ])
    expect(await chats.listed(dev, chat_id)).toMatchObject({ participant_name: 'Night shift' })
    await expect(maya.call(createGroup, { name: 'X', user_ids: [chats.zoe.user_id] })).rejects.toMatchObject({
      status: 404,
      code: 'person.not_found',
    })
  })

  test('is renamed and enlarged by anybody in it; only its creator, owners and admins remove others', async () => {
    const { tom, dev, ana, maya, lena } = chats
    const { chat_id } = await tom.call(createGroup, { name: 'Bay', user_ids: [ana.user_id, lena.user_id] })
    await chats.says(tom, chat_id, 'Before')
    chats.server.clock.advance(1_000)
    expect(await ana.call(editGroup, { chat_id, name: 'Bay 2', users_to_be_added: [dev.user_id] })).toMatchObject({
      participant_name: 'Bay 2',
    })
    expect(await chats.listed(dev, chat_id)).toMatchObject({ last_message: 'Before', unread_messages: 0 })
    const removing = { chat_id, users_to_be_removed: [dev.user_id] }
    await expect(ana.call(editGroup, removing)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await expect(maya.call(editGroup, removing)).rejects.toMatchObject(noChat)
    await tom.call(editGroup, removing)
    await expect(dev.call(getMessages, { chat_id })).rejects.toMatchObject(noChat)
    expect((await chats.events('chat.changed')).at(-1)).toEqual({
      audience: { to: 'users', user_ids: expect.arrayContaining([dev.user_id, tom.user_id, ana.user_id]) },
      payload: { kind: 'chat.changed', chat_id },
    })
    expect(await tom.call(editGroup, { chat_id, users_to_be_removed: [tom.user_id] })).toBeNull()
    await expect(tom.call(getMessages, { chat_id })).rejects.toMatchObject(noChat)
    expect(await ana.call(listChatPeople, { chat_id })).toMatchObject({ created_by: expect.any(Number) })
    expect(await chats.listed(tom, chat_id)).toBeUndefined()
  })

  test('is left by who leaves the organisation, also if they come back', async () => {
    const { server, maya, tom } = chats
    const uma = await server.person({ name: 'Uma Rao' })
    await maya.invites(uma)
    const { chat_id } = await tom.call(createGroup, { name: 'Tools', user_ids: [uma.user_id] })
    await maya.call(removeUser, { user_to_be_removed: uma.user_id })
    await maya.invites(uma)
    await expect(uma.call(getMessages, { chat_id })).rejects.toMatchObject(noChat)
  })

  test('is the only kind whose people can be changed', async () => {
    const { maya, tom, dev } = chats
    const chat_id = await chats.pair(maya, tom)
    await expect(maya.call(editGroup, { chat_id, users_to_be_added: [dev.user_id] })).rejects.toMatchObject({
      status: 409,
      code: 'chat.not_a_group',
    })
    const both = { users_to_be_added: [dev.user_id], users_to_be_removed: [dev.user_id] }
    await expect(maya.call(editGroup, { chat_id, ...both })).rejects.toMatchObject({ status: 400 })
  })
})

describe('The chat of a space [D4]', () => {
  test('is one, and open to everybody who may see its branch [D3]', async () => {
    const { maya, tom, ana, lena, zoe } = chats
    const branch_id = (await maya.call(addBranch, { branch_name: 'Till', is_open_branch: false })).id
    await maya.call(manageBranchUsers, { branch_id, users_to_be_added: [ana.user_id, tom.user_id] })
    const opened = await Promise.all([maya, ana, tom].map(who => who.call(openSpaceChat, { branch_id })))
    expect(new Set(opened.map(chat => chat.chat_id)).size).toBe(1)
    const { chat_id } = opened[0] ?? { chat_id: 0 }
    expect(opened[1]).toMatchObject({ kind: 'space', branch_id, participant_name: 'Till', participant_id: null })
    for (const stranger of [lena, zoe])
      await expect(stranger.call(openSpaceChat, { branch_id })).rejects.toMatchObject({ code: 'branch.not_found' })
    await chats.says(ana, chat_id, 'The till is open')
    expect(await chats.listed(tom, chat_id)).toMatchObject({ last_message: 'The till is open', unread_messages: 1 })
    expect((await chats.events('message.sent')).at(-1)?.audience).toEqual({
      to: 'users',
      user_ids: [maya.user_id, tom.user_id, ana.user_id].sort((one, other) => one - other),
    })
    await expect(lena.call(getMessages, { chat_id })).rejects.toMatchObject(noChat)
    await maya.call(manageBranchUsers, { branch_id, users_to_be_removed: [tom.user_id] })
    await expect(tom.call(getMessages, { chat_id })).rejects.toMatchObject(noChat)
    expect(await chats.listed(tom, chat_id)).toBeUndefined()
  })

  test('of an open branch is everybody’s', async () => {
    const { tom, lena, yard } = chats
    const { chat_id } = await tom.call(openSpaceChat, { branch_id: yard })
    await chats.says(tom, chat_id, 'Hello yard')
    expect((await chats.events('message.sent')).at(-1)?.audience).toEqual({ to: 'organisation' })
    expect(await chats.listed(lena, chat_id)).toMatchObject({ participant_name: 'Canal yard', unread_messages: 1 })
    expect((await lena.call(listChatPeople, { chat_id })).people.length).toBeGreaterThan(4)
  })
})

describe('Somebody who is writing', () => {
  test('is shown to the others in the chat who are connected, and to nobody else', async () => {
    const { maya, tom, ana } = chats
    const chat_id = await chats.pair(maya, tom)
    const [hers, his, others] = await Promise.all([maya, tom, ana].map(who => LiveClient.listening(who)))
    // Whoever receives a message has read what was missed, and receives what is said only once.
    await chats.says(tom, chat_id, 'A moment')
    await hers?.until(frame => frame.event === 'event' && frame.change.kind === 'message.sent')
    await tom.call(sendTyping, { chat_id })
    const typing = { event: 'typing', chat_id, user_id: tom.user_id }
    expect(await hers?.until(frame => frame.event === 'typing')).toEqual(typing)
    // What everybody receives comes after it.
    const branch_id = (await maya.call(addBranch, { branch_name: 'Open to all' })).id
    const { chat_id: space } = await tom.call(openSpaceChat, { branch_id })
    await chats.says(tom, space, 'Hello')
    for (const client of [his, others]) {
      await client?.until(
        ({ event, ...frame }) => event === 'event' && JSON.stringify(frame).includes(`"chat_id":${space}`),
      )
      expect(client?.frames.filter(frame => frame.event === 'typing')).toEqual([])
    }
    await closeAllClients()
  })
})
