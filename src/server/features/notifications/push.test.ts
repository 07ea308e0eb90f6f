import { beforeEach, describe, expect, test } from 'vitest'
import {
  changePreferences,
  listNotifications,
  markNotificationsRead,
  registerToken,
  unregisterToken,
} from '#shared/contract/notifications/endpoints'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { getConfig, updateProfile } from '#shared/contract/profile/endpoints'
import { signOut } from '#shared/contract/session/endpoints'
import { addComment } from '#shared/contract/tasks/comments'
import { createTask } from '#shared/contract/tasks/endpoints'
import { hour } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { claimsOf, PushedBrowser } from '../../platform/push/testing/push-service'
import { type Notified, openNotified, pass, settled } from './test-notifications'

const second = 1_000
const onLoopback = { PUSH_ALLOWED_NETWORKS: '127.0.0.0/8' }
let team: Notified
let tom: Actor
let lena: Actor
let browser: PushedBrowser

beforeEach(async () => {
  team = await openNotified(onLoopback)
  ;({ tom, lena } = team)
  browser = await PushedBrowser.open()
})

/** Tom mentions Lena in a task of that title. */
async function mention(title: string): Promise<number> {
  const task = await team.task(title)
  await tom.call(addComment, { task_id: task.id, comment: '@Lena', mentions: [lena.user_id] })
  await settled(team.server)
  return task.id
}

const subscriptions = () => team.server.asOwner('select user_id from push_subscriptions')

