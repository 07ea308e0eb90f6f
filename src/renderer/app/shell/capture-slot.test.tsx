import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaptureStatus } from '#shared/contract/desktop'
import { listWordsReaders } from '#shared/contract/jobs/endpoints'
import { fetchMate, getNewSuggestions } from '#shared/contract/mate/endpoints'
import { type FeedData, type FeedRequest, readFeed } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { useOnMeeting } from '../../features/meetings/on-meeting'
import type { RecordingStatus } from '../../features/meetings/recording/channel'
import { useMeeting } from '../../features/meetings/recording/meetings'
import { startSources } from '../../features/sources/start'
import { feedOf, roundUp, screenOf, viewerOf } from '../../features/sources/test-sources'
import { withNamespaces } from '../../i18n/languages'
import { useSession } from '../../platform/session'
import { FakeDesktop, notSharing } from '../../platform/test-desktop'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { serve } from '../../platform/test-server'
import { openApp, signedIn, withApp } from '../test-app'

withApp()
beforeAll(() => withNamespaces('sources', withNamespaces('meetings', Promise.resolve())))

let environment: FakeEnvironment
let feed: FeedData
let reads: unknown[]
let stop: () => void
const own = { kind: 'screen', user_id: 7 } as const

beforeEach(() => {
  environment = new FakeEnvironment()
  feed = feedOf()
  reads = serve(readFeed, () => feed)
  serve(listOwnFrames, [])
  serve(listWordsReaders, [])
})
afterEach(async () => {
  // An open toast would delay those of the next test.
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument())
  stop()
})

async function open(path = '/home/spaces') {
  signedIn()
  useSession.setState({ organizationId: 3 })
  stop = startSources(environment)
  openApp(path)
  await settled()
  environment.sockets.at(-1)?.accept()
  await waitFor(() => expect(reads.length).toBeGreaterThan(0))
}

const meeting: RecordingStatus = {
  ...{ state: 'recording', account: '7.3', name: 'Monday round', seconds: 5, runs_since: null, started_at: 0 },
  ...{ tab: 'none', captions: null, trouble: null, isKept: true, isReached: true, sent: 0 },
  ...{ failure: null, doc_id: null },
}

const sharing: CaptureStatus = {
  ...notSharing,
  state: 'sharing',
  sharing: 'sharing',
  what: 'Entire screen, display 1',
  since: '2026-11-20T13:20:00.000Z',
  pictures_taken: 9,
  viewers: [viewerOf(8, 'Tom Reyes'), viewerOf(9, 'Priya Nair'), roundUp],
}

async function openDesktop(status: CaptureStatus, path?: string) {
  const app = new FakeDesktop({ captureStatus: () => status, feedStatus: () => 'DISCONNECTED' })
  vi.stubGlobal('wheelhouse', app.bridge)
  await open(path)
  return app
}

const strip = () => screen.findByRole('region', { name: 'Screen sharing status' })
const noStrip = () => expect(screen.queryByRole('region', { name: 'Screen sharing status' })).not.toBeInTheDocument()
/** The strip has disappeared, and the person was told. */
async function ended() {
  await waitFor(noStrip)
  expect(await screen.findByText('You stopped sharing')).toBeInTheDocument()
}
const requests = () =>
  environment.latest.sent.filter(text => text !== 'ping').map(text => JSON.parse(text) as FeedRequest)

