import { beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles, uploadFiles } from '#shared/contract/attachments/endpoints'
import {
  createGroup,
  deleteMessage,
  editGroup,
  editMessage,
  getMessages,
  listPins,
  pinMessage,
  reactToMessage,
  readThread,
  sendMessage,
} from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import { type Chats, noChat, noMessage, notSelf, openChats } from './test-chats'

let chats: Chats
let chat_id: number
beforeAll(async () => {
  chats = await openChats()
  chat_id = await chats.pair(chats.maya, chats.tom)
})

describe('A message [3.13a, 7.8]', () => {
  test('is answered whole, and only the people of the chat hear of it', async () => {
    const { maya, tom, server } = chats
    const sent = { chat_id, sender_id: maya.user_id, chat_message: 'Bay 2 is *free*.', client_id: 'first' }
    const message = await maya.call(sendMessage, sent)
    expect(message).toEqual({
      id: expect.any(Number),
      chat_id,
      is_from_ai: false,
      message_text: 'Bay 2 is *free*.',
      message: 'Bay 2 is *free*.',
      chat_created: new Date(server.clock.now()).toISOString(),
      user_selected_suggestion: null,
      frames_urls: [],
      details: { user_ids: [], message_ids: [], card: null },
      bot_id: null,
      sender_id: maya.user_id,
      sender_name: 'Maya Okafor',
      client_id: 'first',
      reply_to: null,
      reply_count: 0,
      edited_at: null,
      deleted_at: null,
      reactions: [],
      pinned: null,
      file_ids: [],
      mentions: [],
      is_cut: false,
    })
    expect(await tom.call(getMessages, { self_id: tom.user_id, chat_id })).toEqual([message])
    expect((await chats.events('message.sent')).at(-1)).toEqual({
      audience: { to: 'users', user_ids: expect.arrayContaining([maya.user_id, tom.user_id]) },
      payload: { kind: 'message.sent', chat_id, message },
    })
  })

  test('is sent exactly once for a client id, also if several calls arrive at the same time', async () => {
    const { maya, tom } = chats
    const group = await maya.call(createGroup, { name: 'Once', user_ids: [tom.user_id] })
    const body = { chat_id: group.chat_id, chat_message: 'Once', client_id: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, nr) => maya.call(sendMessage, body, nr < 3 ? { key: 'one key' } : {})),
    )
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    expect(await tom.call(getMessages, { chat_id: group.chat_id })).toHaveLength(1)
    await tom.call(sendMessage, { ...body, chat_message: 'Another person' })
    expect(await tom.call(getMessages, { chat_id: group.chat_id })).toHaveLength(2)
  })

  test('is not answered again to somebody who left the chat since', async () => {
    const { maya, tom } = chats
    const group = await maya.call(createGroup, { name: 'Left', user_ids: [tom.user_id] })
    const body = { chat_id: group.chat_id, chat_message: 'I am off', client_id: 'off' }
    await tom.call(sendMessage, body, { key: 'off' })
    await tom.call(editGroup, { chat_id: group.chat_id, users_to_be_removed: [tom.user_id] })
    await expect(tom.call(sendMessage, body, { key: 'off' })).rejects.toMatchObject(noChat)
  })

  test('is refused if it is empty, too long, or sent for somebody else', async () => {
    const { maya, tom } = chats
    const body = { chat_id, client_id: 'refused' }
    for (const chat_message of ['', ' \n ', 'x'.repeat(limits.textLength + 1)])
      await expect(maya.call(sendMessage, { ...body, chat_message })).rejects.toMatchObject({ status: 400 })
    const asTom = { ...body, chat_message: 'Hi', sender_id: tom.user_id }
    await expect(maya.call(sendMessage, asTom)).rejects.toMatchObject(notSelf)
    await expect(maya.call(getMessages, { chat_id, self_id: tom.user_id })).rejects.toMatchObject(notSelf)
  })

  test('that is long is left out of its event', async () => {
    const { maya, tom } = chats
    const chat_message = 'x'.repeat(limits.textLength)
    await maya.call(sendMessage, { chat_id, chat_message, client_id: 'long' })
    expect((await chats.events('message.sent')).at(-1)?.payload).toMatchObject({
      message: { message: '', is_cut: true },
    })
    expect(await tom.call(getMessages, { chat_id, limit: 1 })).toMatchObject([{ message: chat_message, is_cut: false }])
  })

  test('names only people of the chat', async () => {
    const { maya, tom, ana } = chats
    const mentions = [tom.user_id, ana.user_id, 999_999]
    const message = await maya.call(sendMessage, { chat_id, chat_message: '@Tom', client_id: 'at', mentions })
    expect([message.mentions, message.details.user_ids]).toEqual([[tom.user_id], [tom.user_id]])
  })
})

