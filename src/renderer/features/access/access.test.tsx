import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  declineAccess,
  type Grant,
  grantSubjectAccess,
  listAccessRequests,
  listGrants,
  requestAccess,
  revokeSubjectAccess,
  type Subject,
} from '#shared/contract/access/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { AccessGrants, AccessRequests, AskForAccess } from './slots'

withServer()
withEnglish()

const bayLog: Subject = { kind: 'document', id: 3 }
const manager: Grant = {
  grantee_kind: 'role',
  grantee_id: 1,
  grantee_name: 'Manager',
  level: 'editor',
  expires_at: null,
}
const lenaAsks: AccessRequest = {
  ...bayLog,
  name: 'Bay log',
  user: { user_id: 11, user_displayname: 'Lena Fuchs', user_image: null, user_phone: null, user_email: null },
  note: 'For the audit',
  asked_at: '2025-11-20T14:04:00.000Z',
}

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.getState().prefer({ timeZone: 'Asia/Kolkata' })
  serve(organisationInfo, detailOf())
  serve(listGrants, [manager])
  serve(listAccessRequests, [lenaAsks])
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  usePreferences.getState().prefer({ timeZone: null })
  endSession()
  localStorage.clear()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const toaster = <Toaster label="Notifications" closeLabel="Close" />

function openGrants() {
  render(
    <>
      <AccessGrants subject={bayLog} managed />
      {toaster}
    </>,
  )
}

async function chooseRole() {
  await userEvent.click(await screen.findByRole('radio', { name: 'Role' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'To' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Manager' }))
}

describe('Giving access [6.8a, D41]', () => {
  test('to a document has a level, and ends with the last day in the person’s zone', async () => {
    const calls = serve(grantSubjectAccess, [manager])
    openGrants()
    await chooseRole()
    await userEvent.click(screen.getByRole('combobox', { name: 'Level' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Can write' }))
    fireEvent.change(screen.getByLabelText('Ends after'), { target: { value: '2999-03-31' } })
    await press('Give access')
    await waitFor(() => expect(screen.getByLabelText('Ends after')).toHaveValue(''))
    expect(calls[0]?.body).toMatchObject({ level: 'editor', expires_at: '2999-03-31T18:30:00.000Z' })
  })

  test('needs a recipient, and a day in the future', async () => {
    const calls = serve(grantSubjectAccess, [])
    openGrants()
    await press('Give access')
    expect(await screen.findByText('Choose who gets access.')).toBeInTheDocument()
    await chooseRole()
    fireEvent.change(screen.getByLabelText('Ends after'), { target: { value: '2020-01-01' } })
    await press('Give access')
    expect(await screen.findByText('Choose a day in the future.')).toBeInTheDocument()
    expect(calls).toEqual([])
  })

  test('that is refused says why and keeps what was chosen', async () => {
    serve(grantSubjectAccess, apiError('grant.too_much'))
    openGrants()
    await chooseRole()
    await press('Give access')
    expect(await screen.findByRole('alert')).toHaveTextContent('You cannot give more access than you have.')
    expect(screen.getByRole('combobox', { name: 'To' })).toHaveTextContent('Manager')
  })

  test('without the names says so and requests them again', async () => {
    serve(organisationInfo, apiError('server.unavailable'))
    openGrants()
    expect(await screen.findByText('The names did not load.')).toBeInTheDocument()
    serve(organisationInfo, detailOf())
    await press('Try Again')
    await chooseRole()
    expect(screen.queryByText('The names did not load.')).not.toBeInTheDocument()
  })

  test('again undoes a revocation, with the level and the end that it had', async () => {
    const until = { ...manager, expires_at: '2999-03-31T18:30:00.000Z' }
    serve(listGrants, [until])
    serve(revokeSubjectAccess, [])
    const given = serve(grantSubjectAccess, [until])
    openGrants()
    await press('Revoke Manager’s access')
    await press('Undo')
    expect(await screen.findByRole('button', { name: 'Revoke Manager’s access' })).toBeInTheDocument()
    expect(given[0]?.body).toMatchObject({ ...bayLog, grantee_kind: 'role', grantee_id: 1, level: 'editor' })
    expect(given[0]?.body).toMatchObject({ expires_at: until.expires_at })
  })

  test('and a revocation that fails says so, and the access stays in the list', async () => {
    serve(revokeSubjectAccess, apiError('server.unavailable'))
    openGrants()
    await press('Revoke Manager’s access')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
    expect(screen.getByRole('button', { name: 'Revoke Manager’s access' })).toBeInTheDocument()
  })
})

describe('A request for access [D41]', () => {
  const openRequests = (subject: Subject = bayLog) =>
    render(
      <>
        <AccessRequests subject={subject} />
        {toaster}
      </>,
    )

  test('is answered with the right to read', async () => {
    const calls = serve(grantSubjectAccess, [manager])
    openRequests()
    const list = await screen.findByRole('list', { name: 'Requests for access' })
    expect(within(list).getByRole('listitem')).toHaveTextContent('For the audit')
    await press('Give access to Lena Fuchs')
    expect(await screen.findByText('Lena Fuchs now has access')).toBeInTheDocument()
    expect(list).not.toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ ...bayLog, grantee_kind: 'user', grantee_id: 11, level: 'viewer' })
  })

  test.each([
    ['Give access to Lena Fuchs', grantSubjectAccess],
    ['Decline Lena Fuchs’s request', declineAccess],
  ] as const)('stays when “%s” failed', async (name, endpoint) => {
    serve(endpoint, apiError('server.unavailable'))
    openRequests()
    await press(name)
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
  })

  test('that somebody else answered meanwhile is reported as closed and disappears', async () => {
    serve(declineAccess, apiError('access.request_not_found'))
    openRequests()
    await press('Decline Lena Fuchs’s request')
    expect(await screen.findByRole('alert')).toHaveTextContent('This request is no longer open.')
    expect(screen.queryByRole('list', { name: 'Requests for access' })).not.toBeInTheDocument()
  })

  test('for another subject is not shown', async () => {
    const calls = serve(listAccessRequests, [lenaAsks])
    openRequests({ kind: 'camera', id: 3 })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByText('Lena Fuchs')).not.toBeInTheDocument()
  })

  test('that did not load says so and can be tried again', async () => {
    serve(listAccessRequests, apiError('server.unavailable'))
    openRequests()
    expect(await screen.findByRole('alert')).toHaveTextContent('Requests for access did not load.')
    serve(listAccessRequests, [lenaAsks])
    await press('Try Again')
    expect(await screen.findByText('Lena Fuchs')).toBeInTheDocument()
  })
})

describe('Asking for access [D41]', () => {
  test('takes an optional note, and can be repeated', async () => {
    const calls = serve(requestAccess, null)
    render(<AskForAccess subject={bayLog} />)
    await press('Ask for access')
    await press('Send request')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Request sent. This page opens as soon as you have access.',
    )
    await press('Ask again')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Please')
    await press('Send request')
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(call => call.body.note)).toEqual(['', 'Please'])
  })
})
