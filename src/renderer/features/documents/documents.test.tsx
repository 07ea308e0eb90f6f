import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import {
  createDocument,
  type Document,
  deleteDocument,
  fetchDocument,
  listDeleted,
  listDocuments,
  listReaders,
  type NoteItem,
  openedDocument,
  pinDocument,
  type Reader,
  undeleteDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { readLogs } from '#shared/contract/logs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { documentOf, itemOf, pageFrom } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
import { withDocumentSlots } from './test-slots'

withServer()
withEnglish('documents')
startDocuments()
withDocumentSlots()

let items: NoteItem[]
let doc: Document
let stop: () => void

beforeEach(() => {
  serve(listGraphs, [])
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  items = [
    itemOf(3, 'Bay log', { is_pinned: true }),
    itemOf(4, 'Counter log', { opened_at: '2026-11-20T11:00:00.000Z' }),
    itemOf(5, 'Opening checklist', { document_type: 'document' }),
    itemOf(6, 'Yard log'),
  ]
  doc = documentOf({ doc_id: 5, document_name: 'Opening checklist', document_type: 'document', content: 'Lights on.' })
  serve(listDocuments, ({ body }) =>
    items.filter(item => (body.only === 'pinned' ? item.is_pinned : body.only !== 'opened' || item.opened_at !== null)),
  )
  serve(fetchDocument, ({ body }) => (body.doc_id === doc.doc_id ? doc : documentOf({ doc_id: Number(body.doc_id) })))
  serve(readLogs, call => pageFrom([], call))
  serve(listGrants, [])
  serve(listAccessRequests, [])
  serve(organisationInfo, detailOf())
  serve(openedDocument, null)
  stop = startShortcuts()
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
})

function open(at = '/docs') {
  const router = createMemoryRouter(
    [
      { path: '/docs', element: <DocumentsPage /> },
      { path: '/docs/:doc_id', element: <DocumentsPage /> },
    ],
    { initialEntries: [at] },
  )
  const toasts = <Toaster label="Notifications" closeLabel="Close" />
  return {
    ...render(
      <>
        <RouterProvider router={router} />
        {toasts}
      </>,
    ),
    router,
  }
}
const list = () => screen.findByRole('navigation', { name: 'Logbooks' })
/** Returns the headings of the list, each followed by the names below it. */
async function shelf(): Promise<string[]> {
  const texts = (await list()).querySelectorAll('h2, a')
  return [...texts].map(text => text.querySelector('.font-medium')?.textContent ?? text.textContent ?? '')
}
const choose = async (button: string | RegExp, entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

describe('The list', () => {
  test('starts with pinned and recent documents, each document once', async () => {
    open()
    await screen.findByRole('heading', { name: 'Recent' })
    expect(await shelf()).toEqual([
      'Pinned',
      'Bay log',
      'Recent',
      'Counter log',
      'Logbooks',
      'Yard log',
      'Pages and meetings',
      'Opening checklist',
    ])
    const { violations } = await axe.run(await list(), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('pins at once, and undoes it on failure', async () => {
    const calls = serve(pinDocument, null)
    open()
    await choose('Options for Yard log', 'Pin')
    await waitFor(async () => expect((await shelf()).slice(0, 3)).toEqual(['Pinned', 'Bay log', 'Yard log']))
    expect(calls[0]?.body).toMatchObject({ doc_id: 6, is_pinned: true })

    serve(pinDocument, apiError('server.error'))
    await choose('Options for Bay log', 'Unpin')
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
    await waitFor(async () => expect((await shelf()).slice(0, 3)).toEqual(['Pinned', 'Yard log', 'Bay log']))
  })

  test('stores opened documents on the server, and ignores a failure', async () => {
    const calls = serve(openedDocument, apiError('server.error'))
    open('/docs/5')
    await screen.findByRole('heading', { level: 1, name: 'Opening checklist' })
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ doc_id: 5 }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('adds a new page as well as a new logbook [4.6a]', async () => {
    const calls = serve(createDocument, () => documentOf({ doc_id: 9, document_type: 'document' }))
    const { router } = open()
    await list()
    fireEvent.keyDown(document.body, { key: 'c' })
    await userEvent.click(await screen.findByRole('radio', { name: 'Page' }))
    const dialog = screen.getByRole('dialog', { name: 'New page' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Closing checklist')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create page' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs/9'))
    expect(calls[0]?.body).toMatchObject({ document_name: 'Closing checklist', document_type: 'document' })
  })
})

describe('A deleted document [4.7b]', () => {
  test('is restored with Undo', async () => {
    serve(deleteDocument, null)
    const calls = serve(undeleteDocument, () => doc)
    const { router } = open('/docs/5')
    await choose('More', 'Delete')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs'))
    expect(screen.queryByRole('link', { name: /Opening checklist/ })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: /Opening checklist/ })).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ doc_id: 5 })
  })

  test('is deleted and restored by keyboard, and the focus stays in the list [2.22a]', async () => {
    serve(deleteDocument, null)
    serve(undeleteDocument, () => doc)
    open('/docs/5')
    const more = await screen.findByRole('button', { name: 'More' })
    act(() => more.focus())
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Delete' })
    await userEvent.keyboard('{End}{Enter}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Opening checklist”?' })
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{Tab}{Enter}')
    await screen.findByText('“Opening checklist” deleted')
    const next = screen.getByRole('link', { name: /Yard log/ })
    await waitFor(() => expect(next).toHaveFocus())
    await userEvent.keyboard('{Alt>}t{/Alt}')
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('link', { name: /Opening checklist/ })).toBeVisible()
  })

  test('that Undo does not restore says why, and Undo is offered again', async () => {
    serve(deleteDocument, null)
    const refused = serve(undeleteDocument, apiError('server.unavailable'))
    open('/docs/5')
    await choose('More', 'Delete')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const notice = (await screen.findByText('“Opening checklist” was not restored')).closest('li') as HTMLElement
    expect(within(notice).getByRole('alert')).toHaveTextContent('The server is not ready.')
    expect(refused).toHaveLength(1)
    expect(screen.queryByRole('link', { name: /Opening checklist/ })).toBeNull()
    const calls = serve(undeleteDocument, () => doc)
    await userEvent.click(within(notice).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: /Opening checklist/ })).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ doc_id: 5 })
  })

  test('stays where it is when the server refuses to delete it', async () => {
    serve(deleteDocument, apiError('server.unavailable'))
    const { router } = open('/docs/5')
    await choose('More', 'Delete')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(await question.findByRole('alert')).toHaveTextContent('The server is not ready.')
    expect(router.state.location.pathname).toBe('/docs/5')
    expect(screen.getByRole('link', { name: /Opening checklist/, hidden: true })).toBeInTheDocument()
  })

  test('is listed with who deleted it and until when it can be restored, page by page', async () => {
    const deleted = (doc_id: number, doc_name: string) => ({
      doc_id,
      doc_name,
      document_type: 'logbook' as const,
      deleted_at: '2026-11-18T10:00:00.000Z',
      deleted_by: 'Tom Reyes',
      gone_at: '2026-12-18T10:00:00.000Z',
    })
    serve(listDeleted, ({ body }) =>
      body.cursor === 'next' ? [deleted(12, 'Gate log')] : new PageOf([deleted(11, 'Old bay log')], 'next'),
    )
    serve(undeleteDocument, () => documentOf({ doc_id: 11, document_name: 'Old bay log' }))
    open()
    await choose('List options', 'Deleted')
    const dialog = await screen.findByRole('dialog', { name: 'Deleted' })
    const row = await within(dialog).findByRole('listitem')
    expect(row).toHaveTextContent('by Tom Reyes')
    expect(row).toHaveTextContent('Can be restored until Friday, December 18, 2026')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show more' }))
    expect(await within(dialog).findByText('Gate log')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore Old bay log' }))
    await waitFor(() => expect(within(dialog).queryByText('Old bay log')).toBeNull())
    expect(screen.getByRole('link', { name: /Old bay log/, hidden: true })).toBeInTheDocument()
  })

  test('that cannot be restored says so and stays in the list; a list that does not load says so too', async () => {
    serve(listDeleted, apiError('server.error'))
    open()
    await choose('List options', 'Deleted')
    const dialog = await screen.findByRole('dialog', { name: 'Deleted' })
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Deleted items did not load.')
    serve(listDeleted, [
      {
        doc_id: 11,
        doc_name: 'Old bay log',
        document_type: 'logbook',
        deleted_at: '2026-11-18T10:00:00.000Z',
        deleted_by: null,
        gone_at: '2026-12-18T10:00:00.000Z',
      },
    ])
    serve(undeleteDocument, apiError('document.not_found'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try Again' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Restore Old bay log' }))
    expect(await screen.findByText('This document is no longer here.')).toBeVisible()
    expect(within(dialog).getByText('Old bay log')).toBeVisible()
  })

  test('list that is empty says so', async () => {
    serve(listDeleted, [])
    open()
    await choose('List options', 'Deleted')
    expect(await screen.findByText('No deleted items')).toBeVisible()
  })
})

