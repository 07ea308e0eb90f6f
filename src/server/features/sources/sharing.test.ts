import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeUser } from '#shared/contract/organisations/people'
import { getTokens } from '#shared/contract/session/endpoints'
import { readFeed, type SharingState } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { openYard, screenOf, type Yard } from './test-yard'
import { Desktop } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
let yard: Yard
let maya: Actor
let dev: Actor
let tom: Actor
let lena: Actor
beforeAll(async () => {
  yard = await openYard()
  ;({ maya, dev, tom, lena } = yard)
})
afterEach(async () => {
  await closeAllFeedClients()
  await yard.untilNobodyShares()
  yard.server.clock.advance(10 * second)
})

const instant = () => new Date(yard.server.clock.now()).toISOString()

const screen: Yard['screen'] = (who, whose) => yard.screen(who, whose)

/** Waits until Maya's page shows this state. */
async function untilState(page: FeedClient, whose: Actor, state: SharingState): Promise<void> {
  for (let news = page.heard('feed_changed').length; (await screen(maya, whose))?.state !== state; news += 1) {
    await page.untilCount('feed_changed', news + 1)
  }
}

describe('Somebody who shares their screen', () => {
  test('is shown as live to those who may see it, with time and contents; others are not told', async () => {
    const [page, outside] = [await FeedClient.of(maya), await FeedClient.of(lena)]
    const desktop = await Desktop.sharing(tom, 'Window of the till')
    await page.until('feed_changed')
    const started = instant()
    expect(await screen(maya, tom)).toMatchObject({
      isLive: true,
      state: 'sharing',
      since: started,
      what: 'Window of the till',
    })
    expect(await screen(tom, tom)).toMatchObject({ isLive: true })
    expect(await screen(lena, tom)).toBeUndefined()

    yard.server.clock.advance(5 * second)
    desktop.client.say({ event: 'sharing', state: 'off' })
    await page.untilCount('feed_changed', 2)
    expect(await screen(maya, tom)).toMatchObject({ isLive: false, since: instant(), what: null })
    await outside.ping()
    expect(outside.frames).toEqual([])
  })

  test('is announced to the organisation when it starts and stops, and recorded in the audit log [D8]', async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(dev, 'Entire screen')
    await untilState(page, dev, 'sharing')
    desktop.client.say({ event: 'sharing', state: 'paused' })
    await untilState(page, dev, 'paused')
    desktop.client.say({ event: 'sharing', state: 'off' })
    await page.untilCount('feed_changed', 3)
    for (const kind of ['screen.started', 'screen.stopped']) {
      const told = (await yard.events(kind)).filter(event => event.payload.user_id === dev.user_id)
      expect(told).toHaveLength(1)
      expect(told[0]?.audience.user_ids?.sort()).toEqual([maya.user_id, dev.user_id].sort())
    }
    expect(await yard.audited(`screen:${dev.user_id}`)).toMatchObject([
      { kind: 'screen.sharing_started', actor_id: dev.user_id, details: { what: 'Entire screen' } },
      { kind: 'screen.sharing_stopped', actor_id: dev.user_id },
    ])
  })

  test("is in the audit log, whatever the window's title", async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(dev, 'Till\u0000 \ud800two')
    await untilState(page, dev, 'sharing')
    expect(await screen(maya, dev)).toMatchObject({ what: 'Till   two' })
    desktop.client.say({ event: 'sharing', state: 'off' })
    await untilState(page, dev, 'off')
    await eventually(async () =>
      expect((await yard.audited(`screen:${dev.user_id}`)).slice(-2)).toMatchObject([
        { kind: 'screen.sharing_started', details: { what: 'Till   two' } },
        { kind: 'screen.sharing_stopped' },
      ]),
    )
  })

  test('can pause: it is shown, and no pictures are requested', async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(tom)
    page.watch(screenOf(tom))
    await desktop.answer(1)
    await page.until('frame')
    desktop.client.say({ event: 'sharing', state: 'paused', what: 'Entire screen' })
    await untilState(page, tom, 'paused')
    yard.server.clock.advance(30 * second)
    await desktop.client.ping()
    expect(desktop.asked).toHaveLength(1)
    desktop.client.say({ event: 'sharing', state: 'sharing', what: 'Entire screen' })
    await desktop.answer(2)
    await page.untilCount('frame', 2)
  })

  test('and is disconnected counts as returning, and after 130 seconds as gone', async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(tom)
    await untilState(page, tom, 'sharing')
    desktop.client.socket.terminate()
    await untilState(page, tom, 'reconnecting')
    expect(await screen(maya, tom)).toMatchObject({ isLive: true, state: 'reconnecting' })

    await Desktop.sharing(tom)
    await untilState(page, tom, 'sharing')
    yard.server.clock.advance(130 * second)
    await page.ping()
    expect((await screen(maya, tom))?.state).toBe('sharing')
  })

  test('and does not return is off', async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(tom)
    await untilState(page, tom, 'sharing')
    desktop.client.socket.terminate()
    await untilState(page, tom, 'reconnecting')
    yard.server.clock.advance(130 * second)
    await untilState(page, tom, 'off')
  })

  test('and closes the connection on purpose is off at once', async () => {
    const page = await FeedClient.of(maya)
    const desktop = await Desktop.sharing(tom)
    await untilState(page, tom, 'sharing')
    await desktop.client.leave()
    await untilState(page, tom, 'off')
  })

  test('on two computers is asked on the one that started last, then on the other', async () => {
    const page = await FeedClient.of(maya)
    const first = await Desktop.sharing(tom, 'Desk')
    await untilState(page, tom, 'sharing')
    const laptop = await Desktop.sharing(tom, 'Laptop')
    await laptop.client.ping()
    page.watch(screenOf(tom))
    await laptop.answer(1)
    await page.until('frame')
    expect(first.asked).toEqual([])
    expect((await screen(maya, tom))?.what).toBe('Laptop')

    laptop.client.say({ event: 'sharing', state: 'off' })
    await laptop.client.ping()
    yard.server.clock.advance(second)
    await first.answer(1)
    await page.untilCount('frame', 2)
    expect((await screen(maya, tom))?.what).toBe('Desk')
  })

  test('can stop and pause it from another of their devices, and nobody else can', async () => {
    const desktop = await Desktop.sharing(tom)
    await desktop.client.ping()
    const [phone, stranger] = [await FeedClient.of(tom), await FeedClient.of(maya)]
    stranger.say({ event: 'stop_sharing' })
    await stranger.ping()
    phone.say({ event: 'pause_sharing' })
    await desktop.client.until('pause_sharing')
    expect(desktop.client.heard('stop_sharing')).toEqual([])
    phone.say({ event: 'stop_sharing' })
    await desktop.client.until('stop_sharing')
    expect(phone.heard('stop_sharing')).toEqual([])
  })

  test('resumes from another of their devices where it paused, and only there [D34]', async () => {
    const [paused, going, stopped] = [
      await Desktop.sharing(tom),
      await Desktop.sharing(tom),
      await Desktop.sharing(tom),
    ]
    paused.client.say({ event: 'sharing', state: 'paused', what: 'Entire screen' })
    stopped.client.say({ event: 'sharing', state: 'off' })
    await Promise.all([paused, going, stopped].map(({ client }) => client.ping()))
    const [phone, stranger] = [await FeedClient.of(tom), await FeedClient.of(maya)]
    stranger.say({ event: 'resume_sharing' })
    await stranger.ping()
    await paused.client.ping()
    expect(paused.client.heard('resume_sharing')).toEqual([])
    phone.say({ event: 'resume_sharing' })
    await paused.client.until('resume_sharing')
    await Promise.all([going, stopped].map(({ client }) => client.ping()))
    for (const { client } of [going, stopped]) expect(client.heard('resume_sharing')).toEqual([])
  })

  test('in one organisation shares nothing in another', async () => {
    const guest = await yard.server.person({ name: 'Gus Weiss' })
    await yard.zoe.invites(guest)
    await maya.invites(guest)
    const [page, elsewhere] = [await FeedClient.of(maya), await FeedClient.of(yard.zoe)]
    await Desktop.sharing(guest)
    await untilState(page, guest, 'sharing')
    await elsewhere.ping()
    expect(elsewhere.frames).toEqual([])
    expect((await yard.zoe.call(readFeed, {})).screen_sharing_users).toEqual([])
  })
})

test('ends at once when the person is removed', async () => {
  const guest = await yard.server.person({ name: 'Last Day' })
  await maya.invites(guest)
  const page = await FeedClient.of(maya)
  const desktop = await Desktop.sharing(guest)
  await untilState(page, guest, 'sharing')
  await maya.call(removeUser, { user_to_be_removed: guest.user_id })
  expect(await desktop.client.closed).toBe(4403)
  expect(await screen(maya, guest)).toBeUndefined()
})

test('unknown frames are ignored', async () => {
  maya.tokens = await maya.call(getTokens, { refresh_token: maya.tokens?.RefreshToken ?? '' })
  const page = await FeedClient.of(maya)
  const garbage = [
    '{"event":"watch"}',
    '{"event":"watch","source":{"kind":"door","id":1}}',
    '{"event":"watch","source":{"kind":"screen","user_id":-1}}',
    '{"event":"sharing","state":"hiding"}',
    '{"event":"screenshot","id":"1","url":"x"}',
    '{"event":"frame"}',
    'PING',
    '[]',
  ]
  for (const text of garbage) page.socket.send(text)
  await page.ping()
  expect(page.frames).toEqual([])
})
