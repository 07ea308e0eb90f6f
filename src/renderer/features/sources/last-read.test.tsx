import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFeed } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { renderPage } from '../../platform/test-page'
import { serve, signInAs } from '../../platform/test-server'
import { rereadFeed } from './last-read'
import { SourcesPage } from './page'
import { useSources } from './store'
import { details, grid, open, setup, tile, withSourcesPage } from './test-page'
import { cameraOf, feedOf, screenOf } from './test-sources'

withSourcesPage()
let storage: MemoryCopies
beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  setup.feed = { ...setup.feed, screen_sharing_users: [screenOf(9, 'Priya Nair', { what: 'Wages 2026.xlsx' })] }
  setup.feed.accessible_cctv_feeds = [
    cameraOf(4, 'Front counter', { description: 'Above till 2', url: 'rtsp://10.0.0.9/front' }),
  ]
})
afterEach(() => offlineCopies.keepIn(null))

const away = () => serve(readFeed, () => Response.error())
const stored = () => storage.copies.get('7.3 sources')?.json ?? ''

/** Reads the page, then comes again after a reload without a server. */
async function readThenReload(search = ''): Promise<void> {
  const { unmount } = await open()
  await tile(/^Front counter/)
  await act(() => offlineCopies.flush())
  unmount()
  act(() => resetOrganisation())
  away()
  renderPage(<SourcesPage />, { path: '/feed', search })
}

describe('Sources that were read', () => {
  test('stay listed without the server, with what is written about a camera', async () => {
    await readThenReload('source=camera.4')
    expect(await details('Front counter')).toHaveTextContent('Above till 2')
    expect(within(await grid()).getByRole('button', { name: /^Priya Nair/ })).toBeVisible()
    expect(screen.getAllByText('Pictures need a connection').length).toBeGreaterThan(0)
    expect(Object.keys(useCopiesShown.getState().shown)).toEqual(['sources'])
  })

  test('leave on the device neither pictures nor addresses, nor who looked or which window was shared', async () => {
    await readThenReload()
    await tile(/^Front counter/)
    expect(stored()).toContain('Above till 2')
    for (const secret of ['/frames/', '10.0.0.9', 'Friday round-up', 'Wages 2026'])
      expect(stored()).not.toContain(secret)
  })

  test('are as the server says once it answers again', async () => {
    await readThenReload()
    await tile(/^Front counter/)
    serve(readFeed, feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Back counter')] }))
    await act(() => useSources.getState().refresh())
    expect(await tile(/^Back counter/)).toBeVisible()
    expect(useCopiesShown.getState().shown).toEqual({})
  })

  test('leave the device with the next contact when they may no longer be seen, whichever page is open', async () => {
    await readThenReload()
    await rereadFeed()
    expect(storage.names).toEqual(['7.3 sources'])
    serve(readFeed, feedOf())
    await rereadFeed()
    await offlineCopies.flush()
    expect(stored()).not.toContain('Front counter')
    serve(readFeed, apiError('organization.not_member'))
    await rereadFeed()
    expect(storage.names).toEqual([])
  })

  test('belong to their workspace', async () => {
    await readThenReload()
    await tile(/^Front counter/)
    act(() => {
      resetOrganisation()
      signInAs(7, { organizationId: 4 })
    })
    await act(() => useSources.getState().load())
    expect(useSources.getState()).toMatchObject({ status: 'failed', items: [], feed: null })
  })
})
