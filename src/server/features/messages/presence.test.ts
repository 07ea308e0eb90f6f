import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { LiveRequest } from '#shared/contract/live'
import { createGroup, editGroup, openSpaceChat } from '#shared/contract/messages/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import type { PersonPresence } from '#shared/contract/presence'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { type Chats, openChats } from './test-chats'

let chats: Chats
beforeAll(async () => {
  chats = await openChats()
})
afterEach(async () => {
  await closeAllClients()
  // Everybody who was there has left.
  chats.server.clock.advance(60_000)
})

const ask = (client: LiveClient, request: z.infer<typeof LiveRequest>) => client.socket.send(JSON.stringify(request))

/** What a client was told of people, frame by frame. */
const told = (client: LiveClient) =>
  client.frames.flatMap(frame => (frame.event === 'presence' ? [frame.people as PersonPresence[]] : []))

/** Shows chats, and returns who is there in them. */
async function shows(client: LiveClient, ...chat_ids: number[]): Promise<PersonPresence[]> {
  const before = told(client).length
  ask(client, { event: 'watch', chat_ids })
  await client.until(() => told(client).length > before)
  return told(client)[before] ?? []
}

/** Lets time pass, and returns what a client is told meanwhile. */
async function later(client: LiveClient, milliseconds: number): Promise<PersonPresence[][]> {
  const before = told(client).length
  chats.server.clock.advance(milliseconds)
  await client.ping()
  return told(client).slice(before)
}

const online = (user_id: number) => ({ user_id, state: 'online', seen_at: null })

describe('Who is there [1.10, 3.12]', () => {
  test('is told at once and then as it changes: online, away from all devices, and gone', async () => {
    const { maya, tom, server } = chats
    const chat_id = await chats.pair(maya, tom)
    const hers = await LiveClient.listening(maya)
    expect(await shows(hers, chat_id)).toEqual([{ user_id: tom.user_id, state: 'offline', seen_at: null }])
    const [laptop, phone] = [await LiveClient.listening(tom), await LiveClient.listening(tom)]
    expect(await later(hers, 2_000)).toEqual([[online(tom.user_id)]])

    ask(laptop, { event: 'presence', is_away: true })
    await laptop.ping()
    expect(await later(hers, 2_000)).toEqual([])
    ask(phone, { event: 'presence', is_away: true })
    await phone.ping()
    expect(await later(hers, 2_000)).toEqual([[{ ...online(tom.user_id), state: 'away' }]])
    ask(phone, { event: 'presence', is_away: false })
    await phone.ping()
    expect(await later(hers, 2_000)).toEqual([[online(tom.user_id)]])

    await laptop.leave()
    await phone.leave()
    await hers.ping()
    const gone = (await later(hers, 20_000)).flat()
    expect(gone).toEqual([
      { user_id: tom.user_id, state: 'offline', seen_at: expect.stringMatching(/:(00|15|30|45):00/) },
    ])
    await expect
      .poll(() =>
        server.asOwner('select 1 from memberships where user_id = $1 and last_seen_at is not null', [tom.user_id]),
      )
      .toHaveLength(1)
    expect(await shows(hers, chat_id)).toEqual(gone)
  })

  test('is not told of somebody who only reconnects', async () => {
    const { maya, tom } = chats
    const chat_id = await chats.pair(maya, tom)
    const his = await LiveClient.listening(tom)
    const hers = await LiveClient.listening(maya)
    await later(hers, 2_000)
    expect(await shows(hers, chat_id)).toEqual([online(tom.user_id)])
    await his.leave()
    await later(hers, 5_000)
    await LiveClient.listening(tom)
    await later(hers, 30_000)
    expect(told(hers)).toHaveLength(1)
  })

  test('is told of the chats that are shown, and of no others', async () => {
    const { maya, tom, ana } = chats
    const [withTom, withAna] = [await chats.pair(maya, tom), await chats.pair(maya, ana)]
    const hers = await LiveClient.listening(maya)
    await shows(hers, withTom)
    await LiveClient.listening(ana)
    expect(await later(hers, 2_000)).toEqual([])
    expect(await shows(hers, withAna)).toEqual([online(ana.user_id)])
    await LiveClient.listening(tom)
    expect(await later(hers, 2_000)).toEqual([])
    expect(await shows(hers)).toEqual([])
  })

  test('is not told to somebody outside of a chat, to another organisation, or of a whole space', async () => {
    const { maya, tom, ana, zoe } = chats
    const chat_id = await chats.pair(maya, tom)
    await LiveClient.listening(tom)
    for (const stranger of [ana, zoe]) expect(await shows(await LiveClient.listening(stranger), chat_id)).toEqual([])
    const branch_id = (await maya.call(addBranch, { branch_name: 'Front yard' })).id
    const space = await maya.call(openSpaceChat, { branch_id })
    expect(await shows(await LiveClient.listening(maya), space.chat_id)).toEqual([])
  })

  test('ends when one of them leaves the group, and begins when somebody joins', async () => {
    const { maya, tom, ana } = chats
    const { chat_id } = await maya.call(createGroup, { name: 'Wheel builders', user_ids: [tom.user_id] })
    const his = await LiveClient.listening(tom)
    const hers = await LiveClient.listening(maya)
    await LiveClient.listening(ana)
    await later(hers, 2_000)
    expect(await shows(hers, chat_id)).toEqual([online(tom.user_id)])
    expect(await shows(his, chat_id)).toEqual([online(maya.user_id)])
    await maya.call(editGroup, { chat_id, users_to_be_added: [ana.user_id], users_to_be_removed: [tom.user_id] })
    await hers.until(() => told(hers).length === 2)
    expect(told(hers)[1]).toEqual([online(ana.user_id)])
    await his.until(() => told(his).length === 2)
    expect(told(his)[1]).toEqual([])
  })
})
