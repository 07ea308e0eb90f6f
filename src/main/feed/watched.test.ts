import { expect, test } from 'vitest'
import type { FeedRequest } from '#shared/contract/sources/endpoints'
import { Watched } from './watched'

test('what the page looks at is said again on a new connection, and no more once it does not look', () => {
  const sent: FeedRequest[] = []
  const watched = new Watched(request => Boolean(sent.push(request)))
  const screen = { kind: 'screen', user_id: 7 } as const
  const camera = { kind: 'camera', camera_id: 2 } as const
  watched.watch(screen)
  watched.watch(camera)
  watched.watch({ ...screen })
  watched.unwatch(camera)
  sent.length = 0
  watched.sayAgain()
  expect(sent).toEqual([{ event: 'watch', source: screen }])
  watched.forget()
  watched.sayAgain()
  expect(sent).toEqual([
    { event: 'watch', source: screen },
    { event: 'unwatch', source: screen },
  ])
})
