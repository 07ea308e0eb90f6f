import { beforeAll, describe, expect, test } from 'vitest'
import {
  clearBotChat,
  createBot,
  deleteBot,
  editBot,
  getBotMessages,
  listBots,
  postAsBot,
  renewWebhook,
} from '#shared/contract/messages/bots'
import {
  getMessages,
  listChats,
  openSpaceChat,
  reactToMessage,
  sendMessage,
  sendTyping,
} from '#shared/contract/messages/endpoints'
import { deleteBranch } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { search } from '#shared/contract/search/endpoints'
import type { Actor } from '../../../../../test/actor'
import { type Chats, openChats } from '../test-chats'

let chats: Chats
beforeAll(async () => {
  chats = await openChats()
})

const unknown = { status: 401, code: 'bot.webhook_unknown' }
const notAllowed = { status: 403, code: 'bot.not_allowed' }

/** A bot with a webhook: its id, and what posts as it. */
async function bot(fields: { name: string; branch_ids?: number[]; writes_people?: boolean }) {
  const { maya, server } = chats
  const { bot_id } = await maya.call(createBot, fields)
  const { path } = await maya.call(renewWebhook, { bot_id })
  const token = path?.split('/').at(-1) ?? ''
  const nobody: Actor = server.stranger()
  return {
    bot_id,
    token,
    posts: (body: Record<string, unknown>) => nobody.call(postAsBot, { token, text: 'The gate is open.', ...body }),
  }
}

const chatWith = async (who: Actor, name: string) =>
  (await who.call(listChats, {})).find(chat => chat.participant_name === name)

