import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import { signOut } from '#shared/contract/session/endpoints'
import { changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import type { Actor } from '../../../../test/actor'
import { TestClock } from '../../../../test/clock'
import { openYard, screenOf, type Yard } from './test-yard'
import { Desktop } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
let yard: Yard
let maya: Actor
let dev: Actor
let tom: Actor
let lena: Actor
/** When the server was opened. */
let opened: number
beforeAll(async () => {
  opened = new TestClock().now()
  yard = await openYard()
  ;({ maya, dev, tom, lena } = yard)
})
afterEach(async () => {
  await closeAllFeedClients()
  await yard.untilNobodyShares()
  yard.server.clock.advance(10 * second)
})

const instant = () => new Date(yard.server.clock.now()).toISOString()

describe('Every viewer is shown [D34]', () => {
  test('the sharer and all who may see the screen are told who watches, each person once', async () => {
    const desktop = await Desktop.sharing(tom)
    const [other, outside] = [await FeedClient.of(dev), await FeedClient.of(lena)]
    const [tab, laptop] = [await FeedClient.of(maya), await FeedClient.of(maya)]
    tab.watch(screenOf(tom))
    const { users } = await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor'])
    expect(users).toEqual([{ user_id: maya.user_id, job_id: null, name: 'Maya Okafor', image: null, since: instant() }])
    await other.untilViewers(screenOf(tom), ['Maya Okafor'])
    laptop.watch(screenOf(tom))
    other.watch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor', 'Dev Anand'])
    expect((await tom.call(readFeed, {})).screen_viewers).toMatchObject([
      { source: screenOf(tom), users: [{ name: 'Maya Okafor' }, { name: 'Dev Anand' }] },
    ])
    expect((await lena.call(readFeed, {})).screen_viewers).toEqual([])

    tab.unwatch(screenOf(tom))
    await laptop.leave()
    await desktop.client.untilViewers(screenOf(tom), ['Dev Anand'])
    await other.leave()
    await desktop.client.untilViewers(screenOf(tom), [])
    await outside.ping()
    expect(outside.heard('viewers')).toEqual([])
  })

  test('who follows the record of a screen is shown too, and gets the pictures that others cause, but causes none', async () => {
    const desktop = await Desktop.sharing(tom)
    const [timeline, outside] = [await FeedClient.of(maya), await FeedClient.of(lena)]
    timeline.follow(screenOf(tom))
    outside.follow(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor'])
    yard.server.clock.advance(10 * second)
    await desktop.client.ping()
    expect(desktop.client.heard('screenshot')).toEqual([])

    const page = await FeedClient.of(dev)
    page.watch(screenOf(tom))
    await desktop.answer(1)
    const { id } = await timeline.until('frame')
    await page.until('frame')
    const [own] = await tom.call(listOwnFrames, { limit: 1 })
    expect([own?.id, own?.seen_by.map(viewer => viewer.name).sort()]).toEqual([id, ['Dev Anand', 'Maya Okafor']])
    page.unwatch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor'])
    const asked = desktop.client.heard('screenshot').length
    yard.server.clock.advance(10 * second)
    await desktop.client.ping()
    expect(desktop.client.heard('screenshot')).toHaveLength(asked)
    timeline.unwatch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), [])
    await outside.ping()
    expect([...outside.heard('viewers'), ...outside.heard('frame')]).toEqual([])
  })

  test('somebody who starts sharing is told who waits for it', async () => {
    const page = await FeedClient.of(maya)
    page.watch(screenOf(tom))
    await page.untilViewers(screenOf(tom), ['Maya Okafor'])
    const desktop = await Desktop.sharing(tom)
    expect((await desktop.client.until('viewers')).users.map(user => user.name)).toEqual(['Maya Okafor'])
    await desktop.answer(1)
    await page.until('frame')
  })

  test('a view session is in the audit log once, however often the page scrolls past [D8]', async () => {
    const viewings = async () =>
      (await yard.audited(`screen:${lena.user_id}`)).filter(entry => entry.kind === 'screen.viewed')
    const [page, again, own] = [await FeedClient.of(maya), await FeedClient.of(maya), await FeedClient.of(lena)]
    for (let pass = 1; pass <= 3; pass += 1) {
      page.watch(screenOf(lena))
      await page.untilViewers(screenOf(lena), ['Maya Okafor'])
      page.unwatch(screenOf(lena))
      await page.untilViewers(screenOf(lena), [])
    }
    again.watch(screenOf(lena))
    await page.untilViewers(screenOf(lena), ['Maya Okafor'])
    again.unwatch(screenOf(lena))
    await page.untilViewers(screenOf(lena), [])
    own.watch(screenOf(lena))
    await page.untilViewers(screenOf(lena), ['Lena Fuchs'])
    expect(await viewings()).toMatchObject([{ actor_id: maya.user_id }])
    yard.server.clock.advance(61 * second)
    page.watch(screenOf(lena))
    await page.untilViewers(screenOf(lena), ['Lena Fuchs', 'Maya Okafor'])
    expect(await viewings()).toHaveLength(2)
  })

  test('an uninterrupted sequence of pictures is in the audit log once', async () => {
    const captures = async () =>
      (await yard.audited(`screen:${tom.user_id}`)).filter(entry => entry.kind === 'screen.captured')
    const before = (await captures()).length
    const desktop = await Desktop.sharing(tom)
    const page = await FeedClient.of(maya)
    page.watch(screenOf(tom))
    for (const count of [1, 2, 3]) {
      await desktop.answer(count)
      await page.untilCount('frame', count)
      yard.server.clock.advance(second)
    }
    const taken = (await captures()).slice(before)
    expect(taken).toMatchObject([{ details: { first_frame_id: page.heard('frame')[0]?.id } }])
  })
})