describe('While this computer’s screen is shared [D34]', () => {
  test('every page shows what is shared, with whom, and the names of everybody who watches, jobs included', async () => {
    await openDesktop(sharing)
    const shown = await strip()
    expect(shown).toHaveTextContent('You are sharing your screen with Ridgeway Cycles')
    expect(shown).toHaveTextContent('Entire screen, display 1')
    expect(shown).toHaveTextContent('Watching: Tom Reyes, Priya Nair, and Friday round-up (job)')
    expect(shown).toHaveTextContent(/Sharing for \d+:\d\d:\d\d/)
    expect((await axe.run(shown)).violations).toEqual([])
  })

  test('it says that jobs read the words on it, without the names that the person may not see [D48]', async () => {
    const asked = serve(listWordsReaders, [{ instruction_id: null, name: null }])
    await openDesktop(sharing)
    const shown = await strip()
    expect(await within(shown).findByText('Words are read by a job')).toBeVisible()
    expect(asked[0]?.body).toMatchObject({ source: own })
    expect((await axe.run(shown)).violations).toEqual([])
  })

  test.each(['/chat-guest', '/meeting'])('also %s, which has no navigation', async path => {
    serve(fetchMate, [])
    serve(getNewSuggestions, [])
    await openDesktop(sharing, path)
    expect(await strip()).toBeInTheDocument()
  })

  test('a dialog does not hide it, and Stop works from there', async () => {
    const app = await openDesktop(sharing)
    await strip()
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand', pictures_taken: 9 }) })
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    await ended()
  })

  test('Stop asks nothing, ends sharing at once, and says what was taken; the list is read a second later [4.10] [9.5]', async () => {
    const app = await openDesktop(sharing)
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand', pictures_taken: 9 }) })
    const shown = await strip()
    await environment.clock.pass(1_000)
    const before = reads.length
    await userEvent.click(within(shown).getByRole('button', { name: 'Stop sharing' }))
    await ended()
    expect(screen.getByText('9 pictures were taken. Nothing is being captured now.')).toBeInTheDocument()
    await environment.clock.pass(999)
    expect(reads).toHaveLength(before)
    await environment.clock.pass(1)
    await waitFor(() => expect(reads).toHaveLength(before + 1))
    await userEvent.click(screen.getByRole('button', { name: 'See pictures' }))
    await waitFor(() => expect(location.hash).toBe('#/feed/mine'))
  })

  test('a Stop without an answer of the main process is reported, and the strip stays', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await openDesktop(sharing)
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The desktop app did not answer.')
    expect(await strip()).toBeInTheDocument()
    log.mockRestore()
  })

  test('shortcuts stop it as well', async () => {
    const app = await openDesktop(sharing)
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand' }) })
    await strip()
    await userEvent.keyboard('{Control>}{Alt>}s{/Alt}{/Control}')
    await ended()
  })

  test('it can be paused and resumed', async () => {
    const app = await openDesktop(sharing)
    app.answer({
      pauseCapture: () => ({ ...sharing, state: 'paused', sharing: 'paused' }),
      resumeCapture: () => sharing,
    })
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Pause' }))
    await waitFor(async () => expect(await strip()).toHaveTextContent('You paused sharing your screen'))
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Resume' }))
    await waitFor(async () => expect(await strip()).toHaveTextContent('You are sharing your screen'))
  })

  test('a lost connection is shown, and the strip stays until capture is really off', async () => {
    const app = await openDesktop(sharing)
    await strip()
    app.push('captureChanged', { ...sharing, state: 'reconnecting', sharing: 'reconnecting', trouble: 'network' })
    await waitFor(async () => expect(await strip()).toHaveTextContent('Not sending. Trying again.'))
    app.push('captureChanged', { ...notSharing, state: 'stopped_by_system', pictures_taken: 1 })
    await waitFor(noStrip)
    expect(await screen.findByText('Sharing has ended')).toBeInTheDocument()
  })

  test('a new viewer is announced by name', async () => {
    const app = await openDesktop({ ...sharing, viewers: [] })
    expect(await strip()).toHaveTextContent('Nobody is watching')
    app.push('captureChanged', { ...sharing, viewers: [viewerOf(11, 'Sam Adeyemi')] })
    await waitFor(async () => expect(await strip()).toHaveTextContent('Watching: Sam Adeyemi'))
  })

  test('a delayed report of the server does not bring the strip back after Stop', async () => {
    feed = feedOf({ screen_sharing_users: [screenOf(7, 'Maya Okafor')] })
    const app = await openDesktop(sharing)
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand' }) })
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    await ended()
    app.push('feed', { event: 'viewers', source: own, users: [viewerOf(8, 'Tom Reyes')] })
    await settled()
    noStrip()
    // A report that is repeated after a while comes from another computer.
    await environment.clock.pass(5_000)
    expect(await strip()).toHaveTextContent('Another computer of yours is sharing its screen')
  })
})

