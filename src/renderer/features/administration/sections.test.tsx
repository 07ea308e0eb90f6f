import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAccessRequests } from '#shared/contract/access/endpoints'
import { readAudit } from '#shared/contract/audit/endpoints'
import { type Export, exportOrganisation } from '#shared/contract/exports/endpoints'
import {
  addBranch,
  deleteBranch,
  editBranch,
  listBranches,
  restoreBranch,
} from '#shared/contract/organisations/branches'
import {
  deleteOrganisation,
  listDeletedOrganisations,
  restoreOrganisation,
} from '#shared/contract/organisations/deletion'
import { listOrganisations, organisationInfo } from '#shared/contract/organisations/endpoints'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import {
  createJoinLink,
  type JoinLink,
  joinByLink,
  listJoinLinks,
  readJoinLink,
  revokeJoinLink,
} from '#shared/contract/organisations/join-links'
import { fetchProfile, updateProfile } from '#shared/contract/profile/endpoints'
import { listCameraNetworks } from '#shared/contract/sources/camera-tests'
import { readFeed } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { endSession } from '../../platform/session'
import { branchOf, detailOf, inviteOf, organisationOf, profileOf } from '../../platform/test-cast'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { AboveWorkspaces } from './general/deleted-workspaces'
import { AdministrationPage } from './page'
import { frontDesk, mechanics, memberOf } from './test-people'

withServer()
withEnglish('administration', 'workspace')

const maya = memberOf(7, 'Maya Okafor', { org_role: 'owner', branch_ids: [1] })
const main = branchOf(1, 'Harbourside', { is_primary_branch: true, users: [{ user_id: 7 }] })

const nothingShared = {
  ...{ screen_sharing_users: [], screen_viewers: [], accessible_cctv_feeds: [], accessible_user_screens: [] },
  ...{ is_my_screen_accessible_to_org: false, my_screen_user_ids: [] },
}

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  serve(listOrganisations, () => useOrganisations.getState().items)
  serve(exportOrganisation, null)
  serve(listCameraNetworks, { may_allow: false, ask: [], networks: [], by_settings: [] })
  serve(organisationInfo, detailOf({ all_users: [maya], roles: [mechanics, frontDesk], branches: [main] }))
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

function open(section: string) {
  const router = createMemoryRouter(
    [
      { path: '/organisation/:section', element: <AdministrationPage /> },
      { path: '*', element: null },
    ],
    { initialEntries: [`/organisation/${section}`] },
  )
  return { ...render(<RouterProvider router={router} />), router }
}