describe('A bot [1.10, 3.12, 3.13b]', () => {
  test('writes into its spaces through a webhook, once for each id, and everybody there sees its card', async () => {
    const { ana, yard } = chats
    const gate = await bot({ name: 'Gate', branch_ids: [yard] })
    const card = {
      title: 'Gate 2',
      tone: 'warning',
      fields: [{ name: 'Since', value: '08:41' }],
      url: 'https://gate.example/2',
    }
    const { messages } = await gate.posts({ card, client_id: 'a' })
    expect(await gate.posts({ card, client_id: 'a' })).toEqual({ messages })
    const { chat_id } = await ana.call(openSpaceChat, { branch_id: yard })
    const [message, ...others] = await ana.call(getMessages, { chat_id })
    expect(others).toEqual([])
    expect(message).toMatchObject({
      id: messages[0]?.message_id,
      sender_id: null,
      sender_name: 'Gate',
      bot_id: gate.bot_id,
      message: 'The gate is open.',
      details: { card: { ...card, links: [] } },
    })
    expect(JSON.parse(message?.message_text ?? '')).toEqual({ message: message?.message, details: message?.details })
    await ana.call(reactToMessage, { chat_id, message_id: message?.id ?? 0, emoji: '👍' })
    const { hits } = await ana.call(search, { query: 'gate open', kinds: ['message'] })
    expect(hits).toMatchObject([{ message_id: message?.id, by: 'Gate' }])
    const [event] = (await chats.events('message.sent')).slice(-1)
    expect(event?.audience).toMatchObject({ to: 'organisation' })
  })

  test('through which jobs write is nobody’s to change, to delete or to write as', async () => {
    const { maya, server } = chats
    const [ofJobs] = await server.asOwner<{ id: number }>(
      `insert into bots (organization_id, name, about, branch_ids, writes_people, is_jobs, created_at)
       values ($1, 'Jobs', '', '{}', true, true, now()) returning id::int`,
      [maya.organization_id],
    )
    const bot_id = ofJobs?.id ?? 0
    for (const change of [
      () => maya.call(editBot, { bot_id, name: 'Mine' }),
      () => maya.call(deleteBot, { bot_id }),
      () => maya.call(renewWebhook, { bot_id }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'bot.of_jobs' })
  })

  test('writes to a person in a chat of its own, in which nobody answers', async () => {
    const { tom, ana } = chats
    const shop = await bot({ name: 'Shop', writes_people: true })
    await shop.posts({ user_id: tom.user_id })
    await shop.posts({ user_id: tom.user_id, text: 'The gate is closed.' })
    const chat = await chatWith(tom, 'Shop')
    expect(chat).toMatchObject({
      kind: 'bot',
      is_bot: true,
      participant_id: null,
      is_disabled: false,
      unread_messages: 2,
    })
    const chat_id = chat?.chat_id ?? 0
    await expect(tom.call(sendMessage, { chat_id, chat_message: 'Thanks', client_id: 'x' })).rejects.toMatchObject({
      status: 409,
      code: 'chat.of_bot',
    })
    await expect(tom.call(sendTyping, { chat_id })).rejects.toMatchObject({ code: 'chat.of_bot' })
    expect(await chatWith(ana, 'Shop')).toBeUndefined()
    await expect(ana.call(getMessages, { chat_id })).rejects.toMatchObject({ status: 404 })
    const [event] = (await chats.events('message.sent')).slice(-1)
    expect(event?.audience).toEqual({ to: 'users', user_ids: [tom.user_id] })
  })

  test('is read in its own chat with somebody, and emptied by them alone [7.9b]', async () => {
    const { tom, ana, zoe, server } = chats
    const door = await bot({ name: 'Door', writes_people: true })
    for (const text of ['Open.', 'Closed.']) await door.posts({ user_id: tom.user_id, text })
    const chat_id = (await chatWith(tom, 'Door'))?.chat_id ?? 0
    const [newest, oldest] = await tom.call(getBotMessages, { chat_id })
    expect([newest?.message, oldest?.message]).toEqual(['Closed.', 'Open.'])
    expect(await tom.call(getBotMessages, { chat_id, last_id: newest?.id ?? 0, limit: 1 })).toEqual([oldest])
    const none = { status: 404, code: 'chat.not_found' }
    const ofPeople = (await tom.call(openSpaceChat, { branch_id: chats.yard })).chat_id
    for (const endpoint of [getBotMessages, clearBotChat]) {
      for (const other of [ana, zoe]) await expect(other.call(endpoint, { chat_id })).rejects.toMatchObject(none)
      await expect(tom.call(endpoint, { chat_id: ofPeople })).rejects.toMatchObject(none)
      await expect(server.stranger().call(endpoint, { chat_id })).rejects.toMatchObject({ status: 401 })
    }
    await tom.call(clearBotChat, { chat_id })
    expect(await tom.call(getBotMessages, { chat_id })).toEqual([])
    const [event] = await chats.events('chat.cleared')
    expect(event?.audience).toEqual({ to: 'users', user_ids: [tom.user_id] })
    await door.posts({ user_id: tom.user_id, text: 'Open again.' })
    expect(await chatWith(tom, 'Door')).toMatchObject({ chat_id, last_message: 'Open again.', unread_messages: 1 })
  })

  test('writes nowhere else', async () => {
    const { maya, tom, zoe, yard } = chats
    const branch_id = 1
    const gate = await bot({ name: 'Only the yard', branch_ids: [yard] })
    for (const target of [{ branch_id }, { user_id: tom.user_id }, { user_id: tom.user_id, branch_id: yard }])
      await expect(gate.posts(target)).rejects.toMatchObject(notAllowed)
    const people = await bot({ name: 'Only people', writes_people: true })
    for (const target of [{}, { branch_id: yard }, { user_id: zoe.user_id }])
      await expect(people.posts(target)).rejects.toMatchObject(notAllowed)
    await maya.call(editBot, { bot_id: people.bot_id, writes_people: false })
    await expect(people.posts({ user_id: tom.user_id })).rejects.toMatchObject(notAllowed)
  })

  test('is made, changed and deleted by owners and admins only, for spaces that they see', async () => {
    const { maya, dev, tom, zoe, server } = chats
    const { bot_id } = await maya.call(createBot, { name: 'Till', about: 'Says what was sold.' })
    const calls = [
      [listBots, {}],
      [createBot, { name: 'Mine' }],
      [editBot, { bot_id, name: 'Mine' }],
      [deleteBot, { bot_id }],
      [renewWebhook, { bot_id }],
    ] as const
    for (const [endpoint, body] of calls) {
      for (const other of [dev, tom])
        await expect(other.call(endpoint as typeof deleteBot, body as never)).rejects.toMatchObject({ status: 403 })
      await expect(server.stranger().call(endpoint as typeof deleteBot, body as never)).rejects.toMatchObject({
        status: 401,
      })
    }
    for (const endpoint of [editBot, deleteBot, renewWebhook])
      await expect(zoe.call(endpoint as typeof deleteBot, { bot_id })).rejects.toMatchObject({
        status: 404,
        code: 'bot.not_found',
      })
    expect(await zoe.call(listBots, {})).toEqual([])
    await expect(maya.call(createBot, { name: 'Elsewhere', branch_ids: [999_999] })).rejects.toMatchObject({
      code: 'branch.not_found',
    })
    expect(await maya.call(editBot, { bot_id, name: 'The till' })).toMatchObject({
      name: 'The till',
      about: 'Says what was sold.',
      has_webhook: false,
      created_by: { user_id: maya.user_id },
    })
    const kinds = await server.asOwner<{ kind: string }>(
      'select kind from audit where organization_id = $1 and subject = $2 order by id',
      [maya.organization_id, `bot:${bot_id}`],
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['bot.created', 'bot.changed'])
  })

  test('loses its webhook when it gets another, when that is ended, and when the bot is deleted; what it wrote stays', async () => {
    const { maya, tom } = chats
    const till = await bot({ name: 'Old till', writes_people: true })
    await till.posts({ user_id: tom.user_id })
    const { path } = await maya.call(renewWebhook, { bot_id: till.bot_id })
    await expect(till.posts({ user_id: tom.user_id })).rejects.toMatchObject(unknown)
    const second = { token: path?.split('/').at(-1) ?? '' }
    await till.posts({ ...second, user_id: tom.user_id })
    await maya.call(renewWebhook, { bot_id: till.bot_id, is_on: false })
    await expect(till.posts({ ...second, user_id: tom.user_id })).rejects.toMatchObject(unknown)
    await maya.call(deleteBot, { bot_id: till.bot_id })
    expect((await maya.call(listBots, {})).map(({ name }) => name)).not.toContain('Old till')
    expect(await chatWith(tom, 'Old till')).toMatchObject({ is_disabled: true, unread_messages: 2 })
  })

  test('is not reached with another token, and its own stands in no log', async () => {
    const { maya, tom, server } = chats
    const till = await bot({ name: 'Quiet till', writes_people: true })
    const others = ['x', `${maya.organization_id}.`, `0.${'a'.repeat(43)}`, `${maya.organization_id}.${'a'.repeat(43)}`]
    for (const token of others) await expect(till.posts({ token, user_id: tom.user_id })).rejects.toMatchObject(unknown)
    await till.posts({ user_id: tom.user_id })
    const stored = await server.asOwner<{ row: string }>('select bots::text as row from bots where id = $1', [
      till.bot_id,
    ])
    expect(stored[0]?.row).not.toContain(till.token.split('.')[1])
    expect(server.logLines.join('')).not.toContain(till.token.split('.')[1])
  })

  test('no longer writes into a space that was deleted, nor to somebody who left', async () => {
    const { maya, yard, server } = chats
    const kim = await server.person({ name: 'Kim Park' })
    await maya.invites(kim)
    const gate = await bot({ name: 'Late gate', branch_ids: [yard], writes_people: true })
    await maya.call(removeUser, { user_to_be_removed: kim.user_id })
    await expect(gate.posts({ user_id: kim.user_id })).rejects.toMatchObject(notAllowed)
    await maya.call(deleteBranch, { branch_id: yard })
    await expect(gate.posts({})).rejects.toMatchObject(notAllowed)
  })

  test.each([
    { text: '' },
    { text: 'x'.repeat(8_001) },
    { card: { url: 'javascript:alert(1)' } },
    { card: { fields: [{ name: '', value: 'x' }] } },
    { card: { tone: 'loud' } },
  ])('refuses %j with what is wrong', async wrong => {
    const gate = await bot({ name: 'Strict', writes_people: true })
    await expect(gate.posts({ user_id: chats.tom.user_id, ...wrong })).rejects.toMatchObject({
      code: 'request.invalid',
    })
  })
})
