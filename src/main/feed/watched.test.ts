import { expect, test } from 'vitest'
import type { FeedRequest } from '#shared/contract/sources/endpoints'
import { Watched } from './watched'

test('the sources that the page watches are sent again on a new connection, until it stops watching', () => {
  const sent: FeedRequest[] = []
  const watched = new Watched(request => Boolean(sent.push(request)))
  const screen = { kind: 'screen', user_id: 7 } as const
  const camera = { kind: 'camera', camera_id: 2 } as const
  const yard = { kind: 'camera', camera_id: 3 } as const
  watched.watch(screen, 'watch')
  watched.watch(camera, 'watch')
  watched.watch({ ...screen }, 'watch')
  watched.watch(yard, 'follow')
  watched.unwatch(camera)
  sent.length = 0
  watched.resend()
  expect(sent).toEqual([
    { event: 'watch', source: screen },
    { event: 'follow', source: yard },
  ])
  sent.length = 0
  watched.clear()
  watched.resend()
  expect(sent).toEqual([
    { event: 'unwatch', source: screen },
    { event: 'unwatch', source: yard },
  ])
})
