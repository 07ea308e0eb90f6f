import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listUnread, openedDocument } from '#shared/contract/documents/endpoints'
import { eventually } from '#shared/testing/eventually'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { onItsWay, serve, signInAs, withServer } from '../../platform/test-server'
import { withTestLogbook } from '../graphs/test-logbook'
import { logOf } from '../logs/test-logs'
import { useDocuments } from './store'
import { followUnread, useUnread } from './unread'

withServer()
beforeEach(() => {
  serve(listUnread, [])
  signInAs(7, { organizationId: 3 })
})
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

describe('What somebody sees in an open document', () => {
  withEnglish()
  const setup = withTestLogbook()
  const writes = (id: number) => setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: logOf(id) })
  const turnsAway = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  }
  let isFollowed = false

  test.each([
    ['leaves it', () => useDocuments.getState().setShown(null)],
    ['turns to another tab', turnsAway],
  ])('is read at once when they leave, so that what comes later stays unread: somebody who %s', async (_, leave) => {
    const opened = serve(openedDocument, null)
    if (!isFollowed) followUnread()
    isFollowed = true
    useDocuments.getState().setShown(3)
    // The time after which it would be read anyway never passes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    writes(1)
    expect(opened).toEqual([])
    leave()
    vi.useRealTimers()
    await eventually(() => expect(opened).toHaveLength(1))
    writes(2)
    expect(ids()).toEqual([3])
  })
})