async function expectAccessible(container: HTMLElement) {
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

describe('Branches [7.18]', () => {
  test('are added, and deleted ones are restored by an owner [D3]', async () => {
    const gone = branchOf(2, 'Old Market', { branch_softdelete: true, branch_deleted: '2026-11-01T09:00:00.000Z' })
    serve(listBranches, [main, gone])
    const { container } = open('branches')
    const deleted = await screen.findByRole('list', { name: 'Deleted branches' })
    await expectAccessible(container)
    const restored = serve(restoreBranch, { ...gone, branch_softdelete: false })
    serve(listBranches, [main])
    await userEvent.click(within(deleted).getByRole('button', { name: 'Restore Old Market' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Deleted branches' })).toBeNull())
    expect(restored[0]?.body).toMatchObject({ branch_id: 2 })

    await userEvent.click(screen.getByRole('button', { name: 'Add a branch' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a branch' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Station Road')
    await userEvent.click(dialog.getByRole('radio', { name: 'Closed' }))
    const added = serve(addBranch, branchOf(3, 'Station Road', { is_open_branch: false }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add a branch' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(added[0]?.body).toMatchObject({ branch_name: 'Station Road', is_open_branch: false })
  })

  test('have an address, and are edited, opened and closed', async () => {
    const nowhere = { ...main, branch_address: null, branch_city: null, branch_country: null }
    serve(organisationInfo, detailOf({ all_users: [maya], branches: [nowhere] }))
    serve(listBranches, [nowhere])
    open('branches')
    await userEvent.click(await screen.findByRole('button', { name: 'More for Harbourside' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit branch' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit branch' }))
    expect(dialog.getByRole('radio', { name: 'Open' })).toBeChecked()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Address' }), '3 Quay Lane')
    await userEvent.type(dialog.getByRole('textbox', { name: 'City' }), 'Bristol')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Country' }), 'United Kingdom')
    await userEvent.click(dialog.getByRole('radio', { name: 'Closed' }))
    const place = { branch_address: '3 Quay Lane', branch_city: 'Bristol', branch_country: 'United Kingdom' }
    const closed = { ...main, ...place, is_open_branch: false }
    const edited = serve(editBranch, closed)
    serve(organisationInfo, detailOf({ all_users: [maya], branches: [closed] }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save branch' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const asked = { branch_id: 1, new_branch_name: 'Harbourside', ...place, is_open_branch: false }
    expect(edited[0]?.body).toMatchObject(asked)
    const card = screen.getByRole('article', { name: 'Harbourside' })
    await waitFor(() => expect(card).toHaveTextContent('3 Quay Lane, Bristol, United Kingdom'))
    expect(card).toHaveTextContent('Closed')

    await userEvent.click(screen.getByRole('button', { name: 'More for Harbourside' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit branch' }))
    const again = within(await screen.findByRole('dialog', { name: 'Edit branch' }))
    expect(again.getByRole('textbox', { name: 'City' })).toHaveValue('Bristol')
    await userEvent.click(again.getByRole('radio', { name: 'Open' }))
    await userEvent.click(again.getByRole('button', { name: 'Save branch' }))
    await waitFor(() => expect(edited[1]?.body).toMatchObject({ ...place, is_open_branch: true }))
  })

  test('that an owner deletes come back with Undo [D3]', async () => {
    const market = branchOf(2, 'Fish Quay')
    serve(organisationInfo, detailOf({ all_users: [maya], branches: [main, market] }))
    serve(listBranches, [main, market])
    open('branches')
    render(<Toaster label="Notifications" closeLabel="Close" />)
    await userEvent.click(await screen.findByRole('button', { name: 'More for Fish Quay' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete branch' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Fish Quay?' }))
    serve(deleteBranch, { ...market, branch_softdelete: true })
    await userEvent.click(question.getByRole('button', { name: 'Delete branch' }))
    const restored = serve(restoreBranch, market)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(restored[0]?.body).toMatchObject({ branch_id: 2 }))
    expect(await screen.findByText('Fish Quay restored')).toBeInTheDocument()
  })
})

const link: JoinLink = {
  ...{ link_id: 4, role_id: 2, role_name: 'Front desk', created_by: 'Maya Okafor', status: 'open' },
  ...{ created_at: '2026-11-18T10:00:00.000Z', expires_at: '2026-11-30T10:00:00.000Z', max_uses: 10, uses: 1 },
}

describe('Invites [6.6]', () => {
  beforeEach(() => {
    serve(listInvites, new PageOf([inviteOf()], null))
    serve(listJoinLinks, [link])
  })

  test('go to many people from pasted lines, each with a result, and wrong lines stay', async () => {
    const calls = serve(invitePeople, [
      { status: 200, message: '', invite: inviteOf({ invite_id: 2, email_id: 'a@x.example' }) },
      { status: 409, code: 'invite.already_member', message: '' },
    ])
    const { container } = open('invites')
    const box = await screen.findByRole('textbox', { name: 'E-mail addresses or phone numbers' })
    await expectAccessible(container)
    await userEvent.click(box)
    await userEvent.paste('E-mail,Role\na@x.example,Mechanics\nb@x.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send invites' }))
    const results = await screen.findByRole('list', { name: 'Results' })
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['a@x.example Invited', 'b@x.example This person is already a member.'])
    expect(calls[0]?.body).toMatchObject({
      invites: [
        { email_id: 'a@x.example', role_id: 1 },
        { email_id: 'b@x.example', role_id: 2 },
      ],
    })
    expect(box).toHaveValue('b@x.example')
  })

  test('are read from a CSV file', async () => {
    open('invites')
    const box = await screen.findByRole('textbox', { name: 'E-mail addresses or phone numbers' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(
      input as HTMLInputElement,
      new File(['ida@x.example,Mechanics'], 'team.csv', { type: 'text/csv' }),
    )
    await waitFor(() => expect(box).toHaveValue('ida@x.example,Mechanics'))
  })

  test('by a link, which is shown once and can be revoked', async () => {
    open('invites')
    serve(revokeJoinLink, null)
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the link to Front desk' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the link to Front desk?' }))
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Revoked')).toBeVisible()
    const calls = serve(createJoinLink, { link: { ...link, link_id: 5 }, token: '3.secret' })
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByRole('textbox', { name: 'New link' })).toHaveValue(
      `${location.origin}/#/workspace?join=3.secret`,
    )
    expect(calls[0]?.body).toMatchObject({ role_id: 2, expires_in_days: 7, max_uses: 10 })
  })

  test('are not offered to those who may not invite', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    open('invites')
    expect(await screen.findByRole('region', { name: 'No role' })).toBeVisible()
    expect(screen.getAllByRole('link').map(item => item.textContent)).toEqual([
      'People and roles',
      'Branches',
      'Owners and admins',
      'Sharing and privacy',
    ])
  })
})

describe('Sharing and privacy [3.18a, D34, D41]', () => {
  beforeEach(() => serve(readFeed, nothingShared))

  test('says who always may see, how long things are kept, and where each is changed', async () => {
    const seesAll = { ...frontDesk, capabilities: ['feeds.see_all' as const, 'tasks.see_all' as const] }
    serve(organisationInfo, detailOf({ all_users: [maya], roles: [mechanics, seesAll], branches: [main] }))
    serve(listAccessRequests, [
      { kind: 'camera', id: 4, name: 'Gate', user: maya, note: '', asked_at: '2026-11-20T09:00:00.000Z' },
    ])
    useOrganisations.setState({ items: [organisationOf({ org_role: 'owner', plan_id: 'team' })] })
    const { container } = open('sharing')
    const always = within(await screen.findByRole('list', { name: 'Who always may see' }))
    expect(always.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'Front desk (1 person): all cameras and shared screens and all tasks',
    ])
    expect(screen.getByText(/^Pictures of shared screens: 14 days/)).toBeVisible()
    const links = within(screen.getByRole('list', { name: 'Check and change' }))
    expect(await links.findByText('1 waiting')).toBeVisible()
    expect(links.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '#/requests',
      '#/docs',
      '#/organisation/people',
      '#/organisation/invites',
      '#/organisation/audit',
      '#/profile',
    ])
    await expectAccessible(container)
  })

  test('leads members only to what they may open', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member', plan_id: 'free' })] })
    serve(listAccessRequests, [])
    open('sharing')
    expect(await screen.findByText('No role sees everything.')).toBeVisible()
    expect(screen.getByText(/^Pictures of shared screens: 7 days/)).toBeVisible()
    const links = within(screen.getByRole('list', { name: 'Check and change' }))
    expect(links.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '#/requests',
      '#/docs',
      '#/organisation/people',
      '#/profile',
    ])
  })
})

describe('Deleting the workspace [D44]', () => {
  test('needs its name, and leads to the list of workspaces', async () => {
    const { container, router } = open('general')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete workspace' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Ridgeway Cycles?' }))
    await expectAccessible(container)
    expect(dialog.getByRole('button', { name: 'Delete workspace' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Type Ridgeway Cycles to confirm' }), 'Ridgeway Cycles')
    const calls = serve(deleteOrganisation, null)
    serve(fetchProfile, profileOf({ selected_organizationId: -1 }))
    serve(listOrganisations, [])
    await userEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/workspace'))
    expect(calls[0]?.body).toMatchObject({ confirmed_name: 'Ridgeway Cycles' })
  })

  test('is preceded by the offer of an export, which the owner downloads [D44]', async () => {
    const ready: Export = {
      ...{ export_id: 1, status: 'ready', requested_at: '2026-11-20T09:00:00.000Z' },
      ...{ ended_at: '2026-11-20T09:01:00.000Z', bytes: 2_000_000, expires_at: '2026-11-27T09:00:00.000Z' },
      url: '/objects/exports/3/1.tar?signature=s',
    }
    const states: (Export | null)[] = [null]
    const calls = serve(exportOrganisation, ({ body }) => {
      const { action } = body as { action: string }
      if (action === 'start') states.push({ ...ready, status: 'running', url: null })
      return states.at(-1) ?? null
    })
    open('general')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete workspace' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Ridgeway Cycles?' }))
    const start = dialog.getByRole('button', { name: 'Export' })
    await waitFor(() => expect(start).toBeEnabled())
    await userEvent.click(start)
    expect(await dialog.findByText('The archive is being made. You can leave this page.')).toBeVisible()
    expect(calls.some(({ body }) => (body as { action: string }).action === 'start')).toBe(true)
    states.push(ready)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel export' }))
    const link = await dialog.findByRole('link', { name: 'Download the archive' })
    expect(link).toHaveAttribute('href', ready.url)
    expect(dialog.getByRole('status')).toHaveTextContent('Ready: 2 MB. It is kept until')
  })

  test('can be taken back by an owner from the list of workspaces', async () => {
    serve(listDeletedOrganisations, [
      {
        organization_id: 9,
        organization_name: 'Tidewater',
        deleted_at: '2026-11-20T10:00:00.000Z',
        erased_at: '2026-12-20T10:00:00.000Z',
      },
    ])
    renderPage(<AboveWorkspaces />)
    const calls = serve(restoreOrganisation, organisationOf({ organization_id: 9, organization_name: 'Tidewater' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Restore Tidewater' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Deleted workspaces' })).toBeNull())
    expect(calls[0]?.body).toMatchObject({ restored_id: 9 })
    expect(useOrganisations.getState().items.map(item => item.organization_id)).toContain(9)
  })
})

