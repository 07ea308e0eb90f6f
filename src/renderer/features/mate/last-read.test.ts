import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchMate, type MateMessage } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { useCopiesShown } from '../../platform/copies-shown'
import { useGuest } from '../../platform/guest'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession, useSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { ManualClock, settled } from '../../platform/test-environment'
import { onItsWay, serve, signInAs, withServer } from '../../platform/test-server'
import { rereadConversation } from './last-read'
import { useMate } from './store'
import { answer, question, writing } from './test-mate'

withServer()
let clock: ManualClock
let storage: MemoryCopies
/** Oldest first. */
let stored: MateMessage[]
let isThere: boolean

beforeEach(() => {
  clock = new ManualClock()
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage, clock)
  signInAs(7, { organizationId: 3 })
  stored = [question(1, 'Who is here?'), answer(2, 'Maya and Tom.', { frames_urls: ['/objects/frame'] })]
  isThere = true
  serve(fetchMate, () => (isThere ? stored.toReversed().slice(0, mate.page) : Response.error()))
})
afterEach(() => {
  endSession()
  useGuest.getState().erase()
  offlineCopies.keepIn(null)
})

const ids = () => useMate.getState().messages.map(({ id }) => id)
const shown = () => Object.keys(useCopiesShown.getState().shown)

/** Waits until what is to be copied is on the device. */
async function copied(): Promise<void> {
  await settled()
  await clock.pass(500)
}

/** Reads the conversation, and simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await useMate.getState().refresh()
  await copied()
  resetOrganisation()
  isThere = false
}

describe('A conversation with Mate', () => {
  test('stays readable without the server, and the strip says that it is a copy', async () => {
    await readThenReload()
    await useMate.getState().refresh()
    expect(useMate.getState().status).toBe('ready')
    expect(ids()).toEqual([1, 2])
    expect(shown()).toEqual(['mate'])
  })

  test('is stored without pictures and unfinished answers', async () => {
    stored.push(question(3, 'And now?'), writing(4))
    await readThenReload()
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('/objects/frame')
    await useMate.getState().refresh()
    expect(ids()).toEqual([1, 2, 3])
  })

  test('that was never read says that it did not load', async () => {
    isThere = false
    await useMate.getState().refresh()
    expect(useMate.getState()).toMatchObject({ status: 'failed', failure: { code: 'network.failed' } })
  })

  test('is shown from the device while the answer takes long, which then replaces it', async () => {
    await readThenReload()
    // It was started over on another device.
    const late = onItsWay([question(5, 'Hello?')])
    serve(fetchMate, () => late.given)
    const reading = useMate.getState().refresh()
    await settled()
    await clock.pass(100)
    await settled()
    expect(ids()).toEqual([1, 2])
    late.arrive()
    await reading
    expect(ids()).toEqual([5])
    expect(shown()).toEqual([])
  })

  test('goes on from its copy when the server is back, older messages included', async () => {
    stored = Array.from({ length: mate.page + 10 }, (_, at) => question(at + 1, `Question ${at + 1}`))
    await readThenReload()
    await useMate.getState().refresh()
    expect(ids()).toHaveLength(mate.page)
    expect(useMate.getState().hasOlder).toBe(true)
    isThere = true
    stored.push(question(100, 'Are you back?'))
    await useMate.getState().refresh()
    expect(ids().at(-1)).toBe(100)
    expect(useMate.getState().hasOlder).toBe(true)
    expect(shown()).toEqual([])
  })

  test('leaves the device when it was started over elsewhere, whatever page is opened', async () => {
    await readThenReload()
    isThere = true
    stored = []
    await rereadConversation()
    await copied()
    isThere = false
    await useMate.getState().refresh()
    expect(ids()).toEqual([])
  })

  test('belongs to its workspace, also when another one is chosen before it is stored', async () => {
    await useMate.getState().refresh()
    useSession.setState({ organizationId: 4 })
    await copied()
    expect(storage.names).toEqual([])
  })

  test('of a guest is not kept, because the server deletes it', async () => {
    endSession()
    useGuest.getState().become({ guest_id: 'g', guest_token: 't', expires_at: '2026-11-21T00:00:00.000Z' })
    await useMate.getState().refresh()
    await copied()
    expect(ids()).toEqual([1, 2])
    expect(storage.names).toEqual([])
  })
})
