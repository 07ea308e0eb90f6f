import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePermission } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import { CameraServer, pictureOf, shows } from '../../platform/media/testing/camera-server'
import { cameraSource, openYard, screenOf, type Yard } from './test-yard'
import { Desktop } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
const hour = 3600 * second
const device = await CameraServer.open()
let yard: Yard
beforeAll(async () => {
  yard = await openYard({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
})
afterEach(closeAllFeedClients)
afterAll(() => device.close())

describe('When the clock of the server is set back by an hour', () => {
  test('a watched screen is asked for the next picture a second later, as always', async () => {
    const { tom, maya, server } = yard
    await tom.call(changePermission, { is_my_screen_accessible_to_org: true })
    const desktop = await Desktop.sharing(tom)
    const page = await FeedClient.of(maya)
    page.watch(screenOf(tom))
    await desktop.answer(1)
    await page.untilCount('frame', 1)
    server.clock.set(-hour)
    server.clock.advance(second)
    await desktop.answer(2)
    await page.untilCount('frame', 2)
  })

  test('a watched camera keeps showing', async () => {
    const { dev, server, camera } = yard
    let taken = 0
    device.answer = (...call) => {
      taken += 1
      shows(pictureOf(`the gate ${taken}`))(...call)
    }
    const source = cameraSource(await camera('Gate', { url: device.address('/still.jpg').href }))
    const page = await FeedClient.of(dev)
    page.watch(source)
    await page.untilCount('frame', 1)
    server.clock.set(-hour)
    const before = page.heard('frame').length
    await eventually(() => {
      server.clock.advance(second)
      expect(page.heard('frame').length).toBeGreaterThan(before + 1)
    })
  })
})
