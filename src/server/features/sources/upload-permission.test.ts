import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeUser } from '#shared/contract/organisations/people'
import { signOut } from '#shared/contract/session/endpoints'
import { grantUpload } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { openYard, screenOf, type Yard } from './test-yard'
import { Desktop, pictureOf } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

let yard: Yard
beforeAll(async () => {
  yard = await openYard()
})
afterEach(closeAllFeedClients)

const bytes = pictureOf('what is on the screen')

/** A permission in both ways: requested, and sent with the request for a picture. */
async function permissionsOf(who: Actor) {
  const desktop = await Desktop.sharing(who)
  const viewer = await FeedClient.of(yard.maya)
  viewer.watch(screenOf(who))
  const { upload } = await desktop.client.untilCount('screenshot', 1)
  const own = await who.call(grantUpload, { kind: 'screenshot', content_length: bytes.length })
  const another = await who.call(grantUpload, { kind: 'screenshot', content_length: bytes.length })
  return { desktop, all: [upload, own], another }
}

describe('Permission to upload a picture [D33, D41]', () => {
  const endings: [string, () => Actor, (who: Actor) => Promise<unknown>][] = [
    ['membership', () => yard.tom, tom => yard.maya.call(removeUser, { user_to_be_removed: tom.user_id })],
    ['session', () => yard.lena, lena => lena.call(signOut, { refresh_token: lena.tokens?.RefreshToken ?? '' })],
  ]
  test.each(endings)('ends with the %s', async (_what, whose, end) => {
    const who = whose()
    const { desktop, all, another } = await permissionsOf(who)
    expect((await desktop.upload(another, bytes)).status).toBe(200)
    await end(who)
    for (const leave of all) expect((await desktop.upload(leave, bytes)).status).toBe(404)
  })

  test('contains its holder in a tamper-proof form', async () => {
    const leave = await yard.dev.call(grantUpload, { kind: 'screenshot', content_length: bytes.length })
    const url = new URL(leave.url, yard.server.url)
    expect(url.searchParams.get('holder')).not.toBeNull()
    const upload = (changed: URL) => fetch(changed, { method: 'PUT', headers: leave.headers, body: bytes })
    const without = new URL(url)
    without.searchParams.delete('holder')
    const anothers = new URL(url)
    anothers.searchParams.set('holder', '1.1.1')
    expect((await upload(without)).status).toBe(404)
    expect((await upload(anothers)).status).toBe(404)
    expect((await upload(url)).status).toBe(200)
  })
})
