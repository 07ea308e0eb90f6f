import * as Y from 'yjs'
import { createDocument } from '#shared/contract/documents/endpoints'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { createBot, postAsBot, renewWebhook } from '#shared/contract/messages/bots'
import { importBusyTimes, renewCalendarFeed } from '#shared/contract/planning/calendars'
import { createToken } from '#shared/contract/tokens/endpoints'
import { textOf } from '#shared/page/document'
import type { Actor } from './actor'

/** A bot that wrote the secret into the chat of a space, and its webhook. */
export async function botWith(
  owner: Actor,
  nobody: Actor,
  { secret, branch_id }: { secret: string; branch_id: number },
): Promise<{ bot_id: number; token: string }> {
  const { bot_id } = await owner.call(createBot, { name: `Bell of the ${secret}`, branch_ids: [branch_id] })
  const { path } = await owner.call(renewWebhook, { bot_id })
  const token = path?.split('/').at(-1) ?? ''
  await nobody.call(postAsBot, { token, text: `The ${secret} has rung.` })
  return { bot_id, token }
}

/** A calendar of busy times, and the address under which the schedule is read. Returns the id of the calendar. */
export async function calendarOf(owner: Actor, secret: string): Promise<number> {
  await owner.call(renewCalendarFeed, {})
  const times = [{ start: '2026-11-20T10:00:00Z', end: '2026-11-20T12:00:00Z' }]
  return (await owner.call(importBusyTimes, { name: `Visits to the ${secret}`, times })).calendar_id
}

/** An access token that is named after the secret. */
export async function accessTokenWith(owner: Actor, secret: string): Promise<number> {
  const { token } = await owner.call(createToken, { name: `Agent of the ${secret}`, scope: 'act', expires_in_days: 30 })
  return token.token_id
}

/** A page in whose shared document the secret was written. */
export async function pageWith(owner: Actor, secret: string): Promise<{ doc_id: number }> {
  const { doc_id } = await owner.call(createDocument, { document_name: `The old ${secret}`, document_type: 'document' })
  await owner.call(openPage, { doc_id })
  const doc = new Y.Doc()
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(`Where the ${secret} stood`)])
  textOf(doc).insert(0, [paragraph])
  const update = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
  await owner.call(changePage, { doc_id, update })
  return { doc_id }
}
