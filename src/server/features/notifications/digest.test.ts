import { beforeEach, describe, expect, test } from 'vitest'
import { changePreferences, listNotifications, markNotificationsRead } from '#shared/contract/notifications/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { addComment } from '#shared/contract/tasks/comments'
import { day, hour } from '#shared/limits'
import { quietUntil } from '#shared/rules/quiet-hours'
import type { Actor } from '../../../../test/actor'
import { type Notified, openNotified, pass, settled } from './test-notifications'
import { nextDigest } from './times'

let team: Notified
let tom: Actor
let lena: Actor

beforeEach(async () => {
  team = await openNotified()
  ;({ tom, lena } = team)
  await settled(team.server)
})

async function mention(title: string): Promise<void> {
  team.server.clock.advance(1_000)
  const task = await team.task(title)
  await tom.call(addComment, { task_id: task.id, comment: '@Lena', mentions: [lena.user_id] })
  await settled(team.server)
}

/** The digests to Lena, oldest first. */
const mails = () =>
  team.server.app.context.messenger.outbox
    ?.list(lena.address)
    .filter(({ code, text }) => code === null && text.includes('#/profile'))
    .map(({ text }) => text)
    .reverse()

describe('The digest by mail', () => {
  test('comes in the morning of the person, with what is unread and nothing twice', async () => {
    await lena.call(updateProfile, { user_language: 'de', user_timezone: 'Europe/Berlin' })
    await lena.call(changePreferences, { digest: 'daily' })
    await mention('Rechnung')
    await mention('Gelesen')
    const [read] = await lena.call(listNotifications, {})
    await lena.call(markNotificationsRead, { notification_ids: [read?.notification_id ?? 0] })
    // From Friday 9:00 in UTC to Saturday 8:00 in Berlin.
    await pass(team.server, 21 * hour)
    expect(mails()).toEqual([])
    await pass(team.server, hour + 1_000)
    const [text] = mails() ?? []
    expect(text).toContain('Du hast eine Sache verpasst')
    expect(text).toContain('Ridgeway Cycles\n– Tom Reyes hat dich in Rechnung erwähnt')
    expect(text).not.toContain('Gelesen')
    await pass(team.server, day)
    expect(mails()).toHaveLength(1)
    for (const who of [tom, lena]) await who.signIn(who.address)
    await mention('Später')
    await pass(team.server, day)
    expect(mails()).toHaveLength(2)
    expect(mails()?.[1]).not.toContain('Rechnung')
  })

  test('is off at first, can be weekly, and leaves out what the person does not want by mail', async () => {
    await mention('Before')
    await pass(team.server, 2 * day)
    expect(mails()).toEqual([])
    for (const who of [tom, lena]) await who.signIn(who.address)
    await lena.call(changePreferences, { digest: 'weekly' })
    await mention('Invoice')
    await pass(team.server, 22 * hour)
    expect(mails()).toEqual([])
    await pass(team.server, 2 * hour)
    expect(mails()).toHaveLength(1)
    for (const who of [tom, lena]) await who.signIn(who.address)
    await lena.call(changePreferences, { kinds: { mention: { in_app: true, push: true, mail: false } } })
    await mention('Not by mail')
    await pass(team.server, 7 * day)
    expect(mails()).toHaveLength(1)
    await lena.signIn(lena.address)
    await lena.call(changePreferences, { digest: 'off' })
    await pass(team.server, 7 * day)
    expect(mails()).toHaveLength(1)
  })
})

describe('Times', () => {
  const at = Date.parse

  test('quiet hours end at their time, also over midnight and when clocks change', () => {
    const quiet = { from: '22:00', to: '07:00' }
    expect(quietUntil(quiet, 'Europe/Berlin', at('2026-11-20T20:59:59Z'))).toBeNull()
    expect(quietUntil(quiet, 'Europe/Berlin', at('2026-11-20T21:00:00Z'))).toBe(at('2026-11-21T06:00:00Z'))
    expect(quietUntil(quiet, 'Europe/Berlin', at('2026-11-21T05:59:59Z'))).toBe(at('2026-11-21T06:00:00Z'))
    expect(quietUntil(quiet, 'Europe/Berlin', at('2026-11-21T06:00:00Z'))).toBeNull()
    // The night in which clocks are set forward.
    expect(quietUntil(quiet, 'Europe/Berlin', at('2027-03-27T22:00:00Z'))).toBe(at('2027-03-28T05:00:00Z'))
    const noon = { from: '12:00', to: '13:00' }
    expect(quietUntil(noon, 'UTC', at('2026-11-20T12:30:00Z'))).toBe(at('2026-11-20T13:00:00Z'))
    expect(quietUntil(noon, 'UTC', at('2026-11-20T13:00:00Z'))).toBeNull()
    expect(quietUntil({ from: '08:00', to: '08:00' }, 'UTC', at('2026-11-20T08:00:00Z'))).toBeNull()
    expect(quietUntil(null, 'UTC', at('2026-11-20T08:00:00Z'))).toBeNull()
  })

  test('the next digest is in the next morning, a weekly one on Monday', () => {
    expect(nextDigest('daily', 'UTC', at('2026-11-20T07:59:00Z'))).toBe(at('2026-11-20T08:00:00Z'))
    expect(nextDigest('daily', 'UTC', at('2026-11-20T08:00:00Z'))).toBe(at('2026-11-21T08:00:00Z'))
    expect(nextDigest('weekly', 'UTC', at('2026-11-20T07:00:00Z'))).toBe(at('2026-11-23T08:00:00Z'))
    expect(nextDigest('weekly', 'UTC', at('2026-11-23T08:00:00Z'))).toBe(at('2026-11-30T08:00:00Z'))
  })
})
