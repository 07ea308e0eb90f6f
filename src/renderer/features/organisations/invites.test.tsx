import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOrganisations, organisationInfo } from '#shared/contract/organisations/endpoints'
import { deleteInvite, type Invite, invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { type ApiError, apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { endSession } from '../../platform/session'
import { branchOf, detailOf, inviteOf, lakeside, organisationOf, profileOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useProfile } from '../profile/store'
import { OrganisationPanel } from './organisation-panel'
import { useInvites, useOrganisations } from './store'

vi.mock('../../platform/reload', () => ({ reload: vi.fn(), reloadToRoot: vi.fn() }))
withServer()
withEnglish('workspace')
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

describe('Inviting people in the workspace panel', () => {
  beforeEach(() => {
    signInAs(7, { organizationId: 3 })
    useProfile.setState({ profile: profileOf(), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf(), lakeside], status: 'ready' })
    serve(listOrganisations, [organisationOf(), lakeside])
    serve(organisationInfo, detailOf())
  })
  const open = () => renderPage(<OrganisationPanel show="org" />, { path: '/chat', hash: '#org', wrapper: WithToasts })
  const addresses = () => screen.findByRole('textbox', { name: 'E-mail addresses or phone numbers' })
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send invites' }))

  test('invites several people, each with the address that was typed [5.6a], and shows one result each [D5]', async () => {
    serve(listInvites, new PageOf([], null))
    const calls = serve(invitePeople, [
      { status: 200, message: 'OK', invite: inviteOf() },
      { status: 409, code: 'invite.already_member', message: 'This person is already a member.' },
    ])
    open()
    await userEvent.type(await addresses(), 'Kira@Ridgeway.example, +1 555 014 8810')
    await send()
    const results = await screen.findByRole('list', { name: 'Results' })
    const [kira, number] = within(results).getAllByRole('listitem')
    expect(kira).toHaveTextContent('kira@ridgeway.example Invited')
    expect(number).toHaveTextContent('+15550148810 This person is already a member.')
    expect(calls[0]?.body.invites).toEqual([
      { email_id: 'kira@ridgeway.example', role_id: 2 },
      { phone_number: '+15550148810', role_id: 2 },
    ])
    expect(await addresses()).toHaveValue('+15550148810')
    expect(screen.getByText('1 open')).toBeInTheDocument()
  })

  test('gives the chosen role', async () => {
    serve(listInvites, new PageOf([], null))
    const calls = serve(invitePeople, [{ status: 200, message: 'OK', invite: inviteOf() }])
    open()
    await userEvent.type(await addresses(), 'kira@ridgeway.example')
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Manager' }))
    await send()
    await waitFor(() => expect(calls[0]?.body.invites).toEqual([{ email_id: 'kira@ridgeway.example', role_id: 1 }]))
    const field = await addresses()
    await waitFor(() => expect(field).toHaveValue(''))
  })

  test('puts them into the chosen branch', async () => {
    serve(organisationInfo, detailOf({ branches: [branchOf(1, 'Harbourside'), branchOf(2, 'Old Market')] }))
    serve(listInvites, new PageOf([inviteOf({ branch_id: 2, branch_name: 'Old Market' })], null))
    const calls = serve(invitePeople, [{ status: 200, message: 'OK', invite: inviteOf() }])
    open()
    await userEvent.type(await addresses(), 'kira@ridgeway.example')
    expect(screen.getByText('Member, Old Market')).toBeVisible()
    await userEvent.click(await screen.findByRole('combobox', { name: 'Branch' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Old Market' }))
    await send()
    const sent = [{ email_id: 'kira@ridgeway.example', role_id: 2, branch_id: 2 }]
    await waitFor(() => expect(calls[0]?.body.invites).toEqual(sent))
  })

  test.each([
    ['nothing', ' ', 'Enter an e-mail or a phone number.'],
    [
      'one that is no address',
      'kira@ridgeway.example\nsome@body',
      'This line has no e-mail or phone number with country code: some@body',
    ],
  ])('does not send %s', async (_, typed, message) => {
    serve(listInvites, new PageOf([], null))
    const calls = serve(invitePeople, [])
    open()
    await userEvent.type(await addresses(), typed)
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(calls).toHaveLength(0)
  })

  test('keeps what was typed across a failed call and a reload', async () => {
    serve(listInvites, new PageOf([], null))
    serve(invitePeople, apiError('server.error'))
    const { unmount } = open()
    await userEvent.type(await addresses(), 'kira@ridgeway.example')
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on the server.')
    fireEvent(window, new Event('pagehide'))
    unmount()
    open()
    expect(await addresses()).toHaveValue('kira@ridgeway.example')
  })

  test('lists sent invites page by page, and revokes one [6.6]', async () => {
    const second = inviteOf({ invite_id: 2, email_id: null, phone_number: '+15550148810', status: 'expired' })
    serve(listInvites, ({ body }) =>
      body.cursor === 'c2' ? new PageOf([second], null) : new PageOf([inviteOf()], 'c2'),
    )
    const calls = serve(deleteInvite, null)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('+15550148810')).toBeInTheDocument()
    expect(screen.getByText('Expired')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Revoke the invite to kira@ridgeway.example' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Revoke the invite to kira@ridgeway.example?' }),
    )
    expect(calls).toHaveLength(0)
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Invite to kira@ridgeway.example revoked')).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ invite_id: 1 })
    expect(screen.queryByText('kira@ridgeway.example')).not.toBeInTheDocument()
  })

  test('asks for the next page once when "Show more" is pressed twice', async () => {
    const second = inviteOf({ invite_id: 2, email_id: 'tom@ridgeway.example' })
    let answer = () => {}
    const page = new Promise<PageOf<Invite[]>>(resolve => {
      answer = () => resolve(new PageOf([second], null))
    })
    const calls = serve(listInvites, ({ body }) => (body.cursor === 'c2' ? page : new PageOf([inviteOf()], 'c2')))
    open()
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Show more' }))
    answer()
    expect(await screen.findByText('tom@ridgeway.example')).toBeInTheDocument()
    expect(calls.map(call => call.body.cursor)).toEqual([undefined, 'c2'])
  })

  test('keeps its list when an earlier request for it fails later', async () => {
    let fail = () => {}
    const late = serve(
      listInvites,
      () =>
        new Promise<ApiError>(resolve => {
          fail = () => resolve(apiError('server.unavailable'))
        }),
    )
    const earlier = useInvites.getState().load()
    await eventually(() => expect(late).toHaveLength(1))
    serve(listInvites, new PageOf([inviteOf()], null))
    await useInvites.getState().load()
    fail()
    await earlier
    expect(useInvites.getState()).toMatchObject({ status: 'ready', items: [inviteOf()] })
  })

  test('tells people who may not invite who can [D2]', async () => {
    const requests = serve(listInvites, new PageOf([], null))
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    serve(listOrganisations, [organisationOf({ org_role: 'member' })])
    open()
    expect(
      await screen.findByText('Your role does not let you invite people. An owner or admin can.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send invites' })).not.toBeInTheDocument()
    expect(requests).toHaveLength(0)
  })

  test('a member whose role allows it may invite [D2]', async () => {
    serve(listInvites, new PageOf([], null))
    const role = { role_id: 1, role_name: 'Manager', capabilities: ['people.invite'] }
    useProfile.setState({ profile: profileOf({ role_info: [role] }) })
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] })
    serve(listOrganisations, [organisationOf({ org_role: 'member' })])
    open()
    expect(await screen.findByRole('button', { name: 'Send invites' })).toBeInTheDocument()
  })

  test('that does not load can be tried again', async () => {
    serve(listInvites, apiError('server.error'))
    open()
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Roles and invites did not load')
    serve(listInvites, new PageOf([], null))
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No invites sent yet.')).toBeInTheDocument()
  })
})
