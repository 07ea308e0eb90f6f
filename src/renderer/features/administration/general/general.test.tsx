import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exportOrganisation } from '#shared/contract/exports/endpoints'
import { listOrganisations, organisationInfo, updateOrganisation } from '#shared/contract/organisations/endpoints'
import { addOwners, removeOwners } from '#shared/contract/organisations/people'
import { listCameraNetworks } from '#shared/contract/sources/camera-tests'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { NotAPicture, squarePicture } from '../../../platform/square-picture'
import { detailOf, organisationOf, profileOf } from '../../../platform/test-cast'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { useDirectory, useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { OwnersSection } from '../people/owners-section'
import { mechanics, memberOf } from '../test-people'
import { GeneralSection } from './general-section'

vi.mock('../../../platform/square-picture', async original => ({
  ...(await original<typeof import('../../../platform/square-picture')>()),
  squarePicture: vi.fn(),
}))

withServer()
withEnglish('administration', 'workspace')

const maya = memberOf(7, 'Maya Okafor', { org_role: 'owner', branch_ids: [1] })

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  serve(listOrganisations, () => useOrganisations.getState().items)
  serve(exportOrganisation, null)
  serve(listCameraNetworks, { may_allow: false, ask: [], networks: [], by_settings: [] })
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

describe('General', () => {
  test('renames the workspace, and says why it was not', async () => {
    renderPage(<GeneralSection isChosen />)
    render(<Toaster label="Notifications" closeLabel="Close" />)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(name).toBeInvalid()
    await userEvent.type(name, 'Ridgeway Repairs')
    serve(updateOrganisation, apiError('permission.missing'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    const calls = serve(updateOrganisation, organisationOf({ organization_name: 'Ridgeway Repairs' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Workspace saved')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ updated_organization_name: 'Ridgeway Repairs' })
    expect(useOrganisations.getState().items[0]?.organization_name).toBe('Ridgeway Repairs')
  })

  test('has a picture that is chosen, refused if it is none, and removed', async () => {
    const { container } = renderPage(<GeneralSection isChosen />)
    const picture = within(await screen.findByRole('group', { name: 'Picture of the workspace' }))
    const choose = (file: File) => {
      const input = container.querySelector<HTMLInputElement>('input[type="file"]')
      return userEvent.upload(input ?? expect.fail('There is nothing to choose a file with.'), file)
    }
    vi.mocked(squarePicture).mockRejectedValueOnce(new NotAPicture())
    await choose(new File(['odd'], 'odd.png', { type: 'image/png' }))
    expect(await picture.findByRole('alert')).toHaveTextContent('cannot read the file as a picture')
    const organization_image = 'data:image/jpeg;base64,AAAA'
    vi.mocked(squarePicture).mockResolvedValueOnce(organization_image)
    const calls = serve(updateOrganisation, organisationOf({ org_role: 'owner', organization_image }))
    await choose(new File(['mark'], 'mark.png', { type: 'image/png' }))
    await userEvent.click(await picture.findByRole('button', { name: 'Remove picture' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(({ body }) => body.updated_organization_image)).toEqual([organization_image, null])
    expect(picture.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('says where the archive was that it was removed, because somebody who is in it was erased, and makes another [D39]', async () => {
    serve(exportOrganisation, {
      ...{ export_id: 1, status: 'withdrawn', requested_at: '2026-11-20T09:00:00.000Z' },
      ...{ ended_at: '2026-11-20T09:01:00.000Z', bytes: null, expires_at: null, url: null },
    })
    renderPage(<GeneralSection isChosen />)
    expect(await screen.findByText(/had data of somebody who was erased since/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Download the archive' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
  })
})

describe('Owners and admins [6.4, D1]', () => {
  const tom = memberOf(8, 'Tom Reyes', { org_role: 'admin' })
  const detail = async () => {
    serve(organisationInfo, detailOf({ all_users: [maya, tom], roles: [mechanics], branches: [] }))
    await useDirectory.getState().load()
  }

  test('are added and step down, as owners decide', async () => {
    await detail()
    const { container } = renderPage(<OwnersSection isChosen />)
    render(<Toaster label="Notifications" closeLabel="Close" />)
    const admins = await screen.findByRole('list', { name: 'Admins' })
    expect(within(admins).getByText('Tom Reyes')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    const added = serve(addOwners, [])
    await userEvent.click(screen.getByRole('button', { name: 'Add an owner' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Tom Reyes' }))
    expect(await screen.findByText('Tom Reyes is an owner now')).toBeVisible()
    expect(added[0]?.body).toMatchObject({ user_ids: [8] })
    serve(removeOwners, apiError('owner.last'))
    await userEvent.click(await screen.findByRole('button', { name: 'Make Maya Okafor a member' }))
    expect(await screen.findByText('Maya Okafor was not changed')).toBeVisible()
  })

  test('are only seen by admins', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'admin' })], status: 'ready' })
    await detail()
    renderPage(<OwnersSection isChosen />)
    expect(await screen.findByRole('list', { name: 'Owners' })).toHaveTextContent('Maya Okafor')
    expect(screen.queryByRole('button', { name: /Make .* a member|Add an/ })).not.toBeInTheDocument()
  })
})