describe('The messages of a chat [5.6b]', () => {
  test('are read newest first, from the newest or from any id, in both directions', async () => {
    const { dev, ana } = chats
    const chat_id = await chats.pair(dev, ana)
    const ids = (await chats.says(dev, chat_id, ...Array.from({ length: 7 }, (_, nr) => `M${nr}`))).map(({ id }) => id)
    const read = async (params: object) =>
      (await ana.call(getMessages, { chat_id, ...params })).map(message => ids.indexOf(message.id))
    expect(await read({ limit: 3 })).toEqual([6, 5, 4])
    expect(await read({ limit: 3, last_id: ids[4] })).toEqual([3, 2, 1])
    expect(await read({ last_id: ids[0] })).toEqual([])
    expect(await read({ limit: 2, after_id: ids[2] })).toEqual([4, 3])
    await expect(ana.call(getMessages, { chat_id, limit: 101 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('Replies', () => {
  test('carry what they answer, and make a thread', async () => {
    const { maya, tom } = chats
    const [question] = await chats.says(maya, chat_id, 'Who has the key?')
    const reply_to = question?.id ?? 0
    const reply = await tom.call(sendMessage, { chat_id, chat_message: 'I do', client_id: 'r1', reply_to })
    expect(reply).toMatchObject({
      reply_to: { id: reply_to, sender_name: 'Maya Okafor', message_text: 'Who has the key?', is_deleted: false },
      details: { message_ids: [reply_to] },
    })
    const thread = await maya.call(readThread, { chat_id, message_id: reply_to })
    expect(thread).toMatchObject({ message: { id: reply_to, reply_count: 1 }, replies: [{ id: reply.id }] })
    const elsewhere = await chats.pair(chats.dev, chats.lena)
    const body = { chat_id: elsewhere, chat_message: 'X', client_id: 'r2', reply_to }
    await expect(chats.dev.call(sendMessage, body)).rejects.toMatchObject(noMessage)
  })
})

describe('Changing a message', () => {
  test('is for its author, and is shown', async () => {
    const { maya, tom, server } = chats
    const [sent] = await chats.says(maya, chat_id, 'Bay 3')
    const message_id = sent?.id ?? 0
    const body = { chat_id, message_id, chat_message: 'Bay 4' }
    await expect(tom.call(editMessage, body)).rejects.toMatchObject({ status: 403, code: 'message.not_yours' })
    await expect(maya.call(editMessage, { ...body, chat_message: ' ' })).rejects.toMatchObject({ status: 400 })
    const edited = await maya.call(editMessage, body)
    expect(edited).toEqual({
      ...sent,
      message: 'Bay 4',
      message_text: 'Bay 4',
      edited_at: new Date(server.clock.now()).toISOString(),
    })
    expect((await chats.events('message.changed')).at(-1)?.payload).toEqual({
      kind: 'message.changed',
      chat_id,
      message: edited,
    })
    const told = await chats.events('message.changed')
    expect(await maya.call(editMessage, body)).toEqual(edited)
    expect(await chats.events('message.changed')).toEqual(told)
  })

  test('deleting keeps its place and nothing else, also not its files', async () => {
    const { maya, tom, server } = chats
    const files = [{ name: 'pads.txt', bytes: Buffer.from('Soaked pads') }]
    const [file] = await maya.call(uploadFiles, {}, { files })
    const file_ids = [file?.file_id ?? '']
    const sent = await maya.call(sendMessage, { chat_id, client_id: 'file', file_ids })
    expect(await tom.call(downloadFiles, { file_ids })).toMatchObject([{ file_name: 'pads.txt' }])
    expect(await chats.ana.call(downloadFiles, { file_ids })).toEqual([])
    await expect(maya.call(sendMessage, { chat_id, client_id: 'file2', file_ids })).rejects.toMatchObject({
      code: 'attachment.taken',
    })
    const message = { chat_id, message_id: sent.id }
    await maya.call(pinMessage, message)
    await tom.call(reactToMessage, { ...message, emoji: '👍' })
    await expect(tom.call(deleteMessage, message)).rejects.toMatchObject({ code: 'message.not_yours' })
    const deleted = await maya.call(deleteMessage, message)
    expect(deleted).toMatchObject({ message: '', file_ids: [], reactions: [], pinned: null })
    expect(deleted.deleted_at).toBe(new Date(server.clock.now()).toISOString())
    expect(await maya.call(deleteMessage, message)).toEqual(deleted)
    expect(await tom.call(downloadFiles, { file_ids })).toEqual([])
    expect((await tom.call(getMessages, { chat_id, limit: 1 }))[0]).toEqual(deleted)
    const gone = { status: 409, code: 'message.deleted' }
    await expect(maya.call(editMessage, { ...message, chat_message: 'Back' })).rejects.toMatchObject(gone)
    await expect(tom.call(reactToMessage, { ...message, emoji: '👍' })).rejects.toMatchObject(gone)
    await expect(tom.call(pinMessage, message)).rejects.toMatchObject(gone)
    expect((await chats.listed(tom, chat_id))?.last_message).not.toBe('')
  })

  test('files of somebody else cannot be sent', async () => {
    const { maya, ana } = chats
    const [file] = await ana.call(uploadFiles, {}, { files: [{ name: 'a.txt', bytes: Buffer.from('A') }] })
    const body = { chat_id, client_id: 'theirs', file_ids: [file?.file_id ?? ''] }
    await expect(maya.call(sendMessage, body)).rejects.toMatchObject({ status: 404, code: 'attachment.not_found' })
  })
})

describe('Reactions and pins', () => {
  test('a reaction is an emoji, once for each person, and can be taken back', async () => {
    const { maya, tom } = chats
    const [sent] = await chats.says(maya, chat_id, 'Done')
    const message = { chat_id, message_id: sent?.id ?? 0 }
    for (const emoji of ['x', '<b>', '👍👍', ''])
      await expect(tom.call(reactToMessage, { ...message, emoji })).rejects.toMatchObject({ status: 400 })
    await tom.call(reactToMessage, { ...message, emoji: '👍🏽' })
    await tom.call(reactToMessage, { ...message, emoji: '👍🏽' })
    const both = await maya.call(reactToMessage, { ...message, emoji: '👍🏽' })
    expect(both.reactions).toEqual([{ emoji: '👍🏽', user_ids: [maya.user_id, tom.user_id].sort((a, b) => a - b) }])
    const one = await tom.call(reactToMessage, { ...message, emoji: '👍🏽', is_on: false })
    expect(one.reactions).toEqual([{ emoji: '👍🏽', user_ids: [maya.user_id] }])
  })

  test('a message carries twenty different reactions at most', async () => {
    const { maya } = chats
    const [sent] = await chats.says(maya, chat_id, 'Many')
    const message = { chat_id, message_id: sent?.id ?? 0 }
    const emojis = Array.from({ length: limits.emojis + 1 }, (_, nr) => String.fromCodePoint(0x1f600 + nr))
    for (const emoji of emojis.slice(0, -1)) await maya.call(reactToMessage, { ...message, emoji })
    await expect(maya.call(reactToMessage, { ...message, emoji: emojis.at(-1) ?? '' })).rejects.toMatchObject({
      status: 409,
      code: 'message.too_many_reactions',
    })
  })

  test('pins are for everybody in the chat, last pinned first, and limited', async () => {
    const { dev, lena, server } = chats
    const chat_id = await chats.pair(dev, lena)
    const [first, second] = await chats.says(dev, chat_id, 'Rules', 'Keys')
    for (const message of [second, first]) {
      server.clock.advance(1_000)
      await lena.call(pinMessage, { chat_id, message_id: message?.id ?? 0 })
    }
    expect(await dev.call(listPins, { chat_id })).toMatchObject([
      { id: first?.id, pinned: { by: lena.user_id } },
      { id: second?.id },
    ])
    await dev.call(pinMessage, { chat_id, message_id: first?.id ?? 0, is_pinned: false })
    expect(await dev.call(listPins, { chat_id })).toMatchObject([{ id: second?.id }])
    await server.asOwner(
      `insert into messages (organization_id, chat_id, sender_id, client_id, text, created_at, pinned_at)
       select $1, $2, $3, 'p' || nr, 'P', now(), now() from generate_series(2, $4) nr`,
      [dev.organization_id, chat_id, dev.user_id, limits.pins],
    )
    await expect(dev.call(pinMessage, { chat_id, message_id: first?.id ?? 0 })).rejects.toMatchObject({
      status: 409,
      code: 'message.too_many_pins',
    })
  })
})