describe('While another computer of the person shares its screen', () => {
  beforeEach(() => {
    feed = feedOf({
      screen_sharing_users: [screenOf(7, 'Maya Okafor'), screenOf(9, 'Priya Nair')],
      screen_viewers: [{ source: own, users: [viewerOf(8, 'Tom Reyes')] }],
    })
  })

  test('the page says that it is another computer, and who watches', async () => {
    await open()
    const shown = await strip()
    expect(shown).toHaveTextContent('Another computer of yours is sharing its screen')
    expect(shown).toHaveTextContent('Watching: Tom Reyes')
    environment.latest.emit({ event: 'viewers', source: own, users: [] })
    await waitFor(async () => expect(await strip()).toHaveTextContent('Nobody is watching'))
  })

  test('the viewers are shown as unknown while the page has no connection [D34]', async () => {
    await open()
    await waitFor(async () => expect(await strip()).toHaveTextContent('Watching: Tom Reyes'))
    act(() => environment.latest.hangUp(1006))
    await waitFor(async () =>
      expect(await strip()).toHaveTextContent('Who is watching is not known without a connection'),
    )
    expect(await strip()).not.toHaveTextContent(/Tom Reyes|Nobody is watching/)
    await environment.clock.pass(500)
    act(() => environment.latest.accept())
    await waitFor(async () => expect(await strip()).toHaveTextContent('Watching: Tom Reyes'))
  })

  test('Stop reaches it over the feed, and the strip goes when it has stopped', async () => {
    await open()
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    expect(requests()).toEqual([{ event: 'stop_sharing' }])
    expect(await strip()).toHaveTextContent('Stopping.')
    feed = feedOf()
    await environment.clock.pass(1_000)
    await ended()
  })

  test('Stop without a connection is sent with the next one', async () => {
    await open()
    const shown = await strip()
    environment.latest.hangUp(1006)
    await userEvent.click(within(shown).getByRole('button', { name: 'Stop sharing' }))
    await environment.clock.pass(500)
    environment.latest.accept()
    await waitFor(() => expect(requests()).toEqual([{ event: 'stop_sharing' }]))
  })

  test('Pause reaches it, and so does Resume where it paused [D34]', async () => {
    await open()
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Pause' }))
    expect(requests()).toEqual([{ event: 'pause_sharing' }])
    feed = feedOf({ screen_sharing_users: [screenOf(7, 'Maya Okafor', { state: 'paused' })] })
    environment.latest.emit({ event: 'feed_changed' })
    await waitFor(async () => expect(await strip()).toHaveTextContent('paused'))
    expect(within(await strip()).getByRole('button', { name: 'Stop sharing' })).toBeInTheDocument()
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Resume' }))
    expect(requests()).toEqual([{ event: 'pause_sharing' }, { event: 'resume_sharing' }])
  })

  test('the desktop app reaches it over the connection of its main process', async () => {
    const app = await openDesktop(notSharing)
    app.answer({ controlOtherComputers: () => undefined })
    const shown = await strip()
    expect(shown).toHaveTextContent('Another computer of yours is sharing its screen')
    await userEvent.click(within(shown).getByRole('button', { name: 'Pause' }))
    await userEvent.click(within(shown).getByRole('button', { name: 'Stop sharing' }))
    expect(app.callsOn('controlOtherComputers')).toEqual(['pause_sharing', 'stop_sharing'])
    expect(app.callsOn('stopCapture')).toEqual([])
    expect(await strip()).toHaveTextContent('Stopping.')
    feed = feedOf()
    await environment.clock.pass(1_000)
    await ended()
  })
})

