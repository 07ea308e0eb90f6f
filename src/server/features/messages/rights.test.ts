import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#shared/contract/messages/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { type Chats, noChat, openChats } from './test-chats'

let chats: Chats
let chat_id: number
let message_id: number
beforeAll(async () => {
  chats = await openChats()
  const { tom, ana } = chats
  chat_id = (await tom.call(contract.createGroup, { name: 'Wages', user_ids: [ana.user_id] })).chat_id
  message_id = (await chats.says(tom, chat_id, 'Severance is paid on Friday'))[0]?.id ?? 0
})

const { listChats, countUnread, initiateChat, openSpaceChat, createGroup, ...ofChat } = contract
const calls = Object.entries(ofChat).filter(([, value]) => 'path' in (value as object)) as [
  string,
  typeof contract.getMessages,
][]
const fields = () => ({
  chat_id,
  message_id,
  last_id: message_id,
  chat_message: 'Mine',
  client_id: 'x',
  emoji: '👍',
  name: 'Mine',
})

describe('A chat that somebody is not in does not exist for them [D6]', () => {
  test('all calls about a chat are tried', () => {
    expect(calls.length).toBe(13)
  })

  test.each(calls)(
    '%s is refused to a member of the organisation, to others, and without a session',
    async (_, call) => {
      const { maya, lena, zoe, server } = chats
      // The owner of the organisation is no exception.
      for (const other of [maya, lena, zoe]) await expect(other.call(call, fields())).rejects.toMatchObject(noChat)
      await expect(server.stranger().call(call, fields())).rejects.toMatchObject({ status: 401 })
      const elsewhere = server.stranger()
      Object.assign(elsewhere, { tokens: zoe.tokens, user_id: zoe.user_id, organization_id: maya.organization_id })
      await expect(elsewhere.call(call, fields())).rejects.toMatchObject({
        status: 403,
        code: 'organization.not_member',
      })
    },
  )

  test('its list, its counts and its search results are empty', async () => {
    const { maya, ana } = chats
    expect(await maya.call(listChats, { chat_id })).toEqual([])
    expect((await maya.call(listChats, {})).map(item => item.chat_id)).not.toContain(chat_id)
    expect(await maya.call(countUnread, {})).toEqual({ unread_messages: 0, unread_chats: 0 })
    for (const call of [listChats, countUnread, initiateChat, openSpaceChat, createGroup])
      await expect(
        chats.server.stranger().call(call, { connection_id: 1, branch_id: 1, name: 'X', user_ids: [1] } as never),
      ).rejects.toMatchObject({ status: 401 })
    for (const query of ['severance', 'sever', 'severence']) {
      expect((await ana.call(search, { query, kinds: ['message'] })).hits).toMatchObject([
        { kind: 'message', message_id, chat_id, chat_name: 'Wages', by: 'Tom Reyes' },
      ])
      const { hits, corrected, counts } = await maya.call(search, { query })
      expect([hits, corrected]).toEqual([[], null])
      expect(counts.find(count => count.kind === 'message')?.found).toBe(0)
    }
  })
})

describe('Hostile text', () => {
  test('is stored and answered as it was written', async () => {
    const { tom, ana } = chats
    const text = '<img src=x onerror=alert(1)> \u202e {{x}} \'"; drop table messages; --'
    await chats.says(tom, chat_id, text)
    expect((await ana.call(contract.getMessages, { chat_id, limit: 1 }))[0]?.message).toBe(text)
    await expect(chats.says(tom, chat_id, 'a\u0000b')).rejects.toMatchObject({ status: 400 })
  })
})
