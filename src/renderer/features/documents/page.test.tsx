import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AccessRequest,
  type Grant,
  grantSubjectAccess,
  listAccessRequests,
  listGrants,
  revokeSubjectAccess,
} from '#shared/contract/access/endpoints'
import {
  createDocument,
  type Document,
  deleteDocument,
  fetchDocument,
  listDocuments,
  listReaders,
  type NoteItem,
  openedDocument,
} from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { readSide } from '#shared/contract/logs/side'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { expectMenuInPalette } from '../../platform/test-menu-actions'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { documentOf, itemOf, logOf, logsOf, pageFrom, sideFrom } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
import { withDocumentSlots } from './test-slots'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish()

let items: NoteItem[]
let requests: AccessRequest[]
let logs: Log[]
let doc: Document | null
let environment: FakeEnvironment
let stops: (() => void)[]
let seq: number
startDocuments()
withDocumentSlots()

beforeEach(async () => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
  items = [
    itemOf(3, 'Bay log'),
    itemOf(4, 'Counter log'),
    itemOf(5, 'Opening checklist', { document_type: 'document' }),
  ]
  logs = logsOf(1, 3)
  requests = []
  doc = documentOf()
  serve(listDocuments, ({ body }) =>
    items.filter(item => item.doc_name.toLowerCase().includes(String(body.query ?? '').toLowerCase())),
  )
  serve(readSide, call => sideFrom(logs, call))
  serve(readLogs, call => (doc ? pageFrom(logs, call) : apiError('document.not_found')))
  serve(fetchDocument, () => doc ?? apiError('document.not_found'))
  serve(listGrants, [])
  serve(listReaders, [])
  serve(openedDocument, null)
  serve(listGraphs, [])
  serve(organisationInfo, detailOf())
  serve(listAccessRequests, () => requests)
  stops = [startLive(environment), startShortcuts()]
  await settled()
  environment.latest.accept()
  seq = 10
  environment.latest.emit({ event: 'ready', seq })
})
afterEach(() => {
  cleanup()
  for (const stop of stops) stop()
  endSession()
  localStorage.clear()
})

function emit(change: unknown): void {
  seq += 1
  environment.latest.emit({ event: 'event', seq, actor_id: 8, at: '2026-11-20T10:00:00.000Z', change })
}

function open(at = '/docs/3') {
  const router = createMemoryRouter(
    [
      { path: '/docs', element: <DocumentsPage /> },
      { path: '/docs/:doc_id', element: <DocumentsPage /> },
    ],
    { initialEntries: [at] },
  )
  return { ...render(<RouterProvider router={router} />), router }
}
const titles = async () =>
  within(await screen.findByRole('feed', { name: 'Logs' }))
    .getAllByRole('heading', { level: 3 })
    .map(element => element.textContent)

describe('The list', () => {
  test('shows documents by kind, with the last author [3.6b]', async () => {
    open('/docs')
    const row = await screen.findByRole('link', { name: /Bay log/ })
    expect(row).toHaveAttribute('href', '#/docs/3')
    expect(row).toHaveTextContent('by Tom Reyes')
    expect(screen.getByRole('heading', { name: 'Pages and meetings' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Opening checklist/ })).toBeVisible()
  })

  test('can be searched by name, and says when nothing matches', async () => {
    open('/docs')
    await screen.findByRole('link', { name: /Counter log/ })
    fireEvent.keyDown(document.body, { key: '/' })
    const box = screen.getByRole('searchbox', { name: 'Search logbooks' })
    expect(box).toHaveFocus()
    await userEvent.type(box, 'bay')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Counter log/ })).toBeNull())
    await userEvent.type(box, 'zzz')
    expect(await screen.findByText('No logbook matches “bayzzz”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('link', { name: /Counter log/ })).toBeVisible()
  })

  test('that did not load says so and can be tried again', async () => {
    serve(listDocuments, apiError('server.error'))
    open('/docs')
    expect(await screen.findByText('Your logbooks did not load')).toBeVisible()
    serve(listDocuments, items)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: /Bay log/ })).toBeVisible()
  })

  test('does not offer to create a logbook to people who may not', async () => {
    items = []
    open('/docs')
    expect(await screen.findByText('No logbooks yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New logbook' })).toBeNull()
  })

  test('adds a new logbook and opens it', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })] })
    serve(organisationInfo, detailOf())
    const calls = serve(createDocument, () => documentOf({ doc_id: 9, document_name: 'Yard' }))
    const { router } = open('/docs')
    await screen.findByRole('link', { name: /Bay log/ })
    fireEvent.keyDown(document.body, { key: 'c' })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Yard')
    await userEvent.click(screen.getByRole('button', { name: 'Create logbook' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs/9'))
    expect(calls[0]?.body).toMatchObject({ document_name: 'Yard', document_type: 'logbook', access: 'private' })
  })
})

