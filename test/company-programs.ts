import { createBot, postAsBot, renewWebhook } from '#shared/contract/messages/bots'
import { importBusyTimes, renewCalendarFeed } from '#shared/contract/planning/calendars'
import { createToken } from '#shared/contract/tokens/endpoints'
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
