import { expect, test } from 'vitest'
import type { FeedRequest } from '#shared/contract/sources/endpoints'
import { Watched } from './watched'

test('the sources that the page watches are sent again on a new connection, until it stops watching', () => {
  const sent: FeedRequest[] = []
  const watched = new Watched(request => Boolean(sent.push(request)))
  const screen = { kind: 'screen', user_id: 7 } as const
  const camera = { kind: 'camera', camera_id: 2 } as const
  watched.watch(screen)
  watched.watch(camera)
  watched.watch({ ...screen })
  watched.unwatch(camera)
  sent.length = 0
  watched.resend()
  expect(sent).toEqual([{ event: 'watch', source: screen }])
  watched.clear()
  watched.resend()
  expect(sent).toEqual([
    { event: 'watch', source: screen },
    { event: 'unwatch', source: screen },
  ])
})