describe('A logbook', () => {
  test('over two days is a feed of articles only: a day is named in its first one', async () => {
    logs = [logOf(2, { created_at: '2026-11-20T08:00:00.000Z' }), logOf(1, { created_at: '2026-11-19T08:00:00.000Z' })]
    open()
    const feed = await screen.findByRole('feed', { name: 'Logs' })
    const day = within(feed).getByRole('heading', { level: 2 })
    expect(day).toHaveTextContent('November 19')
    expect(day.closest('article')).toBe(within(feed).getByRole('article', { name: 'Log 1' }))
    expect((await axe.run(feed, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  test('shows its logs as a feed, newest first, without an accessibility fault', async () => {
    const { container } = open()
    expect(await titles()).toEqual(['Log 3', 'Log 2', 'Log 1'])
    expect(screen.getByRole('heading', { level: 1, name: 'Bay log' })).toBeVisible()
    const [first] = screen.getAllByRole('article')
    expect(first).toHaveAttribute('aria-posinset', '1')
    expect(first).toHaveTextContent('Tom Reyes')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('shows logs of others at once, each once [4.8b]', async () => {
    open()
    await titles()
    emit({ kind: 'log.added', doc_id: 3, log: logOf(4) })
    emit({ kind: 'log.added', doc_id: 3, log: logOf(4) })
    await waitFor(async () => expect(await titles()).toEqual(['Log 4', 'Log 3', 'Log 2', 'Log 1']))
  })

  test('shows the pictures of its authors, which events do not contain', async () => {
    const by = (user_id: number, user_displayname: string, user_image: string | null) => ({
      created_by: { user_id, user_displayname, user_image, user_phone: null, user_email: null },
    })
    logs = [logOf(1, by(8, 'Tom Reyes', '/objects/tom.png'))]
    open()
    await titles()
    const writtenBy = await screen.findByRole('region', { name: 'Written by' })
    const pictures = () =>
      within(writtenBy)
        .queryAllByRole('presentation')
        .map(image => image.getAttribute('src'))
    await waitFor(() => expect(pictures()).toEqual(['/objects/tom.png']))
    const writeEvent = (log: Log, created_by: Log['created_by']) => {
      logs = [log, ...logs]
      emit({ kind: 'log.added', doc_id: 3, log: { ...log, created_by } })
    }
    writeEvent(logOf(2, by(8, 'Tom Reyes', '/objects/tom.png')), by(8, 'Tom Reyes', null).created_by)
    await waitFor(() => expect(within(writtenBy).getByText('2')).toBeVisible())
    expect(pictures()).toEqual(['/objects/tom.png'])
    writeEvent(logOf(3, by(9, 'Ana Lima', '/objects/ana.png')), by(9, 'Ana Lima', null).created_by)
    await waitFor(() => expect(pictures()).toEqual(['/objects/tom.png', '/objects/ana.png']))
  })

  test('shows a log that Mate is writing until it is complete', async () => {
    logs.unshift(logOf(4, { is_generating: true, created_by: null }))
    open()
    expect((await titles())[0]).toBe('Mate is writing this log')
    emit({ kind: 'log.added', doc_id: 3, log: logOf(4, { title: 'Bay 2 free again', created_by: null }) })
    await waitFor(async () => expect((await titles())[0]).toBe('Bay 2 free again'))
  })

  test('opens at the log of a link, which gets the focus', async () => {
    logs = logsOf(1, 80)
    open('/docs/3?log=20')
    await waitFor(() => expect(screen.getByRole('article', { name: 'Log 20' })).toHaveFocus())
    expect(await titles()).toHaveLength(31)
    await userEvent.click(screen.getByRole('button', { name: 'Newest logs' }))
    await waitFor(async () => expect((await titles())[0]).toBe('Log 80'))
  })

  test('moves with j and k', async () => {
    open()
    await titles()
    for (const key of ['j', 'j', 'k', 'j']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(screen.getByRole('article', { name: 'Log 2' })).toHaveFocus())
  })

  test('that may only be read has no composer', async () => {
    doc = documentOf({ read_only: true })
    open()
    await titles()
    expect(screen.queryByRole('button', { name: 'Log' })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'c' })
    expect(screen.queryByRole('textbox', { name: 'What happened' })).toBeNull()
  })

  test('that is no longer readable closes, and leaves the list', async () => {
    open()
    await titles()
    doc = null
    items = items.filter(item => item.doc_id !== 3)
    emit({ kind: 'document.access_changed', doc_id: 3 })
    expect(await screen.findByRole('heading', { name: 'You cannot open this' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Bay log/ })).toBeNull()
  })

  test('is deleted after a confirmation, and leaves the cached list [4.7b]', async () => {
    const calls = serve(deleteDocument, null)
    const { router } = open()
    await screen.findByRole('link', { name: /Bay log/ })
    await expectMenuInPalette('More')
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete “Bay log”?' })
    expect(calls).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs'))
    expect(screen.queryByRole('link', { name: /Bay log/ })).toBeNull()
    expect(screen.getByRole('link', { name: /Counter log/ })).toBeVisible()
  })
})

describe('Writing a log', () => {
  const write = async (text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Log' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'What happened' }), text)
  }

  test('shows a placeholder on top until the real one arrives [4.7a]', async () => {
    let answer = () => {}
    serve(writeLog, async ({ body }) => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return logOf(4, { title: 'Brake bled', content: 'Brake bled', client_id: String(body.client_id) })
    })
    open()
    await titles()
    await write('Brake bled{Control>}{Enter}{/Control}')
    const placeholder = await screen.findByRole('article', { name: 'Brake bled' })
    expect(placeholder).toHaveTextContent('Saving')
    await settled()
    await waitFor(() => {
      answer()
      expect(screen.getByRole('article', { name: 'Brake bled' })).not.toHaveTextContent('Saving')
    })
    expect(screen.getByRole('article', { name: 'Brake bled' })).toBe(placeholder)
    expect(await titles()).toEqual(['Brake bled', 'Log 3', 'Log 2', 'Log 1'])
  })

  test('keeps what was typed across a reload', async () => {
    const { unmount } = open()
    await titles()
    await write('Half a sen')
    unmount()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log' }))
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('Half a sen')
  })

  test('keeps a refused log in its place, and returns its text to the composer on Edit', async () => {
    serve(writeLog, apiError('document.read_only'))
    open()
    await titles()
    await write('Not for me{Control>}{Enter}{/Control}')
    const failed = await screen.findByRole('article', { name: 'Not for me' })
    expect(await within(failed).findByRole('alert')).toHaveTextContent('Not saved.')
    await userEvent.click(within(failed).getByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('textbox', { name: 'What happened' })).toHaveValue('Not for me')
    expect(screen.queryByRole('article', { name: 'Not for me' })).toBeNull()
  })

  test('keeps a log that the server had no room for, says why, and sends it again', async () => {
    serve(writeLog, apiError('storage.full'))
    open()
    await titles()
    await write('Too much for it{Control>}{Enter}{/Control}')
    const kept = await screen.findByRole('article', { name: 'Too much for it' })
    expect(await within(kept).findByRole('alert')).toHaveTextContent('The server is out of space')
    const again = serve(writeLog, logOf(9, { content: 'Too much for it' }))
    await userEvent.click(within(kept).getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(again).toHaveLength(1))
  })
})

describe('Access', () => {
  const grant: Grant = {
    grantee_kind: 'role',
    grantee_id: 1,
    grantee_name: 'Manager',
    level: 'editor',
    expires_at: null,
  }

  test('is listed, given and revoked [6.8a]', async () => {
    serve(organisationInfo, detailOf())
    const given = serve(grantSubjectAccess, [grant])
    const revoked = serve(revokeSubjectAccess, [])
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Access' }))
    const dialog = await screen.findByRole('dialog', { name: 'Access to Bay log' })
    expect(await within(dialog).findByText('Nobody has been given access yet.')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Role' }))
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'To' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Manager' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Revoke Manager’s access' }))
    expect(await within(dialog).findByText('Nobody has been given access yet.')).toBeVisible()
    expect(given[0]?.body).toMatchObject({
      kind: 'document',
      id: 3,
      grantee_kind: 'role',
      grantee_id: 1,
      level: 'viewer',
    })
    expect(revoked[0]?.body).toMatchObject({ kind: 'document', id: 3, grantee_kind: 'role', grantee_id: 1 })
  })

  test('is read-only for people who do not manage it', async () => {
    doc = documentOf({ createdby: null })
    serve(organisationInfo, detailOf())
    serve(listGrants, [grant])
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Access' }))
    const dialog = await screen.findByRole('dialog', { name: 'Access to Bay log' })
    expect(await within(dialog).findByText('Manager')).toBeVisible()
    expect(within(dialog).getByText('Everybody in the workspace.')).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: /Revoke|Give access/ })).toBeNull()
  })
})
