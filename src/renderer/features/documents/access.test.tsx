import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  grantSubjectAccess,
  listAccessRequests,
  listGrants,
  requestAccess,
} from '#shared/contract/access/endpoints'
import {
  type Document,
  fetchDocument,
  listDocuments,
  listReaders,
  openedDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { readLogs } from '#shared/contract/logs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { documentOf, itemOf, pageFrom } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
import { withDocumentSlots } from './test-slots'

withServer()
withEnglish()
startDocuments()
withDocumentSlots()

const lenaAsks: AccessRequest = {
  kind: 'document',
  id: 3,
  name: 'Bay log',
  user: { user_id: 11, user_displayname: 'Lena Fuchs', user_image: null, user_phone: null, user_email: null },
  note: 'For the audit',
  asked_at: '2025-11-20T14:04:00.000Z',
}

let doc: Document | null
let requests: AccessRequest[]
let environment: FakeEnvironment
let stop: () => void

beforeEach(async () => {
  serve(listGraphs, [])
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
  doc = documentOf()
  requests = [lenaAsks, { ...lenaAsks, id: 4, name: 'Counter log' }]
  serve(listDocuments, [itemOf(3, 'Bay log')])
  serve(readLogs, call => (doc ? pageFrom([], call) : apiError('document.not_found')))
  serve(fetchDocument, () => doc ?? apiError('document.not_found'))
  serve(organisationInfo, detailOf())
  serve(listGrants, [])
  serve(listReaders, [])
  serve(openedDocument, null)
  serve(listAccessRequests, () => requests)
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
})

function open(at = '/docs/3') {
  const router = createMemoryRouter(
    [
      { path: '/docs', element: <DocumentsPage /> },
      { path: '/docs/:doc_id', element: <DocumentsPage /> },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('A logbook with access requests [D41]', () => {
  test('counts them on the button that leads to the answer', async () => {
    const calls = serve(grantSubjectAccess, () => {
      requests = []
      return []
    })
    open()
    await press('Access 1 request')
    const dialog = await screen.findByRole('dialog', { name: 'Access to Bay log' })
    expect(await within(dialog).findByRole('list', { name: 'Requests for access' })).toHaveTextContent('For the audit')
    await press('Give access to Lena Fuchs')
    await waitFor(() => expect(within(dialog).queryByText('Lena Fuchs')).not.toBeInTheDocument())
    expect(calls[0]?.body).toMatchObject({ kind: 'document', id: 3, grantee_id: 11, level: 'viewer' })
    await press('Close')
    expect(await screen.findByRole('button', { name: 'Access' })).toBeVisible()
  })

  test('counts them in the menu of a phone', async () => {
    window.innerWidth = 390
    open()
    await press('More')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Access, 1 request' }))
    expect(await screen.findByRole('dialog', { name: 'Access to Bay log' })).toBeVisible()
  })

  test('opens with the answer from a link, and closes without leaving the logbook', async () => {
    const router = open('/docs/3?log=9&access')
    await screen.findByRole('dialog', { name: 'Access to Bay log' })
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.location).toMatchObject({ pathname: '/docs/3', search: '?log=9' })
  })

  test('shows none of them to people who cannot answer', async () => {
    doc = documentOf({ createdby: null })
    const calls = serve(listAccessRequests, requests)
    open()
    await press('Access')
    const dialog = await screen.findByRole('dialog', { name: 'Access to Bay log' })
    await within(dialog).findByText('Nobody has been given access yet.')
    expect(within(dialog).queryByText('Lena Fuchs')).not.toBeInTheDocument()
    expect(calls).toEqual([])
  })
})

describe('A logbook that does not exist or is not accessible', () => {
  test('can be requested without revealing its name, and opens by itself [D41]', async () => {
    const found = doc
    doc = null
    const calls = serve(requestAccess, null)
    open()
    const gone = await screen.findByRole('heading', { name: 'You cannot open this' })
    expect(gone.parentElement).toHaveTextContent(
      'It does not exist, or you have no access. Owners, admins and the people who manage it can give you access.',
    )
    expect(gone.parentElement).not.toHaveTextContent('Bay log')
    await press('Ask for access')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'I bleed the brakes')
    await press('Send request')
    expect(await screen.findByText('Request sent. This page opens as soon as you have access.')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ kind: 'document', id: 3, note: 'I bleed the brakes' })
    doc = found
    const change = { kind: 'document.access_changed', doc_id: 3 }
    act(() => environment.latest.emit({ event: 'event', seq: 11, actor_id: 8, at: '2026-11-20T10:00:00.000Z', change }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bay log' })).toBeVisible()
  })

  test('keeps the note when the request failed', async () => {
    doc = null
    serve(requestAccess, apiError('server.unavailable'))
    open()
    await press('Ask for access')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'I bleed the brakes')
    await press('Send request')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await press('Ask for access')
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('I bleed the brakes')
  })

  test('cannot be requested by an owner, who would see it if it existed', async () => {
    doc = null
    useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
    open()
    const none = await screen.findByRole('heading', { name: 'There is nothing here' })
    expect(none.parentElement).toHaveTextContent('It was deleted for good, or it never existed.')
    await settled()
    expect(screen.queryByRole('button', { name: 'Ask for access' })).not.toBeInTheDocument()
  })

  test('cannot be requested from an invalid address', async () => {
    open('/docs/bay')
    expect(await screen.findByRole('link', { name: 'All logbooks' })).toBeVisible()
    await settled()
    expect(screen.queryByRole('button', { name: 'Ask for access' })).not.toBeInTheDocument()
  })
})

test('A rule that could not be saved says why and stays selected [D21]', async () => {
  serve(updateDocument, apiError('server.unavailable'))
  doc = documentOf({ access: 'private' })
  requests = []
  open()
  await press('Access')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Who can see it' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Everybody in the workspace' }))
  await press('Save')
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
  expect(screen.getByRole('combobox', { name: 'Who can see it' })).toHaveTextContent('Everybody in the workspace')
})
