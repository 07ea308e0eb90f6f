import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listAccessRequests } from '#shared/contract/access/endpoints'
import { listActivity, readActivityDay } from '#shared/contract/activity/endpoints'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { branchOf, detailOf } from '../../platform/test-cast'
import { MemoryCopies } from '../../platform/test-copies'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { cardOf } from '../tasks/test-tasks'
import { ActivityPage } from './page'
import { rereadActivity } from './store'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }))
withServer()
withEnglish('activity', 'jobs', 'tasks')

let storage: MemoryCopies
const hours = [{ at: '2026-11-20T14:00:00.000Z', count: 3 }]
const counted = { kinds: [{ kind: 'log' as const, count: 3 }], hours, people: [], branches: [] }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') })
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(listActivity, [])
  serve(readActivityDay, counted)
  serve(listMyTasks, [cardOf(4, 'Order pads', { deadline: '2026-11-20T12:00:00.000Z' })])
  for (const endpoint of [listNotifications, listAccessRequests]) serve(endpoint, [])
  serve(listBranches, [branchOf(1, 'Harbourside')])
  serve(organisationInfo, detailOf())
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
  vi.useRealTimers()
})

const perHour = async () =>
  within(await screen.findByRole('region', { name: 'Updates per hour' }))
    .getAllByRole('listitem')
    .map(bar => bar.textContent)
const copies = () => storage.names.filter(name => /activity\.(day|waiting)/.test(name)).map(name => name.slice(4, 16))
const shown = () => Object.keys(useCopiesShown.getState().shown).filter(name => name.startsWith('activity.'))
const open = (search = '') => renderPage(<ActivityPage />, { path: '/activity', search })

/** Reads the page, then comes again after a reload without a server. */
async function readThenReload(search = ''): Promise<void> {
  const { unmount } = open()
  await perHour()
  await screen.findByText('Order pads')
  await act(() => offlineCopies.flush())
  unmount()
  act(() => resetOrganisation())
  for (const endpoint of [listActivity, readActivityDay, listMyTasks, listNotifications, listAccessRequests])
    serve(endpoint, () => Response.error())
  open(search)
}

test('The day beside the activity stays readable without the server: its numbers, and what waits for the person', async () => {
  await readThenReload()
  expect((await perHour())[0]).toMatch(/3/)
  expect(await screen.findByText('Order pads')).toBeVisible()
  expect(screen.queryByText('The numbers of the day did not load.')).toBeNull()
  expect(shown()).toHaveLength(2)
})

test('A day that was never read does not show the numbers of another one', async () => {
  await readThenReload('on=2026-11-19')
  await screen.findByText('Order pads')
  await waitFor(() => expect(shown()).toEqual(['activity.waiting']))
  expect(screen.queryByRole('region', { name: 'Updates per hour' })).toBeNull()
})

test('The day leaves the device with the next contact when the server refuses it, whichever page is open', async () => {
  await readThenReload()
  await rereadActivity()
  expect(copies().sort()).toEqual(['activity.day', 'activity.wai'])
  for (const endpoint of [readActivityDay, listActivity, listMyTasks]) serve(endpoint, apiError('plan.required'))
  serve(listNotifications, [])
  await rereadActivity()
  expect(copies()).toEqual([])
})

test('The numbers of one person’s activity are not kept', async () => {
  const { unmount } = open('person=8')
  await perHour()
  await act(() => offlineCopies.flush())
  expect(copies()).toEqual(['activity.wai'])
  unmount()
})
