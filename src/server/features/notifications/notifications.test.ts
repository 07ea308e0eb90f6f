import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBot, postAsBot, renewWebhook } from '#shared/contract/messages/bots'
import { createGroup, deleteMessage, initiateChat, markRead, sendMessage } from '#shared/contract/messages/endpoints'
import {
  changePreferences,
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsAboutRead,
  markNotificationsRead,
  readPreferences,
} from '#shared/contract/notifications/endpoints'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { addComment, deleteComment } from '#shared/contract/tasks/comments'
import { createTask } from '#shared/contract/tasks/endpoints'
import { day, hour } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { runCleanups } from '../../../../test/maintenance'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { refused } from '../tasks/test-tasks'
import { notificationsFeature } from './feature'
import { type Notified, openNotified, pass, settled } from './test-notifications'

const minute = 60_000
let team: Notified
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor

beforeEach(async () => {
  team = await openNotified()
  ;({ maya, tom, ana, lena, zoe } = team)
})
afterAll(closeAllClients)

const unreadOf = async (who: Actor) => (await who.call(countNotifications, {})).unread

describe('Notifications of tasks [D38]', () => {
  test('a mention notifies the mentioned person once, however often the comment changes [D14]', async () => {
    const task = await team.task('Invoice')
    const { comment_id } = await tom.call(addComment, {
      task_id: task.id,
      comment: 'Look, @Lena',
      mentions: [lena.user_id, tom.user_id],
    })
    expect(await team.noticesOf(lena)).toEqual([['mention', 'Tom Reyes', 'Invoice', true]])
    expect(await team.noticesOf(tom)).toEqual([])
    await tom.call(addComment, { task_id: task.id, comment: 'And again', mentions: [lena.user_id] })
    expect(await team.noticesOf(lena)).toHaveLength(2)
    const [second, first] = await lena.call(listNotifications, {})
    expect(first?.subject).toEqual({ kind: 'task', task_id: task.id, comment_id })
    expect(second?.actor).toMatchObject({ user_id: tom.user_id, user_email: null })
  })

  test('a deleted comment notifies of nothing any more', async () => {
    const task = await team.task('Invoice')
    const { comment_id } = await tom.call(addComment, { task_id: task.id, comment: 'Hi', mentions: [lena.user_id] })
    expect(await team.noticesOf(lena)).toHaveLength(1)
    await tom.call(deleteComment, { comment_id })
    expect(await team.noticesOf(lena)).toEqual([])
  })

  test('an assignment by somebody else notifies, and no other change of the task', async () => {
    const task = await team.task('Invoice', { assignees: [tom.user_id] })
    await team.changes(maya, task.id, { assignees: [tom.user_id, lena.user_id] })
    await team.changes(maya, task.id, { title: 'Invoices' })
    expect(await team.noticesOf(tom)).toEqual([])
    expect(await team.noticesOf(lena)).toEqual([['assignment', 'Maya Okafor', 'Invoice', true]])
    const other = await team.task('Bill', { assignees: [ana.user_id] }, maya)
    expect(await team.noticesOf(ana)).toEqual([['assignment', 'Maya Okafor', 'Bill', true]])
    expect((await ana.call(listNotifications, {}))[0]?.subject).toMatchObject({ task_id: other.id, comment_id: null })
  })

  test('a deadline is near a day before, for the assignees of an open task; a moved one is near later', async () => {
    const { server } = team
    const at = (ahead: number) => new Date(server.clock.now() + ahead).toISOString()
    const [near, moved, done] = [
      await team.task('Near', { assignees: [tom.user_id], deadline: at(30 * hour) }),
      await team.task('Moved', { assignees: [tom.user_id], deadline: at(30 * hour) }),
      await team.task('Done', { assignees: [tom.user_id], deadline: at(30 * hour) }),
    ]
    await team.task('Soon', { assignees: [tom.user_id], deadline: at(5 * hour) })
    await team.changes(tom, moved.id, { deadline: at(60 * hour) })
    await team.changes(tom, done.id, { status: 'in_progress' })
    await team.changes(tom, done.id, { status: 'done' })
    await pass(server, 4 * hour + minute)
    expect(await team.noticesOf(tom)).toEqual([['deadline', null, 'Soon', true]])
    await pass(server, 2 * hour)
    await team.changes(tom, near.id, { title: 'Nearer' })
    await pass(server, minute)
    // The deadline of “Soon” has passed meanwhile.
    expect((await team.noticesOf(tom)).map(([, , title]) => title).toSorted()).toEqual(['Near', 'Soon', 'Soon'])
    await pass(server, 30 * hour)
    await tom.signIn(tom.address)
    expect((await team.noticesOf(tom))[0]).toEqual(['deadline', null, 'Moved', true])
  })

  test('a deadline is near as long before as each person wants', async () => {
    const { server } = team
    await lena.call(changePreferences, { deadline_minutes: 60 })
    expect(await lena.call(readPreferences, {})).toMatchObject({ deadline_minutes: 60 })
    const deadline = new Date(server.clock.now() + 5 * hour).toISOString()
    await team.task('Bill', { assignees: [tom.user_id, lena.user_id], deadline }, maya)
    await pass(server, hour + minute)
    expect(await team.noticesOf(tom)).toContainEqual(['deadline', null, 'Bill', true])
    expect(await team.noticesOf(lena)).not.toContainEqual(['deadline', null, 'Bill', true])
    await pass(server, 3 * hour)
    expect(await team.noticesOf(lena)).toContainEqual(['deadline', null, 'Bill', true])
    expect((await team.noticesOf(tom)).filter(([kind]) => kind === 'deadline')).toHaveLength(1)
  })

  test('a task that is now planned to end after its deadline notifies its person once [D15]', async () => {
    const { server } = team
    const deadline = new Date(server.clock.now() + 72 * hour).toISOString()
    const bill = await team.task('Bill', { estimate_minutes: 240, deadline, assignees: [tom.user_id] })
    await pass(server, minute)
    expect(await team.noticesOf(tom)).toEqual([])
    await tom.call(setWorkingHours, { timezone: 'UTC', days: [{ weekday: 1, from: '09:00', to: '10:00', breaks: [] }] })
    await pass(server, minute)
    const [notice, ...others] = await tom.call(listNotifications, {})
    expect(notice).toMatchObject({ kind: 'deadline', subject: { task_id: bill.id }, data: { title: 'Bill', deadline } })
    expect(notice?.data.late_minutes).toBeGreaterThan(0)
    expect(others).toEqual([])
    await team.changes(tom, bill.id, { title: 'The bill' })
    await pass(server, 2 * hour)
    expect(await team.noticesOf(tom)).toHaveLength(1)
  })

  test('an open task whose deadline passes, with no time planned for it, is late for its people, once [D38]', async () => {
    const { server } = team
    const off = { in_app: false, push: false, mail: false }
    await ana.call(changePreferences, { kinds: { deadline: off } })
    const deadline = new Date(server.clock.now() + 30 * minute).toISOString()
    const people = [tom.user_id, lena.user_id, ana.user_id]
    const bill = await team.task('Bill', { assignees: people, deadline }, maya)
    const [done, moved] = [
      await team.task('Done', { assignees: [tom.user_id], deadline }),
      await team.task('Moved', { assignees: [tom.user_id], deadline }),
    ]
    await team.changes(tom, done.id, { status: 'in_progress' })
    await team.changes(tom, done.id, { status: 'done' })
    await team.changes(tom, moved.id, { deadline: new Date(server.clock.now() + hour).toISOString() })
    const lateOf = async (who: Actor) => (await team.noticesOf(who)).filter(([kind]) => kind === 'deadline')
    await pass(server, 29 * minute)
    expect(await lateOf(tom)).toEqual([])
    await pass(server, 2 * minute)
    for (const who of [tom, lena]) expect(await lateOf(who)).toEqual([['deadline', null, 'Bill', true]])
    expect(await lateOf(ana)).toEqual([])
    const [notice] = await tom.call(listNotifications, {})
    expect(notice).toMatchObject({ subject: { task_id: bill.id }, data: { deadline, late_minutes: 0 } })
    expect((notice?.created_at ?? '') >= deadline).toBe(true)
    await team.changes(tom, bill.id, { title: 'The bill', estimate_minutes: 60 })
    await pass(server, minute)
    expect(await lateOf(tom)).toHaveLength(1)
  })

  test('deadlines that a former version left without a notice get theirs: passed ones soon, others in time [D38]', async () => {
    const { server } = team
    const at = (milliseconds: number) => new Date(server.clock.now() + milliseconds).toISOString()
    await team.task('Passed', { assignees: [tom.user_id], deadline: at(hour) }, maya)
    await team.task('Ahead', { assignees: [tom.user_id], deadline: at(9 * hour) }, maya)
    const done = await team.task('Done', { assignees: [tom.user_id], deadline: at(hour) })
    for (const status of ['in_progress', 'done'] as const) await team.changes(tom, done.id, { status })
    await settled(server)
    await server.asOwner("delete from pgboss.job where name in ('notifications.passed', 'notifications.deadline')")
    await server.asOwner('update notification_deadlines set is_planned = false')
    const titles = async () =>
      (await team.noticesOf(tom)).flatMap(([kind, , title]) => (kind === 'deadline' ? [title] : []))
    await pass(server, 2 * hour)
    expect(await titles()).toEqual([])
    const catchUps = notificationsFeature.catchUps?.(server.app.context) ?? []
    await runCleanups(server, catchUps)
    await pass(server, minute)
    expect(await titles()).toEqual(['Passed'])
    await pass(server, 7 * hour)
    expect((await titles()).toSorted()).toEqual(['Ahead', 'Passed'])
    await runCleanups(server, catchUps)
    await pass(server, minute)
    expect(await titles()).toHaveLength(2)
  })

  test('opening something marks what it notifies of as read, of the caller alone', async () => {
    const task = await team.task('Invoice', { assignees: [ana.user_id, lena.user_id] }, maya)
    expect([await team.noticesOf(ana), await team.noticesOf(lena)]).toMatchObject([[{}], [{}]])
    const about = { kind: 'task', id: task.id } as const
    await expect(team.server.stranger().call(markNotificationsAboutRead, about)).rejects.toMatchObject({ status: 401 })
    await zoe.call(markNotificationsAboutRead, about)
    await ana.call(markNotificationsAboutRead, { kind: 'job', id: task.id })
    expect([await unreadOf(ana), await unreadOf(lena)]).toEqual([1, 1])
    await ana.call(markNotificationsAboutRead, about)
    expect([await unreadOf(ana), await unreadOf(lena)]).toEqual([0, 1])
  })
})