describe('A join link', () => {
  const found = {
    ...{ organization_id: 9, organization_name: 'Tidewater', role_name: 'Crew', invited_by: 'Noor Haddad' },
    is_member: false,
  }
  beforeEach(() => {
    serve(listDeletedOrganisations, [])
  })

  test('says where it leads, joins, and opens the workspace', async () => {
    serve(readJoinLink, found)
    renderPage(<AboveWorkspaces />, { search: '?join=9.secret' })
    const card = await screen.findByRole('region', { name: 'Tidewater' })
    expect(card).toHaveTextContent('Noor Haddad invites you as Crew.')
    const calls = serve(joinByLink, organisationOf({ organization_id: 9, organization_name: 'Tidewater' }))
    serve(updateProfile, profileOf({ selected_organizationId: 9 }))
    serve(fetchProfile, profileOf({ selected_organizationId: 9 }))
    await userEvent.click(within(card).getByRole('button', { name: 'Join Tidewater' }))
    expect(await screen.findByRole('status', { name: 'Elsewhere' })).toHaveTextContent('/home/spaces')
    expect(calls[0]?.body).toMatchObject({ join_token: '9.secret' })
  })

  test('that does not work any more says so', async () => {
    serve(readJoinLink, apiError('join_link.not_found'))
    renderPage(<AboveWorkspaces />, { search: '?join=nothing' })
    expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.')
  })
})

test.each([
  ['general', ['Save', 'Choose picture', 'Delete workspace']],
  ['branches', ['Add a branch', 'Harbourside: Edit branch']],
  ['owners', ['Make Maya Okafor a member']],
  ['invites', ['Send invites', 'Create link']],
  ['sharing', ['Requests for access']],
  ['audit', ['Export CSV']],
])('The command palette offers what the section %s does', async (section, expected) => {
  serve(listBranches, [main])
  serve(listInvites, [])
  serve(listJoinLinks, [])
  serve(listAccessRequests, [])
  serve(readFeed, nothingShared)
  serve(readAudit, [])
  open(section)
  await eventually(() => expect(offeredActions()).toEqual(expect.arrayContaining(expected)))
  expectButtonsInPalette({
    Back: 'the browser goes back too',
    'Ridgeway Cycles': 'the workspace that is open',
    'Any time': 'shows the times, each of which is offered',
  })
})