describe('A viewer without access', () => {
  /** Tom shares and lets Lena see it, and she watches. */
  async function lenaLooks(): Promise<{ desktop: Desktop; page: FeedClient }> {
    await tom.call(changePermission, { user_ids: [lena.user_id] })
    const page = await FeedClient.of(lena)
    const desktop = await Desktop.sharing(tom)
    await page.until('feed_changed')
    page.frames.length = 0
    page.watch(screenOf(tom))
    await desktop.answer(1)
    await page.until('frame')
    return { desktop, page }
  }
  /** In every case she is told, and sees nothing of what is captured a second later. */
  async function seesNoMore(desktop: Desktop, page: FeedClient): Promise<void> {
    await page.until('feed_changed')
    await desktop.client.untilViewers(screenOf(tom), [])
    await desktop.client.ping()
    const asked = desktop.asked.length
    const other = await FeedClient.of(maya)
    other.watch(screenOf(tom))
    await other.untilViewers(screenOf(tom), ['Maya Okafor'])
    yard.server.clock.advance(second)
    await desktop.answer(asked + 1)
    await other.until('frame')
    await page.ping()
    expect(page.heard('frame')).toHaveLength(1)
    page.watch(screenOf(tom))
    await page.untilCount('feed_changed', page.heard('feed_changed').length + 1)
    expect((await maya.call(readFeed, {})).screen_viewers).toMatchObject([{ users: [{ name: 'Maya Okafor' }] }])
  }

  test('gets nothing, whether or not the screen, the camera or the person exists', async () => {
    const desktop = await Desktop.sharing(tom)
    const camera_id = await yard.camera('Gate')
    const page = await FeedClient.of(lena)
    const away = await FeedClient.of(yard.zoe)
    for (const client of [page, away]) {
      for (const source of [
        screenOf(tom),
        { kind: 'camera', camera_id } as const,
        { kind: 'camera', camera_id: 999_999_999 } as const,
        { kind: 'screen', user_id: 999_999_999 } as const,
      ]) {
        client.watch(source)
      }
      await client.untilCount('feed_changed', 4)
      expect(client.frames.map(frame => frame.event)).toEqual(Array(4).fill('feed_changed'))
    }
    await desktop.client.ping()
    expect(desktop.asked).toEqual([])
    expect(desktop.client.heard('viewers').map(frame => frame.users)).toEqual([[]])
  })

  test('because the sharer revoked it is disconnected within a second [D41]', async () => {
    const { desktop, page } = await lenaLooks()
    await tom.call(changePermission, { user_ids: [] })
    await seesNoMore(desktop, page)
  })

  test('because they lost their role is disconnected within a second [D41]', async () => {
    const role_id = await yard.role('Watch', ['feeds.see_all'], lena)
    const { desktop, page } = await lenaLooks()
    await tom.call(changePermission, { user_ids: [] })
    expect((await yard.screen(lena, tom))?.isLive).toBe(true)
    await maya.call(manageRoleUsers, { role_id, users_to_be_removed: [lena.user_id] })
    await seesNoMore(desktop, page)
  })

  test('because their grant expired is disconnected at that moment [D41]', async () => {
    // Right after the check that runs every 15 seconds.
    yard.server.clock.advance(15 * second - ((yard.server.clock.now() - opened) % (15 * second)))
    const { desktop, page } = await lenaLooks()
    const until = new Date(yard.server.clock.now() + 14 * second).toISOString()
    await yard.server.asOwner("update grants set expires_at = $1 where kind = 'screen' and subject_id = $2", [
      until,
      tom.user_id,
    ])
    // A change of rights makes the server find out when they end.
    await maya.call(addAdmins, { user_ids: [dev.user_id] })
    for (let waited = 0; waited < 13; waited += 1) {
      yard.server.clock.advance(second)
      await yard.screen(lena, tom)
    }
    expect(page.heard('feed_changed')).toEqual([])
    yard.server.clock.advance(second)
    await seesNoMore(desktop, page)
  })

  test('is disconnected at the next check, even if no message reached this server', async () => {
    const { desktop, page } = await lenaLooks()
    await yard.server.asOwner("delete from grants where kind = 'screen' and subject_id = $1", [tom.user_id])
    yard.server.clock.advance(15 * second)
    await seesNoMore(desktop, page)
  })

  test('because they were removed or signed out is disconnected', async () => {
    const guest = await yard.server.person({ name: 'Guest Worker' })
    await maya.invites(guest)
    await tom.call(changePermission, { user_ids: [guest.user_id, lena.user_id] })
    const desktop = await Desktop.sharing(tom)
    const [page, other] = [await FeedClient.of(guest), await FeedClient.of(lena)]
    for (const client of [page, other]) client.watch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Guest Worker', 'Lena Fuchs'])
    await maya.call(removeUser, { user_to_be_removed: guest.user_id })
    expect(await page.closed).toBe(4403)
    await desktop.client.untilViewers(screenOf(tom), ['Lena Fuchs'])
    await lena.call(signOut, { refresh_token: lena.tokens?.RefreshToken ?? '' })
    expect(await other.closed).toBe(4401)
    await desktop.client.untilViewers(screenOf(tom), [])
  })
})
