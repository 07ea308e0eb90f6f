import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOrganisations, organisationInfo } from '#shared/contract/organisations/endpoints'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import type { OrgRole } from '#shared/rules/capabilities'
import { endSession } from '../../../platform/session'
import { fillSlots } from '../../../platform/slot'
import { detailOf, inviteOf, organisationOf, profileOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { organisations } from '../../organisations/feature'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { AdministrationPage } from '../page'
import { frontDesk, mechanics, memberOf } from '../test-people'

withServer()
withEnglish('administration', 'workspace')
fillSlots([organisations])

const tom = memberOf(8, 'Tom Reyes', { role_ids: [1] })

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  serve(listOrganisations, () => useOrganisations.getState().items)
  serve(organisationInfo, detailOf({ all_users: [memberOf(7, 'Maya'), tom], roles: [mechanics, frontDesk] }))
  serve(listInvites, [inviteOf({ email_id: 'mo.farrell@ridgeway.example' })])
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession()
  localStorage.clear()
})

/** A phone. */
function narrow() {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query => Object.assign(wide(query), { matches: false }))
}

function open(org_role: OrgRole = 'owner') {
  useOrganisations.setState({ items: [organisationOf({ org_role })], status: 'ready' })
  const router = createMemoryRouter([{ path: '/organisation/:section', element: <AdministrationPage /> }], {
    initialEntries: ['/organisation/people'],
  })
  return render(<RouterProvider router={router} />)
}

const beside = () => screen.queryByRole('complementary', { name: 'Invites' })

describe('Invites beside the board of people [6.6]', () => {
  test('stand there where there is room: they are sent and listed there, and give way to the details of a person', async () => {
    const { container } = open()
    const pane = within(await screen.findByRole('complementary', { name: 'Invites' }))
    expect(await pane.findByText('mo.farrell@ridgeway.example')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
    const addresses = await pane.findByRole('textbox')
    expect(addresses).toHaveFocus()
    const calls = serve(invitePeople, [{ status: 201, message: 'Invited.' }])
    await userEvent.keyboard('kira.holt@ridgeway.example')
    await userEvent.click(pane.getByRole('button', { name: 'Send invites' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ invites: [{ email_id: 'kira.holt@ridgeway.example' }] })

    await userEvent.click(screen.getByRole('button', { name: 'Tom Reyes' }))
    expect(beside()).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Close person' }))
    expect(beside()).toBeVisible()
  })

  test('are a section of their own where there is no room, to which the button leads', async () => {
    narrow()
    open()
    expect(await screen.findByRole('link', { name: 'Invite' })).toHaveAttribute('href', '#/organisation/invites')
    expect(beside()).toBeNull()
  })

  test('are not there for those who may not invite', async () => {
    open('member')
    expect(await screen.findByRole('button', { name: 'Tom Reyes' })).toBeVisible()
    expect(beside()).toBeNull()
  })
})
