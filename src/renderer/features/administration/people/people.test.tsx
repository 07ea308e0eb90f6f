import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { listOrganisations, type Member, organisationInfo } from '#shared/contract/organisations/endpoints'
import { listInvites } from '#shared/contract/organisations/invites'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { addRole, deleteRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import { readFeed } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { startShortcuts } from '../../../platform/shortcuts'
import { fillSlots } from '../../../platform/slot'
import { branchOf, detailOf, organisationOf, profileOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { preloadOverlays } from '../../../ui/preload'
import { Toaster } from '../../../ui/toast'
import { organisations } from '../../organisations/feature'
import { useDirectory, useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { closeNotice, pressUndo } from '../../undo/test-undo'
import { AdministrationPage } from '../page'
import { useSelectedRole } from '../store'
import { frontDesk, mechanics, memberOf } from '../test-people'
import { administration } from '../texts/en'

withServer()
withEnglish('administration', 'workspace')
// What stands beside the board.
fillSlots([organisations])
// Loads beside the invites otherwise, for longer than a test should wait.
beforeAll(preloadOverlays)

const maya = memberOf(7, 'Maya Okafor', { org_role: 'owner' })
const tom = memberOf(8, 'Tom Reyes', { role_ids: [1] })
const priya = memberOf(9, 'Priya Nair', { role_ids: [2], branch_ids: [1] })

let stop: () => void
beforeEach(() => {
  stop = startShortcuts()
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  serve(listOrganisations, () => useOrganisations.getState().items)
  serve(listInvites, [])
  // What the branches share is another test's.
  serve(readFeed, apiError('server.unavailable'))
  servesPeople([maya, tom, priya])
})
afterEach(() => {
  stop()
  endSession()
  localStorage.clear()
})

const branches = [branchOf(1, 'Harbourside', { is_primary_branch: true, users: [{ user_id: 9 }] })]
const servesPeople = (all_users: Member[], roles = [mechanics, frontDesk]) =>
  serve(organisationInfo, detailOf({ all_users, roles, branches }))

function open() {
  const router = createMemoryRouter(
    [
      { path: '/organisation/:section', element: <AdministrationPage /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/organisation/people'] },
  )
  return render(
    <>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
}

const column = (name: string) => screen.findByRole('region', { name })
const peopleIn = async (name: string) =>
  within(await column(name))
    .queryAllByRole('listitem')
    .map(item => within(item).getAllByRole('button')[0]?.textContent)

describe('People and roles [6.5]', () => {
  test('shows people by role, what each role can do, and the branches', async () => {
    const { container } = open()
    expect(await peopleIn('Mechanics')).toEqual(['Tom Reyes'])
    expect(await peopleIn('Front desk')).toEqual(['Priya Nair'])
    expect(await peopleIn('No role')).toEqual(['Maya Okafor'])
    expect(screen.getByRole('article', { name: 'Harbourside' })).toHaveTextContent('Primary')
    const row = screen.getByRole('row', { name: /Create jobs/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['Yes', 'No'])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('moves a person with M and the menu, and shows it at once [4.14]', async () => {
    open()
    const calls = serve(manageRoleUsers, () => {
      servesPeople([maya, { ...tom, role_ids: [2] }, priya])
      return mechanics
    })
    within(await column('Mechanics'))
      .getByRole('button', { name: 'Tom Reyes' })
      .focus()
    await userEvent.keyboard('m')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Front desk' }))
    await waitFor(async () => expect(await peopleIn('Front desk')).toEqual(['Tom Reyes', 'Priya Nair']))
    expect(calls.map(({ body }) => body)).toMatchObject([
      { role_id: 2, users_to_be_added: [8], users_to_be_removed: [] },
      { role_id: 1, users_to_be_added: [], users_to_be_removed: [8] },
    ])
  })

  test('says what a move changes, in the menu and while dragging', async () => {
    open()
    await userEvent.click(within(await column('Mechanics')).getByRole('button', { name: 'Move Tom Reyes' }))
    expect(await screen.findByRole('menuitem', { name: 'Front desk' })).toHaveAccessibleDescription(
      'Loses: Create jobs.',
    )
    expect(screen.getByRole('menuitem', { name: 'No role' })).toHaveAccessibleDescription(
      'Loses: Create logbooks and pages, Create jobs.',
    )
    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(await column('Front desk')).getByRole('button', { name: 'Move Priya Nair' }))
    expect(await screen.findByRole('menuitem', { name: 'Mechanics' })).toHaveAccessibleDescription(
      'Gains: Create jobs.',
    )
    await userEvent.keyboard('{Escape}')
    // An owner may do everything in any role.
    await userEvent.click(within(await column('No role')).getByRole('button', { name: 'Move Maya Okafor' }))
    expect(await screen.findByRole('menuitem', { name: 'Mechanics' })).toHaveAccessibleDescription(
      'What they can do stays the same.',
    )
    await userEvent.keyboard('{Escape}')

    const calls = serve(manageRoleUsers, mechanics)
    const person = within(await column('Mechanics')).getByRole('button', { name: 'Tom Reyes' })
    const card = person.closest<HTMLElement>('[data-person]')
    if (!card) throw new Error('There is no card.')
    const to = await column('Front desk')
    const dataTransfer = {
      types: [],
      items: [],
      setData() {},
      setDragImage() {},
      effectAllowed: 'all',
      dropEffect: 'move',
    }
    fireEvent(card, createEvent.dragStart(card, { dataTransfer }))
    await waitFor(() => expect(card).toHaveClass('opacity-50'))
    expect(to).not.toHaveTextContent('Loses')
    fireEvent(to, createEvent.dragEnter(to, { dataTransfer }))
    await waitFor(() => expect(to).toHaveTextContent('Loses: Create jobs.'))
    servesPeople([maya, { ...tom, role_ids: [2] }, priya])
    fireEvent(to, createEvent.drop(to, { dataTransfer }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[0]?.body).toMatchObject({ role_id: 2, users_to_be_added: [8] })
    await waitFor(() => expect(to).not.toHaveTextContent('Loses'))
  })

  test('shows people by branch, and moves them between branches', async () => {
    const harbour = branchOf(1, 'Harbourside', { is_primary_branch: true, users: [{ user_id: 9 }] })
    const quay = branchOf(2, 'Fish Quay')
    serve(organisationInfo, detailOf({ all_users: [maya, tom, priya], roles: [mechanics], branches: [harbour, quay] }))
    open()
    await column('Mechanics')
    await userEvent.click(screen.getByRole('radio', { name: 'By branch' }))
    expect(await peopleIn('Harbourside')).toEqual(['Priya Nair'])
    expect(await peopleIn('Fish Quay')).toEqual([])
    expect(await peopleIn('No branch')).toEqual(['Maya Okafor', 'Tom Reyes'])
    expect(screen.queryByRole('region', { name: 'Mechanics' })).toBeNull()
    const calls = serve(manageBranchUsers, quay)
    const moved = detailOf({ all_users: [maya, tom, { ...priya, branch_ids: [2] }], branches: [harbour, quay] })
    serve(organisationInfo, moved)
    await userEvent.click(within(await column('Harbourside')).getByRole('button', { name: 'Move Priya Nair' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Fish Quay' }))
    expect(await screen.findByText('Priya Nair moved to Fish Quay')).toBeVisible()
    expect(await peopleIn('Fish Quay')).toEqual(['Priya Nair'])
    expect(calls.map(({ body }) => body)).toMatchObject([
      { branch_id: 2, users_to_be_added: [9], users_to_be_removed: [] },
      { branch_id: 1, users_to_be_added: [], users_to_be_removed: [9] },
    ])
  })

  test('lists everybody with roles and branches, found by name or address', async () => {
    servesPeople([maya, tom, { ...priya, user_email: 'priya@ridgeway.example' }])
    open()
    await column('Mechanics')
    await userEvent.click(screen.getByRole('radio', { name: 'List' }))
    const texts = () =>
      within(screen.getByRole('list', { name: 'List' }))
        .getAllByRole('listitem')
        .map(item => item.textContent)
    expect(texts()).toEqual([
      expect.stringMatching(/Maya Okafor.*Owner/),
      expect.stringMatching(/Tom Reyes.*Mechanics/),
      expect.stringMatching(/Priya Nair.*priya@ridgeway\.example, Front desk, Harbourside/),
    ])
    const box = screen.getByRole('searchbox', { name: 'Find a person' })
    await userEvent.type(box, 'TOM')
    expect(texts()).toEqual([expect.stringContaining('Tom Reyes')])
    await userEvent.clear(box)
    await userEvent.type(box, 'priya@')
    expect(texts()).toEqual([expect.stringContaining('Priya Nair')])
    await userEvent.click(screen.getByRole('button', { name: 'Priya Nair' }))
    expect(await screen.findByRole('list', { name: 'What they can do and why' })).toBeVisible()
  })

  test('says why a person was not moved, who stays where they were', async () => {
    open()
    const calls = serve(manageRoleUsers, apiError('grant.owner_needed'))
    const mechanicsColumn = within(await column('Mechanics'))
    await userEvent.click(mechanicsColumn.getByRole('button', { name: 'Move Tom Reyes' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Front desk' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Tom Reyes was not moved')
    expect(await peopleIn('Mechanics')).toEqual(['Tom Reyes'])
    expect(calls).toHaveLength(1)
  })

  test('shows what a person can do and why, and makes them admin', async () => {
    open()
    await userEvent.click(within(await column('Mechanics')).getByRole('button', { name: 'Tom Reyes' }))
    const can = await screen.findByRole('list', { name: 'What they can do and why' })
    expect(
      within(can)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['Create logbooks and pages through Mechanics', 'Create jobs through Mechanics'])
    const calls = serve(addAdmins, [])
    servesPeople([maya, { ...tom, org_role: 'admin' }, priya])
    await userEvent.click(screen.getByRole('combobox', { name: 'In this workspace' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
    expect(await screen.findByText('Tom Reyes is an admin now')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ user_ids: [8] })
  })

  test('removes a person, who hands over what they had', async () => {
    open()
    await userEvent.click(within(await column('Mechanics')).getByRole('button', { name: 'Tom Reyes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from workspace' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Tom Reyes?' }))
    await userEvent.click(dialog.getByRole('combobox'))
    await userEvent.click(await screen.findByRole('option', { name: 'Priya Nair' }))
    const calls = serve(removeUser, null)
    servesPeople([maya, priya])
    await userEvent.click(dialog.getByRole('button', { name: 'Remove from workspace' }))
    expect(await screen.findByText('Tom Reyes was removed')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ user_to_be_removed: 8, handed_to: 9 })
    expect(await peopleIn('Mechanics')).toEqual([])
  })

  test('adds a role named by a suggested job title [9.12], and says when the name is taken', async () => {
    open()
    await column('Mechanics')
    await userEvent.click(screen.getByRole('button', { name: 'Role' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a role' }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Suggested job titles' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Production' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Quality inspector' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Create jobs' }))
    const refusals = serve(addRole, apiError('role.name_taken'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add a role' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('There is already a role with this name.')
    expect(refusals[0]?.body).toMatchObject({
      role_name: 'Quality inspector',
      capabilities: ['logbooks.create', 'jobs.create'],
    })
  })

  test('suggests job titles of all twelve families [9.12]', async () => {
    open()
    await column('Mechanics')
    await userEvent.click(screen.getByRole('button', { name: 'Role' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a role' }))
    const { family: families, of, list } = administration.titles
    await userEvent.click(dialog.getByRole('combobox', { name: 'Suggested job titles' }))
    const offered = await screen.findAllByRole('option')
    expect(offered.map(option => option.textContent)).toEqual(Object.values(families))
    expect(offered).toHaveLength(12)
    for (const titles of Object.values(of)) expect(titles.split('|').length).toBeGreaterThan(3)
    await userEvent.click(screen.getByRole('option', { name: families.healthcare }))
    const titles = within(dialog.getByRole('list', { name: list })).getAllByRole('button')
    expect(titles.map(button => button.textContent)).toEqual(of.healthcare.split('|'))
  })

  test('lets a person leave the workspace by themselves, and hand over to an owner', async () => {
    signInAs(8, { organizationId: 3 })
    open()
    await userEvent.click(within(await column('Mechanics')).getByRole('button', { name: 'Tom Reyes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave workspace' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave this workspace?' }))
    expect(dialog.getByText(/You lose access at once.* This cannot be undone/)).toBeVisible()
    serve(removeUser, apiError('owner.last'))
    await userEvent.click(dialog.getByRole('button', { name: 'Leave workspace' }))
    expect(await dialog.findByRole('alert')).toBeVisible()
    const calls = serve(removeUser, null)
    await userEvent.click(dialog.getByRole('button', { name: 'Leave workspace' }))
    expect(await screen.findByText('You left the workspace')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ user_to_be_removed: 8, handed_to: 7 })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Mechanics' })).not.toBeInTheDocument())
  })

  test('shows the role that was just created as the selected one [4.13b]', async () => {
    open()
    await column('Mechanics')
    await userEvent.click(screen.getByRole('button', { name: 'Role' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a role' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the role' }), 'Wheel builders')
    const builders = { ...frontDesk, role_id: 3, role_name: 'Wheel builders' }
    serve(addRole, builders)
    servesPeople([maya, tom, priya], [mechanics, frontDesk, builders])
    await userEvent.click(dialog.getByRole('button', { name: 'Add a role' }))
    expect(await screen.findByRole('region', { name: 'Wheel builders' })).toHaveAttribute('aria-current', 'true')
    expect(useSelectedRole.getState().role_id).toBe(3)
    expect(screen.getByRole('region', { name: 'Mechanics' })).not.toHaveAttribute('aria-current')
  })

  test('deletes a role with Undo, and its people have none [4.14]', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'More for Mechanics' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete role' }))
    const calls = serve(deleteRole, null)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete role' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Mechanics' })).toBeNull())
    await pressUndo('Role Mechanics deleted')
    expect(await screen.findByRole('region', { name: 'Mechanics' })).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'More for Mechanics' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete role' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete role' }))
    expect(calls).toHaveLength(0)
    await closeNotice('Role Mechanics deleted')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Mechanics' })).toBeNull())
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(await peopleIn('No role')).toEqual(['Maya Okafor', 'Tom Reyes'])
    expect(calls[0]?.body).toMatchObject({ role_id: 1 })
  })

  test('is only looked at by those who may not change it', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    open()
    await column('Mechanics')
    for (const name of ['Role', 'Move Tom Reyes', 'More for Mechanics', 'Add a branch'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('finds a person by name', async () => {
    open()
    await column('Mechanics')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'pri')
    expect(await peopleIn('Mechanics')).toEqual([])
    expect(await peopleIn('Front desk')).toEqual(['Priya Nair'])
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(await peopleIn('Mechanics')).toEqual(['Tom Reyes'])
  })

  test('follows what others change', async () => {
    open()
    await column('Mechanics')
    servesPeople([maya, tom])
    await useDirectory.getState().refresh()
    expect(await peopleIn('Front desk')).toEqual([])
  })
})
