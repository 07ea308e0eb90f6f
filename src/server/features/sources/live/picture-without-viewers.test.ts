import { afterEach, expect, test } from 'vitest'
import { changePermission } from '#shared/contract/sources/endpoints'
import { openYard, screenOf } from '../test-yard'
import { Desktop } from '../testing/desktop'
import { closeAllFeedClients, FeedClient } from '../testing/feed-client'

const second = 1000
afterEach(closeAllFeedClients)

test('A picture that waits behind another is discarded if nobody watches by its turn [D32, D34]', async () => {
  const { server, tom, maya } = await openYard()
  await tom.call(changePermission, { is_my_screen_accessible_to_org: true })
  const desktop = await Desktop.sharing(tom)
  const source = screenOf(tom)
  const page = await FeedClient.of(maya)
  page.watch(source)
  await desktop.client.untilCount('screenshot', 1)

  const holding = await server.pool.connect()
  await holding.query('begin')
  await holding.query('lock table frames in access exclusive mode')
  const first = await desktop.answer(1)
  server.clock.advance(second)
  const waiting = await desktop.answer(2)
  server.clock.advance(second)
  // Asked for the third time, so the second picture has arrived.
  await desktop.client.untilCount('screenshot', 3)
  page.unwatch(source)
  await page.untilViewers(source, [])
  await holding.query('rollback')
  holding.release()

  page.watch(source)
  await page.untilViewers(source, ['Maya Okafor'])
  server.clock.advance(second)
  const last = await desktop.answer(4)
  await page.until('frame', frame => frame.id === last.id)
  const kept = await server.asOwner<{ id: string }>('select id from frames order by taken_at')
  expect(kept.map(({ id }) => id)).toEqual([first.id, last.id])
  expect(kept.map(({ id }) => id)).not.toContain(waiting.id)
})