describe('Notifications of messages [D38]', () => {
  let sent = 0
  const says = (who: Actor, chat_id: number, chat_message: string, mentions: number[] = []) => {
    sent += 1
    return who.call(sendMessage, { chat_id, chat_message, client_id: `n${sent}`, mentions })
  }

  test('who has not read a message for a minute is notified, once for a chat until it is read', async () => {
    const { chat_id } = await tom.call(initiateChat, { connection_id: lena.user_id })
    await says(tom, chat_id, 'Hello')
    await pass(team.server, 30_000)
    expect(await team.noticesOf(lena)).toEqual([])
    await says(tom, chat_id, 'Are you there?')
    await pass(team.server, 31_000)
    expect(await team.noticesOf(lena)).toEqual([['message', 'Tom Reyes', '', true]])
    await pass(team.server, minute)
    const [shown] = await lena.call(listNotifications, {})
    expect(shown?.data.count).toBe(2)
    expect(await unreadOf(lena)).toBe(1)
    expect(await team.noticesOf(tom)).toEqual([])
    const last_id = shown?.subject.kind === 'chat' ? (shown.subject.message_id ?? 0) : 0
    await lena.call(markRead, { chat_id, last_id })
    await settled(team.server)
    expect(await unreadOf(lena)).toBe(0)
    await says(tom, chat_id, 'One more')
    await pass(team.server, 61_000)
    expect((await team.noticesOf(lena)).map(([kind, , , isUnread]) => [kind, isUnread])).toEqual([
      ['message', true],
      ['message', false],
    ])
  })

  test('a message of a bot in its chat with somebody counts as well, and names the bot', async () => {
    const { bot_id } = await maya.call(createBot, { name: 'Gate', writes_people: true })
    const { path } = await maya.call(renewWebhook, { bot_id })
    const token = path?.split('/').at(-1) ?? ''
    await team.server.stranger().call(postAsBot, { token, text: 'The gate is open.', user_id: lena.user_id })
    await pass(team.server, 61_000)
    expect(await team.noticesOf(lena)).toEqual([['message', null, 'Gate', true]])
  })

  test('a message that was read in time, or that mentions somebody, is no message while away', async () => {
    const { chat_id } = await tom.call(createGroup, { name: 'Shop', user_ids: [lena.user_id, ana.user_id] })
    const message = await says(tom, chat_id, 'Look, @Lena', [lena.user_id])
    await ana.call(markRead, { chat_id, last_id: message.id })
    expect(await team.noticesOf(lena)).toEqual([['mention', 'Tom Reyes', 'Shop', true]])
    await pass(team.server, 61_000)
    expect(await team.noticesOf(lena)).toHaveLength(1)
    expect(await team.noticesOf(ana)).toEqual([])
    await tom.call(deleteMessage, { chat_id, message_id: message.id })
    expect(await team.noticesOf(lena)).toEqual([])
  })
})

