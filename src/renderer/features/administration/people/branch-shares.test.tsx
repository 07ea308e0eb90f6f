import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { listOrganisations, type Member, organisationInfo } from '#shared/contract/organisations/endpoints'
import { listInvites } from '#shared/contract/organisations/invites'
import { type Camera, readFeed, readPermission } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { branchOf, detailOf, organisationOf, profileOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { preloadOverlays } from '../../../ui/preload'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { AdministrationPage } from '../page'
import { memberOf } from '../test-people'

withServer()
withEnglish('administration')
beforeAll(preloadOverlays)

const harbourside = branchOf(1, 'Harbourside', { is_primary_branch: true })
const market = branchOf(2, 'Old Market', { is_open_branch: false })
const station = branchOf(3, 'Station Road')
const priya = memberOf(9, 'Priya Nair', { branch_ids: [1] })
const sam = memberOf(10, 'Sam Adeyemi', { branch_ids: [1], org_role: 'admin' })
const watcher = { role_id: 4, role_name: 'Watchers', capabilities: ['feeds.see_all' as const], users: [] }
const noor = memberOf(11, 'Noor Haddad', { branch_ids: [1], role_ids: [4] })

const camera = (camera_id: number): Camera => ({
  ...{ camera_id, url: null, name: 'Bay', description: '', branch_id: 1, space_ids: [1], kind: 'mjpeg' },
  ...{ trouble: null, trouble_since: null, last_frame: null, kept_days: 7 },
  ...{ notice_confirmed_by: null, notice_confirmed_at: null },
})
const page = (doc_id: number, access: NoteItem['access']): NoteItem => ({
  ...{ doc_id, doc_name: `Page ${doc_id}`, document_type: 'logbook', access, is_pinned: false, opened_at: null },
  ...{ last_written_at: '2026-11-20T09:00:00.000Z', last_written_by: null, read_only: false, recording: null },
})
/** Two logbooks are Harbourside’s, one is there and for everybody; one is Old Market’s. */
const pages: Record<number, NoteItem[]> = {
  1: [page(1, 'branch'), page(2, 'branch'), page(3, 'organisation')],
  2: [page(4, 'branch')],
}

function serves(people: Member[]) {
  const detail = { all_users: people, roles: [watcher], branches: [harbourside, market, station] }
  serve(organisationInfo, detailOf(detail))
}

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  serve(listInvites, [])
  serve(listOrganisations, () => useOrganisations.getState().items)
  serves([priya, sam, noor])
  serve(listDocuments, ({ body }) => pages[Number(body.branch_id)] ?? [])
  // Both hang in Harbourside; one of them is shared with it.
  const feed = { screen_sharing_users: [], screen_viewers: [], accessible_user_screens: [], my_screen_user_ids: [] }
  const accessible_cctv_feeds = [camera(1), camera(2)]
  serve(readFeed, { ...feed, accessible_cctv_feeds, is_my_screen_accessible_to_org: false })
  serve(readPermission, ({ params }) => ({
    ...{ organisation: false, user_ids: [], role_ids: [] },
    branch_ids: params.camera_id === '1' ? [1] : [],
  }))
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

async function openByBranch() {
  const router = createMemoryRouter([{ path: '/organisation/:section', element: <AdministrationPage /> }], {
    initialEntries: ['/organisation/people'],
  })
  render(<RouterProvider router={router} />)
  await userEvent.click(await screen.findByRole('radio', { name: 'By branch' }))
}

async function menuOf(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Move ${name}` }))
  return (branch: string) => screen.findByRole('menuitem', { name: branch })
}

const fromHarbourside = 'No longer through Harbourside: 2 pages and logbooks, 1 camera.'

describe('Moving somebody between branches [6.5, D3, D21]', () => {
  test('says which pages and cameras they gain and lose, and that a closed branch shows its space', async () => {
    await openByBranch()
    const entry = await menuOf('Priya Nair')
    const gained = 'Through Old Market they may open: 1 page or logbook, its space with the tasks.'
    await waitFor(async () =>
      expect(await entry('Old Market')).toHaveAccessibleDescription(`${gained} ${fromHarbourside}`),
    )
    expect(await entry('Station Road')).toHaveAccessibleDescription(fromHarbourside)
    expect(await entry('No branch')).toHaveAccessibleDescription(fromHarbourside)
  })

  test('counts nothing that they may open anyway', async () => {
    await openByBranch()
    const watching = await menuOf('Noor Haddad')
    await waitFor(async () =>
      expect(await watching('Station Road')).toHaveAccessibleDescription(
        'No longer through Harbourside: 2 pages and logbooks.',
      ),
    )
    await userEvent.keyboard('{Escape}')
    const entry = await menuOf('Sam Adeyemi')
    expect(await entry('Old Market')).toHaveAccessibleDescription(
      'No page, logbook or camera of these branches changes for them.',
    )
  })

  test('says it while somebody is dragged, too', async () => {
    await openByBranch()
    const entry = await menuOf('Priya Nair')
    await waitFor(async () => expect(await entry('Station Road')).toHaveAccessibleDescription(fromHarbourside))
    await userEvent.keyboard('{Escape}')
    const card = screen.getByRole('button', { name: 'Priya Nair' }).closest<HTMLElement>('[data-person]')
    if (!card) throw new Error('There is no card.')
    const to = screen.getByRole('region', { name: 'Station Road' })
    const none = { types: [], items: [], setData() {}, setDragImage() {} }
    const dataTransfer = { ...none, effectAllowed: 'all', dropEffect: 'move' }
    fireEvent(card, createEvent.dragStart(card, { dataTransfer }))
    await waitFor(() => expect(card).toHaveClass('opacity-50'))
    fireEvent(to, createEvent.dragEnter(to, { dataTransfer }))
    await waitFor(() => expect(within(to).getByText(fromHarbourside)).toBeVisible())
    fireEvent(to, createEvent.dragLeave(to, { dataTransfer }))
    fireEvent(card, createEvent.dragEnd(card, { dataTransfer }))
  })

  test('claims nothing while it does not know', async () => {
    serve(readFeed, apiError('server.unavailable'))
    await openByBranch()
    const entry = await menuOf('Priya Nair')
    const unknown = 'What is shared with the branches has not loaded yet.'
    expect(await entry('Station Road')).toHaveAccessibleDescription(unknown)
  })

  test('says that there may be more to somebody who may not see everything', async () => {
    const capabilities = ['branches.manage']
    const role_info = [{ role_id: 5, role_name: 'Leads', capabilities }]
    useProfile.setState({ profile: profileOf({ is_owner: false, role_info }), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    await openByBranch()
    const entry = await menuOf('Priya Nair')
    await waitFor(async () =>
      expect(await entry('Station Road')).toHaveAccessibleDescription(`${fromHarbourside} There may be more.`),
    )
  })
})