describe('What the summary should say', () => {
  test('is set with name and description', async () => {
    const calls = serve(updateDocument, ({ body }) => documentOf({ prompt: String(body.prompt) }))
    open('/docs/3')
    await choose('More', 'Rename')
    await userEvent.type(await screen.findByRole('textbox', { name: 'What the summary should say' }), 'Open tickets')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ doc_id: 3, prompt: 'Open tickets' }))
  })

  test('is not offered for a page', async () => {
    const calls = serve(updateDocument, () => doc)
    open('/docs/5')
    await choose('More', 'Rename')
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.queryByRole('textbox', { name: 'What the summary should say' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).not.toHaveProperty('prompt')
  })
})

describe('Who can see it, and why [D21, D41]', () => {
  const person = (user_id: number, user_displayname: string): Reader['person'] => ({
    user_id,
    user_displayname,
    user_image: null,
    user_phone: null,
    user_email: null,
  })

  test('is listed with every reason, without hidden names, page by page', async () => {
    const maya: Reader = {
      person: person(7, 'Maya Okafor'),
      may: 'manage',
      reasons: [{ kind: 'creator' }, { kind: 'owner' }],
    }
    const tom: Reader = {
      person: person(8, 'Tom Reyes'),
      may: 'edit',
      reasons: [
        { kind: 'branch', name: 'Harbour', added: { by: null, at: '2025-11-02T10:00:00.000Z' } },
        {
          kind: 'grant',
          grantee_kind: 'role',
          name: 'Mechanic',
          level: 'editor',
          expires_at: '2025-11-28T00:00:00.000Z',
          added: { by: 'Maya Okafor', at: '2025-11-03T10:00:00.000Z' },
        },
      ],
    }
    const lena: Reader = { person: person(11, 'Lena Fuchs'), may: 'read', reasons: [{ kind: 'branch', name: null }] }
    serve(listReaders, ({ body }) => (body.cursor === 'next' ? [lena] : new PageOf([maya, tom], 'next')))
    open('/docs/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Access' }))
    const readers = await screen.findByRole('list', { name: 'Who can see this, and why' })
    const rows = () =>
      within(readers)
        .getAllByRole('listitem')
        .map(row => row.textContent)
    expect(rows()[0]).toMatch(/Maya Okafor.*Created it · Owner.*Can manage/)
    expect(rows()[1]).toMatch(
      /Tom Reyes.*In branch Harbour \(added on Sunday, November 2, 2025\) · Through the role Mechanic until/,
    )
    expect(rows()[1]).toMatch(
      /until Thursday, November 27, 2025 \(added by Maya Okafor on Monday, November 3, 2025\).*Can edit/,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show more people' }))
    await waitFor(() => expect(rows()[2]).toMatch(/Lena Fuchs.*In a branch you are not in.*Can read/))
  })

  test('that does not load says so and can be tried again', async () => {
    serve(listReaders, apiError('server.error'))
    open('/docs/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Access' }))
    expect(await screen.findByText(/Who can see this did not load/)).toBeVisible()
    serve(listReaders, [{ person: person(7, 'Maya Okafor'), may: 'manage', reasons: [{ kind: 'owner' }] }])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('list', { name: 'Who can see this, and why' })).toHaveTextContent('Maya')
  })
})
