import { afterEach, beforeEach, expect, test } from 'vitest'
import { listUnread } from '#shared/contract/documents/endpoints'
import { eventually } from '#shared/testing/eventually'
import { endSession } from '../../platform/session'
import { onItsWay, serve, signInAs, withServer } from '../../platform/test-server'
import { useUnread } from './unread'

withServer()
beforeEach(() => signInAs(7, { organizationId: 3 }))
afterEach(() => endSession())

const ids = () => useUnread.getState().ids

test('A log that arrives while the unread marks are being loaded stays unread', async () => {
  const answer = onItsWay([4])
  const asked = serve(listUnread, () => answer.given)
  const loaded = useUnread.getState().load()
  await eventually(() => expect(asked).toHaveLength(1))
  useUnread.getState().wrote(9)
  answer.arrive()
  await loaded
  expect(ids()).toEqual([9, 4])
})

test('A document that is opened while the unread marks are being loaded stays read', async () => {
  const answer = onItsWay([4, 9])
  const asked = serve(listUnread, () => answer.given)
  const loaded = useUnread.getState().load()
  await eventually(() => expect(asked).toHaveLength(1))
  useUnread.getState().read(9)
  answer.arrive()
  await loaded
  expect(ids()).toEqual([4])
})
