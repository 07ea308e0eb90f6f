import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createOrganisation,
  listOrganisations,
  type Organisation,
  organisationInfo,
} from '#shared/contract/organisations/endpoints'
import { acceptInvite, declineInvite, listInvites } from '#shared/contract/organisations/invites'
import { fetchProfile, type Profile, updateProfile } from '#shared/contract/profile/endpoints'
import { type ApiError, apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { endSession, useSession } from '../../platform/session'
import { detailOf, lakeside, openInvite, organisationOf, profileOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useProfile } from '../profile/store'
import { OrganisationPanel } from './organisation-panel'
import { useOrganisations } from './store'
import { WorkspacePage } from './workspace-page'

vi.mock('../../platform/reload', () => ({ reload: vi.fn(), reloadToRoot: vi.fn() }))
withServer()
withEnglish()
afterEach(() => {
  endSession()
  localStorage.clear()
})

function WithToasts({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster label="Notifications" closeLabel="Close" />
    </>
  )
}

const elsewhere = () => screen.findByRole('status', { name: 'Elsewhere' })

/** The server puts the person into the chosen workspace. */
function servesChoice() {
  const calls = serve(updateProfile, ({ body }) =>
    profileOf({ selected_organizationId: Number(body.selected_organizationId) }),
  )
  serve(fetchProfile, ({ query }) => profileOf({ selected_organizationId: Number(query.get('organization_id')) }))
  return calls
}

describe('Choosing a workspace', () => {
  beforeEach(() => {
    signInAs(7)
    useProfile.setState({
      profile: profileOf({ selected_organizationId: -1, open_invites: [openInvite] }),
      status: 'ready',
    })
  })
  const open = () => renderPage(<WorkspacePage />, { path: '/workspace', wrapper: WithToasts })

  test('shows the newest answer when an older one comes later', async () => {
    let answer = () => {}
    const older = serve(
      listOrganisations,
      () =>
        new Promise<Organisation[]>(resolve => {
          answer = () => resolve([organisationOf()])
        }),
    )
    const earlier = useOrganisations.getState().load()
    await eventually(() => expect(older).toHaveLength(1))
    serve(listOrganisations, [organisationOf(), lakeside])
    open()
    expect(await screen.findByText(lakeside.organization_name)).toBeInTheDocument()
    answer()
    await earlier
    expect(screen.getByText(lakeside.organization_name)).toBeInTheDocument()
  })

  test('lists them with size and organization role, and opens one', async () => {
    serve(listOrganisations, [organisationOf({ is_premium: true, opened_at: new Date().toISOString() }), lakeside])
    const calls = servesChoice()
    open()
    const ridgeway = await screen.findByRole('button', { name: /Ridgeway Cycles/ })
    expect(ridgeway).toHaveTextContent('3 branches, 24 people. You are an owner.')
    expect(ridgeway).toHaveTextContent('Premium')
    expect(ridgeway).toHaveTextContent('Opened today')
    const other = screen.getByRole('button', { name: /Lakeside/ })
    expect(other).toHaveTextContent('1 branch, 1 person. You are a member.')
    await userEvent.click(other)
    expect(await elsewhere()).toHaveTextContent('/')
    expect(calls[0]?.body).toMatchObject({ selected_organizationId: 5 })
    expect(useSession.getState().organizationId).toBe(5)
  })

  test('a profile requested before and received after does not lead out of it again', async () => {
    serve(listOrganisations, [lakeside])
    servesChoice()
    let answer = (_: Profile) => {}
    const late = serve(fetchProfile, ({ query }) =>
      query.get('organization_id') === '5'
        ? profileOf({ selected_organizationId: 5 })
        : new Promise<Profile>(resolve => {
            answer = resolve
          }),
    )
    const read = useProfile.getState().load()
    open()
    await eventually(() => expect(late).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: /Lakeside/ }))
    await elsewhere()
    answer(profileOf({ selected_organizationId: -1 }))
    await read
    expect(useSession.getState().organizationId).toBe(5)
  })

  test('a profile requested before that fails after is ignored', async () => {
    serve(listOrganisations, [])
    let fail = () => {}
    const late = serve(
      fetchProfile,
      () =>
        new Promise<ApiError>(resolve => {
          fail = () => resolve(apiError('server.unavailable'))
        }),
    )
    const read = useProfile.getState().load()
    await eventually(() => expect(late).toHaveLength(1))
    serve(fetchProfile, profileOf())
    await useProfile.getState().load()
    fail()
    await read
    expect(useProfile.getState()).toMatchObject({ status: 'ready', failure: null })
  })

  test('joins one from an open invite [6.6]', async () => {
    serve(listOrganisations, [])
    servesChoice()
    const calls = serve(
      acceptInvite,
      organisationOf({ organization_id: 9, organization_name: 'Tidewater Rowing Club', org_role: 'member' }),
    )
    open()
    expect(await screen.findByText('Noor Haddad invited you as Boat bosun.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Join Tidewater Rowing Club' }))
    expect(await elsewhere()).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ invite_id: 4 })
    expect(useSession.getState().organizationId).toBe(9)
  })

  test('declines an invite', async () => {
    serve(listOrganisations, [organisationOf()])
    serve(declineInvite, null)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Decline Tidewater Rowing Club' }))
    expect(await screen.findByText('Invite to Tidewater Rowing Club declined')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Join/ })).not.toBeInTheDocument()
  })

  test('an invite that cannot be accepted says why and stays', async () => {
    serve(listOrganisations, [])
    serve(acceptInvite, apiError('invite.not_yours'))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Join Tidewater Rowing Club' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This invite is for another address.')
    expect(screen.getByRole('button', { name: 'Join Tidewater Rowing Club' })).toBeEnabled()
  })

  test('somebody without a workspace starts with the first one', async () => {
    useProfile.setState({ profile: profileOf({ selected_organizationId: -1 }) })
    serve(listOrganisations, [])
    open()
    expect(await screen.findByRole('heading', { name: 'Start with a workspace' })).toBeInTheDocument()
  })

  test('creates one, chooses it, and shows the first steps', async () => {
    serve(listOrganisations, [])
    const choices = servesChoice()
    const calls = serve(
      createOrganisation,
      organisationOf({ organization_id: 12, organization_name: 'Port Ellery Bikes' }),
    )
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Create a workspace' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Port Ellery Bikes ')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    expect(await elsewhere()).toHaveTextContent('/intro')
    expect(calls[0]?.body).toEqual({ organization_name: 'Port Ellery Bikes', user_id: 7, origin_id: 7 })
    expect(choices[0]?.body).toMatchObject({ selected_organizationId: 12 })
  })

  test('creating without a name shows an error at the field; what was typed survives failure and closing', async () => {
    serve(listOrganisations, [])
    serve(createOrganisation, apiError('server.unavailable'))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Create a workspace' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create workspace' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Fill this in.')
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Port Ellery Bikes')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Create a workspace' }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Port Ellery Bikes')
  })
})

