import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFirstSteps } from '#shared/contract/intro/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { type Branch, organisationInfo } from '#shared/contract/organisations/endpoints'
import { listBranchTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { filled, fillSlots } from '../../platform/slot'
import { branchOf, detailOf, organisationOf, profileOf, roles } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { home } from './feature'
import { HomePage } from './page'
import { SpaceSources } from './slots'

withServer()
withEnglish('home')

const spaces: Branch[] = [
  branchOf(1, 'Harbourside', { is_primary_branch: true, users: [{ user_id: 7 }, { user_id: 8 }] }),
  branchOf(2, 'Old Market', { users: [{ user_id: 8 }] }),
  branchOf(3, 'Purchasing', { branch_address: null, branch_city: null, branch_description: 'Orders and returns' }),
  branchOf(4, 'Back office', { branch_address: null, is_open_branch: false }),
]

const person = (user_id: number, user_displayname: string) => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member' as const, role_ids: [1], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
})

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  serve(listBranches, spaces)
  serve(readFirstSteps, { logbook: true, log: true, camera: true, teammate: true, mate: true, samples: null })
  serve(listBranchTasks, ({ body }) => ({
    ...{ branch_id: Number(body.branch_id), group_by: 'rolewise' as const, groups: [], open_count: 0, done_today: 0 },
  }))
  serve(
    organisationInfo,
    detailOf({
      all_users: [{ ...person(7, 'Maya Okafor'), org_role: 'owner' }, person(8, 'Tom Reyes')],
      roles: [...roles],
    }),
  )
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

function open(path: string) {
  const router = createMemoryRouter(
    (home.routes ?? []).map(route => ({ path: route.path, element: <HomePage /> })),
    { initialEntries: [path] },
  )
  return { ...render(<RouterProvider router={router} />), router }
}

const rows = () => screen.findAllByRole('link', { name: /people|person/ })

describe('Home [2.7]', () => {
  test('lists branches, and beneath them what all branches share; the primary space is open [D4]', async () => {
    const { container } = open('/home')
    expect((await rows()).map(row => row.textContent)).toEqual([
      'HarboursidePrimary, 2 people',
      'Old Market1 person',
      'Back officeClosed, 0 people',
      'Purchasing0 people',
    ])
    const headings = screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
    expect(headings.slice(0, 3)).toEqual(['Branches', 'Shared across branches', 'Harbourside'])
    expect(screen.getByRole('main')).toHaveAccessibleName('Home')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('opens a space with its people and what they are', async () => {
    open('/home/spaces/1/people')
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbourside' })).toBeVisible()
    expect(screen.getByText('14 Quay Lane, Port Ellery')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ask Mate' })).toHaveAttribute('href', '#/chat')
    const people = await within(screen.getByRole('tabpanel')).findAllByRole('listitem')
    expect(people.map(item => item.textContent)).toEqual(['Maya OkaforOwner, Manager', 'Tom ReyesManager'])
  })

  test('calls the sources of a space Watch, as it calls nothing else [2.12]', async () => {
    fillSlots([{ slots: [filled(SpaceSources, async () => () => <p>Yard</p>)] }])
    const { router } = open('/home/spaces/1/people')
    await userEvent.click(await screen.findByRole('tab', { name: 'Watch' }))
    expect(router.state.location.pathname).toBe('/home/spaces/1/sources')
    expect(await within(screen.getByRole('tabpanel', { name: 'Watch' })).findByText('Yard')).toBeVisible()
    expect(screen.queryByText('Source')).toBeNull()
  })

  test.each(['999', 'nothing'])('says that the space %s cannot be opened, and does not say why', async id => {
    open(`/home/spaces/${id}`)
    expect(await screen.findByRole('heading', { name: 'This space cannot be opened' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All spaces' })).toHaveAttribute('href', '#/home/spaces')
  })

  test('that does not load can be tried again', async () => {
    serve(listBranches, apiError('server.error'))
    open('/home/spaces')
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('The spaces did not load')
    serve(listBranches, spaces)
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await rows()).toHaveLength(4)
  })

  test('does not say of a space that it cannot be opened while nothing loads', async () => {
    serve(listBranches, () => Response.error())
    open('/home/spaces/1')
    await waitFor(() => expect(screen.getAllByText('The spaces did not load')).toHaveLength(2))
    expect(screen.queryByText('This space cannot be opened')).toBeNull()
    serve(listBranches, spaces)
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbourside' })).toBeVisible()
  })

  test('offers no new space to those who may not add one [D2]', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    open('/home/spaces')
    await rows()
    expect(screen.queryByRole('button', { name: /New space/ })).toBeNull()
  })
})
