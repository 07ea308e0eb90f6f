import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import { openYard, screenOf, type Yard } from './test-yard'
import { Desktop } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

let yard: Yard
beforeAll(async () => {
  yard = await openYard()
})
afterEach(closeAllFeedClients)

/** Blocks the query for people's names, which is the last step before somebody is admitted. */
async function holdBack(): Promise<{ untilSomebodyWaits(): Promise<void>; letGo(): Promise<void> }> {
  const client = await yard.server.pool.connect()
  await client.query('begin')
  await client.query('lock table users in access exclusive mode')
  const waiting = `select from pg_locks where not granted and relation = 'users'::regclass`
  return {
    untilSomebodyWaits: () => eventually(async () => expect(await yard.server.asOwner(waiting)).toHaveLength(1)),
    async letGo() {
      await client.query('rollback')
      client.release()
    },
  }
}

describe('Rights that change while somebody is being admitted [D41]', () => {
  test('apply: they are disconnected before they see anything', async () => {
    const { tom, lena } = yard
    await tom.call(changePermission, { is_my_screen_accessible_to_org: true })
    const desktop = await Desktop.sharing(tom)
    const page = await FeedClient.of(lena)
    // Their identity is cached for a moment and not queried again.
    await Promise.all([tom.call(readFeed, {}), lena.call(readFeed, {})])
    const held = await holdBack()
    page.watch(screenOf(tom))
    await held.untilSomebodyWaits()
    await tom.call(changePermission, { is_my_screen_accessible_to_org: false })
    await held.letGo()
    await desktop.client.untilViewers(screenOf(tom), ['Lena Fuchs'])
    await desktop.client.untilViewers(screenOf(tom), [])
    await page.until('feed_changed')
    expect(page.heard('frame')).toEqual([])
    expect((await lena.call(readFeed, {})).screen_sharing_users).toEqual([])
  })
})