describe('The workspace panel', () => {
  beforeEach(() => {
    signInAs(7, { organizationId: 3 })
    useProfile.setState({ profile: profileOf(), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf(), lakeside], status: 'ready' })
    serve(listOrganisations, [organisationOf(), lakeside])
    serve(organisationInfo, detailOf())
  })
  const open = () => renderPage(<OrganisationPanel show="org" />, { path: '/chat', hash: '#org', wrapper: WithToasts })

  test('closes with Escape even when the focus is outside of it [2.18b]', async () => {
    serve(listInvites, new PageOf([], null))
    const { router } = open()
    expect(await screen.findByRole('dialog', { name: 'Ridgeway Cycles' })).toHaveFocus()
    act(() => screen.getByRole('dialog').blur())
    await userEvent.keyboard('{Escape}')
    expect(router.state.location).toMatchObject({ pathname: '/chat', hash: '' })
  })

  test('switches to another workspace', async () => {
    serve(listInvites, new PageOf([], null))
    servesChoice()
    open()
    expect(screen.getByRole('button', { name: 'Ridgeway Cycles' })).toHaveAttribute('aria-current', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Lakeside Physio Clinic' }))
    expect(await screen.findByText('Switched to Lakeside Physio Clinic')).toBeInTheDocument()
    expect(useSession.getState().organizationId).toBe(5)
  })
})