describe('Push messages [D37]', () => {
  test('arrive encrypted at the registered browser, signed with the key of /config [3.22] [7.10a]', async () => {
    await lena.call(registerToken, { token: browser.token, device_id: 'web' })
    const task_id = await mention('Invoice')
    await pass(team.server, 11 * second)
    expect(browser.messages).toEqual([
      {
        title: 'Tom Reyes mentioned you in Invoice',
        tag: expect.stringMatching(/^n\d+$/),
        link: `/#/tasks/${task_id}?comment=1&workspace=${lena.organization_id}`,
        notification_id: expect.any(Number),
        organization_id: lena.organization_id,
      },
    ])
    const [request] = browser.received
    if (!request) throw new Error('Nothing arrived.')
    expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(request.body.toString('latin1')).not.toContain('Invoice')
    const { push_public_key } = await lena.call(getConfig, {})
    expect(claimsOf(request, push_public_key ?? '')).toMatchObject({ aud: new URL(browser.endpoint).origin })
  })

  test('are written in the language of the person', async () => {
    await lena.call(updateProfile, { user_language: 'de' })
    await lena.call(registerToken, { token: browser.token })
    await mention('Rechnung')
    await pass(team.server, 11 * second)
    expect(browser.messages[0]?.title).toBe('Tom Reyes hat dich in Rechnung erwähnt')
  })

  test('what is read on one device within seconds is not pushed to another', async () => {
    await lena.call(registerToken, { token: browser.token })
    await mention('Invoice')
    const [item] = await lena.call(listNotifications, {})
    await lena.call(markNotificationsRead, { notification_ids: [item?.notification_id ?? 0] })
    await pass(team.server, 11 * second)
    expect(browser.received).toEqual([])
  })

  test('what may no longer be seen, and what is off, is not pushed', async () => {
    const { maya, ana } = team
    await ana.call(registerToken, { token: browser.token })
    const task = await maya.call(createTask, { title: 'Wages', branch_id: team.yard })
    await maya.call(addComment, { task_id: task.id, comment: '@Ana', mentions: [ana.user_id] })
    await settled(team.server)
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_removed: [ana.user_id] })
    await lena.call(registerToken, { token: browser.token })
    await lena.call(changePreferences, { kinds: { mention: { in_app: true, push: false, mail: true } } })
    await mention('Invoice')
    await pass(team.server, 11 * second)
    expect(browser.received).toEqual([])
  })

  test('quiet hours are kept in the time zone of the person; it comes afterwards, unless it was read', async () => {
    // The clock begins at 9:00 in UTC, which is 14:30 in Kolkata.
    await lena.call(updateProfile, { user_timezone: 'Asia/Kolkata' })
    await lena.call(changePreferences, { quiet: { from: '14:00', to: '16:00' } })
    await lena.call(registerToken, { token: browser.token })
    await mention('Invoice')
    await mention('Bill')
    await pass(team.server, 11 * second)
    expect(browser.received).toEqual([])
    const [bill] = await lena.call(listNotifications, {})
    await lena.call(markNotificationsRead, { notification_ids: [bill?.notification_id ?? 0] })
    await pass(team.server, hour)
    expect(browser.received).toEqual([])
    await pass(team.server, hour / 2)
    expect(browser.messages.map(message => message.title)).toEqual(['Tom Reyes mentioned you in Invoice'])
  })

  test.each([404, 410])('an answer %i removes the subscription', async status => {
    await lena.call(registerToken, { token: browser.token })
    browser.answer = status
    await mention('Invoice')
    await pass(team.server, 11 * second)
    expect(browser.received).toHaveLength(1)
    expect(await subscriptions()).toEqual([])
  })

  test('a push service that does not work now is tried again', async () => {
    await lena.call(registerToken, { token: browser.token })
    browser.answer = 503
    await mention('Invoice')
    await pass(team.server, 11 * second)
    browser.answer = 201
    await pass(team.server, 120 * second)
    expect(browser.received).toHaveLength(2)
    expect(await subscriptions()).toEqual([{ user_id: lena.user_id }])
  })

  test('registering again keeps one; it ends with unregistering, and with the session', async () => {
    await lena.call(registerToken, { token: browser.token })
    await lena.call(registerToken, { token: browser.token })
    expect(await subscriptions()).toHaveLength(1)
    await tom.call(unregisterToken, { token: browser.token })
    expect(await subscriptions()).toHaveLength(1)
    await lena.call(unregisterToken, { token: browser.token })
    expect(await subscriptions()).toEqual([])
    await lena.call(registerToken, { token: browser.token })
    await mention('Invoice')
    await lena.call(signOut, { refresh_token: lena.tokens?.RefreshToken ?? '' })
    await pass(team.server, 11 * second)
    expect(browser.received).toEqual([])
  })

  test('what is no subscription, an address in the own network, and strangers are refused', async () => {
    const { keys } = JSON.parse(browser.token)
    const broken = [
      '{}',
      'null',
      'no JSON',
      JSON.stringify({ endpoint: browser.endpoint, keys: { ...keys, auth: 'x' } }),
    ]
    const off = JSON.stringify({ endpoint: browser.endpoint, keys: { ...keys, p256dh: 'BA'.padEnd(87, 'A') } })
    for (const token of [...broken, off])
      await expect(lena.call(registerToken, { token })).rejects.toMatchObject({
        status: 400,
        code: 'push.token_invalid',
      })
    for (const endpoint of ['https://10.0.0.7/push', 'https://169.254.169.254/', 'https://[::1]/push'])
      await expect(lena.call(registerToken, { token: JSON.stringify({ endpoint, keys }) })).rejects.toMatchObject({
        ...{ status: 400, code: 'push.address_refused' },
      })
    const stranger = team.server.stranger()
    await expect(stranger.call(registerToken, { token: browser.token })).rejects.toMatchObject({ status: 401 })
    await expect(stranger.call(unregisterToken, { token: browser.token })).rejects.toMatchObject({ status: 401 })
  })

  test('a server without allowed networks pushes to no loopback address, not even one that is stored', async () => {
    const other = await openNotified()
    const refusal = { status: 400, code: 'push.address_refused' }
    await expect(other.lena.call(registerToken, { token: browser.token })).rejects.toMatchObject(refusal)
    const { keys } = JSON.parse(browser.token)
    await other.server.asOwner(
      `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
       select user_id, max(id), $2, $3, $4, now() from sessions where user_id = $1 group by user_id`,
      [other.lena.user_id, browser.endpoint, keys.p256dh, keys.auth],
    )
    const task = await other.task('Invoice')
    await other.tom.call(addComment, { task_id: task.id, comment: '@Lena', mentions: [other.lena.user_id] })
    await pass(other.server, 11 * second)
    expect(browser.received).toEqual([])
    expect(await other.server.asOwner('select from push_subscriptions')).toEqual([])
  })
})