describe('Reading notifications', () => {
  beforeEach(async () => {
    for (const title of ['First', 'Second', 'Third']) {
      const task = await team.task(title)
      await tom.call(addComment, { task_id: task.id, comment: '@Lena', mentions: [lena.user_id] })
      await settled(team.server)
      team.server.clock.advance(1_000)
    }
  })

  test('pages by cursor, and lists the unread ones alone', async () => {
    const { data, next_cursor } = await lena.reply(listNotifications, { limit: 2 })
    expect(data.map(item => item.data.title)).toEqual(['Third', 'Second'])
    const rest = await lena.reply(listNotifications, { limit: 2, cursor: next_cursor ?? '' })
    expect(rest.data.map(item => item.data.title)).toEqual(['First'])
    expect(rest.next_cursor).toBeNull()
    await lena.call(markNotificationsRead, { notification_ids: [data[0]?.notification_id ?? 0] })
    const unread = await lena.call(listNotifications, { only_unread: true })
    expect(unread.map(item => item.data.title)).toEqual(['Second', 'First'])
  })

  test('reading one, or all that were seen, reaches the other devices of the person and nobody else', async () => {
    const [phone, other] = await Promise.all([lena, maya].map(who => LiveClient.listening(who)))
    const items = await lena.call(listNotifications, {})
    await lena.call(markNotificationsRead, { notification_ids: [items[2]?.notification_id ?? 0] })
    await phone?.until(frame => frame.event === 'event' && frame.change.kind === 'notification.changed')
    expect(await unreadOf(lena)).toBe(2)
    await lena.call(markAllNotificationsRead, { until: items[1]?.created_at ?? '' })
    expect(await unreadOf(lena)).toBe(1)
    await tom.call(addComment, { task_id: (await team.task('End')).id, comment: '@Maya', mentions: [maya.user_id] })
    await other?.until(
      frame => frame.event === 'event' && frame.change.kind === 'notification.changed' && frame.change.is_new,
    )
    const heard = other?.events.filter(({ change }) => change.kind === 'notification.changed')
    expect(heard).toHaveLength(1)
  })

  test('nobody reads or marks those of others', async () => {
    const [item] = await lena.call(listNotifications, {})
    const notification_ids = [item?.notification_id ?? 0]
    for (const who of [tom, maya, zoe]) {
      await who.call(markNotificationsRead, { notification_ids })
      await who.call(markAllNotificationsRead, { until: new Date(team.server.clock.now()).toISOString() })
      expect(await who.call(listNotifications, {})).toEqual([])
    }
    expect(await unreadOf(lena)).toBe(3)
    const stranger = team.server.stranger()
    await expect(stranger.call(listNotifications, {})).rejects.toMatchObject({ status: 401 })
    zoe.organization_id = lena.organization_id
    await expect(zoe.call(listNotifications, {})).rejects.toMatchObject(refused(403, 'organization.not_member'))
  })

  test('what somebody may no longer see is neither listed nor counted', async () => {
    const task = await maya.call(createTask, {
      title: 'Wages',
      branch_id: team.yard,
    })
    await maya.call(addComment, { task_id: task.id, comment: '@Ana', mentions: [ana.user_id] })
    expect(await team.noticesOf(ana)).toEqual([['mention', 'Maya Okafor', 'Wages', true]])
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_removed: [ana.user_id] })
    expect(await team.noticesOf(ana)).toEqual([])
    expect(await unreadOf(ana)).toBe(0)
    await maya.call(removeUser, { user_to_be_removed: lena.user_id })
    const left = await team.server.asOwner('select from notifications where user_id = $1', [lena.user_id])
    expect(left).toEqual([])
  })
})