describe('While this computer and another one of the person share their screens', () => {
  /** The Stop buttons of this computer and of the other one. */
  const stops = async () => within(await strip()).getAllByRole('button', { name: /^Stop sharing/ })
  const elsewhere = (state: 'sharing' | 'paused', what = 'Entire screen') =>
    feedOf({ screen_sharing_users: [screenOf(7, 'Maya Okafor', { state, what })] })

  async function openBoth(status: CaptureStatus, other: FeedData) {
    feed = other
    const app = await openDesktop(status)
    app.answer({ controlOtherComputers: () => undefined })
    app.push('feedStatus', 'CONNECTED')
    await strip()
    await settled()
    await environment.clock.pass(5_000)
    return app
  }

  test.each([
    [
      'is paused here and continues there',
      { ...sharing, state: 'paused', sharing: 'paused' } as const,
      elsewhere('sharing'),
    ],
    ['is another window there', sharing, elsewhere('sharing', 'Stock sheet')],
  ])('both are shown when sharing %s, each with its own Stop', async (_, status, other) => {
    const app = await openBoth(status, other)
    await waitFor(async () => expect(await stops()).toHaveLength(2))
    expect(await strip()).toHaveTextContent('Another computer of yours is sharing its screen')
    expect((await axe.run(await strip())).violations).toEqual([])
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing: other computer' }))
    expect(app.callsOn('controlOtherComputers')).toEqual(['stop_sharing'])
    expect(app.callsOn('stopCapture')).toEqual([])
    expect(await strip()).toHaveTextContent('Stopping.')
    feed = feedOf({ screen_sharing_users: [screenOf(7, 'Maya Okafor', { state: status.sharing, what: sharing.what })] })
    await environment.clock.pass(1_000)
    await waitFor(async () => expect(await stops()).toHaveLength(1))
    expect(await strip()).not.toHaveTextContent('Stopping.')
  })

  test('Stop for this one leaves the other one on the strip, and does not say that nothing is captured', async () => {
    const app = await openBoth(sharing, elsewhere('sharing', 'Stock sheet'))
    await waitFor(async () => expect(await stops()).toHaveLength(2))
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand' }) })
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    await waitFor(async () => expect(await stops()).toHaveLength(1))
    expect(await strip()).toHaveTextContent('Another computer of yours is sharing its screen')
    app.push('feed', { event: 'viewers', source: own, users: [viewerOf(8, 'Tom Reyes')] })
    await waitFor(async () => expect(await strip()).toHaveTextContent('Watching: Tom Reyes'))
    expect(screen.queryByText(/Nothing is being captured now/)).not.toBeInTheDocument()
    expect(app.callsOn('controlOtherComputers')).toEqual([])
  })

  test('reports of the feed about this computer are not taken for another one, at the start or while it is disconnected', async () => {
    const app = await openBoth(sharing, elsewhere('sharing', sharing.what ?? ''))
    const alone = async () => expect(await stops()).toHaveLength(1)
    await alone()
    app.push('captureChanged', { ...sharing, state: 'paused', sharing: 'paused' })
    await waitFor(async () => expect(await strip()).toHaveTextContent('You paused sharing your screen'))
    await alone()
    app.push('feedStatus', 'RECONNECTING')
    await settled()
    await environment.clock.pass(10_000)
    await alone()
    app.push('feedStatus', 'CONNECTED')
    await settled()
    await alone()
    // Long after all clients have heard, a report comes from another computer.
    await environment.clock.pass(5_000)
    await waitFor(async () => expect(await stops()).toHaveLength(2))
  })
})

describe('While nothing of the person is shared', () => {
  test('there is no strip, whoever else shares', async () => {
    feed = feedOf({ screen_sharing_users: [screenOf(9, 'Priya Nair')] })
    await open()
    await settled()
    noStrip()
  })
})

describe('The Source entry [2.16]', () => {
  test.each([
    ['wide', 1440],
    ['narrow', 390],
  ])('shows on a %s screen the state of the feed, in colour and in words', async (_, width) => {
    window.innerWidth = width
    await open()
    const entry = await screen.findByRole('link', { name: /^Source/ })
    await waitFor(() => expect(entry).toHaveAccessibleName(/^Source ?Feed connected$/))
    act(() => environment.latest.hangUp(1006))
    expect(entry).toHaveAccessibleName(/^Source ?Feed connecting$/)
    act(() => environment.latest.hangUp(4403))
    await act(() => environment.clock.pass(500))
    act(() => environment.latest.hangUp(4403))
    expect(entry).toHaveAccessibleName('Source')
  })
})

describe('While a meeting is recorded and the screen is shared [1.13, D34, D40]', () => {
  test('both strips are shown, each with its own Stop', async () => {
    const app = await openDesktop(sharing)
    await strip()
    act(() => {
      useMeeting.setState({ shown: meeting, where: 'elsewhere' })
      useOnMeeting.getState().update({ isShown: true })
    })
    const recording = await screen.findByRole('region', { name: 'Meeting recording' })
    expect(recording).toHaveTextContent('Recording')
    expect(within(recording).getByRole('button', { name: 'Stop recording' })).toBeInTheDocument()
    app.answer({ stopCapture: () => ({ ...notSharing, state: 'stopped_by_hand' }) })
    await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop sharing' }))
    await ended()
    expect(recording).toBeInTheDocument()
    act(() => useOnMeeting.getState().update({ isShown: false }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Meeting recording' })).not.toBeInTheDocument())
    useMeeting.setState({ shown: null, where: 'here' })
  })
})
