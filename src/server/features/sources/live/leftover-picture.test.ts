import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { CameraServer, pictureOf, shows } from '../../../platform/media/testing/camera-server'
import { cameraSource, openYard } from '../test-yard'
import { closeAllFeedClients, FeedClient } from '../testing/feed-client'

const device = await CameraServer.open()
afterEach(closeAllFeedClients)
afterAll(() => device.close())

test('A camera’s picture that is being stored when the last viewer leaves is discarded, and leaves nothing in the store [D35]', async () => {
  const { server, dev, camera } = await openYard({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
  const { objects } = server.app.context
  const store = objects.put.bind(objects)
  let goOn = () => {}
  const stored = new Promise<string>(tell => {
    vi.spyOn(objects, 'put').mockImplementationOnce(async (key, ...rest) => {
      await store(key, ...rest)
      tell(key)
      await new Promise<void>(resolve => {
        goOn = resolve
      })
    })
  })
  device.answer = shows(pictureOf('the gate'))
  const source = cameraSource(await camera('Gate', { url: device.address('/still.jpg').href }))
  const page = await FeedClient.of(dev)
  page.watch(source)
  const key = await stored
  page.unwatch(source)
  await page.untilViewers(source, [])
  goOn()
  await eventually(() => expect(objects.peek(key, 1)).rejects.toMatchObject({ code: 'object.not_found' }))
  expect(await server.asOwner('select from frames')).toEqual([])
})