describe('Old notifications', () => {
  test('are removed after 90 days, read or not', async () => {
    const { server } = team
    const task = await team.task('Invoice')
    await tom.call(addComment, { task_id: task.id, comment: '@Lena', mentions: [lena.user_id] })
    await settled(server)
    const kept = () => server.asOwner('select id from notifications')
    const cleanups = notificationsFeature.cleanups?.(server.app.context.objects, server.app.context.settings) ?? []
    server.clock.advance(89 * day)
    await runCleanups(server, cleanups)
    expect(await kept()).toHaveLength(1)
    server.clock.advance(2 * day)
    await runCleanups(server, cleanups)
    expect(await kept()).toEqual([])
  })
})

describe('Preferences [D38]', () => {
  test('everything is on at first; a kind can be turned off', async () => {
    const before = await lena.call(readPreferences, {})
    expect(before).toMatchObject({ quiet: null, digest: 'off' })
    expect(Object.values(before.kinds)).toEqual(Array(8).fill({ in_app: true, push: true, mail: true }))
    const off = { in_app: false, push: false, mail: false }
    const after = await lena.call(changePreferences, { kinds: { mention: off }, quiet: { from: '22:00', to: '07:00' } })
    expect(after).toEqual({
      kinds: { ...before.kinds, mention: off },
      quiet: { from: '22:00', to: '07:00' },
      digest: 'off',
      deadline_minutes: 1_440,
    })
    expect(await lena.call(readPreferences, {})).toEqual(after)
    expect((await tom.call(readPreferences, {})).quiet).toBeNull()
    await tom.call(addComment, { task_id: (await team.task('Off')).id, comment: '@Lena', mentions: [lena.user_id] })
    expect(await team.noticesOf(lena)).toEqual([])
    expect((await lena.call(changePreferences, { quiet: null })).quiet).toBeNull()
  })

  test('changes at the same time are all kept', async () => {
    const off = { in_app: false, push: false, mail: false }
    await Promise.all([
      lena.call(changePreferences, { kinds: { mention: off } }),
      lena.call(changePreferences, { kinds: { message: off } }),
      lena.call(changePreferences, { quiet: { from: '22:00', to: '07:00' } }),
      lena.call(changePreferences, { digest: 'daily' }),
    ])
    expect(await lena.call(readPreferences, {})).toMatchObject({
      ...{ kinds: { mention: off, message: off }, quiet: { from: '22:00', to: '07:00' }, digest: 'daily' },
    })
  })

  test('what is no time or kind is refused, and so are strangers', async () => {
    const wrong = { quiet: { from: '25:00', to: '07:00' } }
    await expect(lena.call(changePreferences, wrong)).rejects.toMatchObject({ status: 400 })
    const stranger = team.server.stranger()
    await expect(stranger.call(readPreferences, {})).rejects.toMatchObject({ status: 401 })
    await expect(stranger.call(changePreferences, {})).rejects.toMatchObject({ status: 401 })
  })
})
