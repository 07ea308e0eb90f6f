import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { readFeed } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { startSources } from '../../features/sources/start'
import { feedOf } from '../../features/sources/test-sources'
import { withNamespaces } from '../../i18n/languages'
import { useCopiesShown } from '../../platform/copies-shown'
import { useSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { serve } from '../../platform/test-server'
import { openApp, signedIn, withApp } from '../test-app'

withApp()
beforeAll(() => withNamespaces('sources', Promise.resolve()))

let stop = () => {}
afterEach(() => {
  window.dispatchEvent(new Event('online'))
  stop()
})

test('one outage is shown by one bar: that of the page if only pictures are missing, that of the shell if everything is', async () => {
  const environment = new FakeEnvironment()
  const reads = serve(readFeed, feedOf())
  serve(listOwnFrames, [])
  serve(organisationInfo, detailOf())
  signedIn()
  useSession.setState({ organizationId: 3 })
  stop = startSources(environment)
  openApp('/feed')
  await settled()
  environment.sockets.at(-1)?.accept()
  await waitFor(() => expect(reads.length).toBeGreaterThan(0))
  const ofFeed = 'Reconnecting to the feed.'
  act(() => environment.latest.hangUp(1006))
  expect(await screen.findByText(ofFeed)).toBeVisible()
  expect(screen.queryByText('You are offline.')).toBeNull()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('You are offline.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(ofFeed)).toBeNull())
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull())
})

test('what is shown as it was read last says whether the server is still waited for or cannot be reached', async () => {
  serve(readFeed, feedOf())
  serve(listOwnFrames, [])
  serve(organisationInfo, detailOf())
  signedIn()
  useSession.setState({ organizationId: 3 })
  openApp('/feed')
  await screen.findByRole('heading', { name: 'Source', level: 1 })
  const { showCopy, failed, isFresh } = useCopiesShown.getState()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => showCopy('logbooks', Date.parse('2026-11-20T14:04:00Z'), true))
  act(() => void vi.advanceTimersByTime(2_999))
  expect(screen.queryByText('The server has not answered yet.')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('The server has not answered yet.')).toBeVisible()
  vi.useRealTimers()
  act(() => failed('logbooks'))
  expect(await screen.findByText('The server cannot be reached.')).toBeVisible()
  act(() => isFresh('logbooks'))
  await waitFor(() => expect(screen.queryByText(/^This is what was read last/)).toBeNull())
  expect(screen.queryByText('The server cannot be reached.')).toBeNull()
})
