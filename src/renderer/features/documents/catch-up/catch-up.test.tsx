import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUp, type UnreadDocument } from '#shared/contract/documents/catch-up'
import { openedDocument } from '#shared/contract/documents/endpoints'
import { apiError } from '#shared/errors'
import { logTitle } from '#shared/rules/log-title'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { expectButtonsInPalette, offeredActions } from '../../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { logOf } from '../../logs/test-logs'
import { CatchUp } from './catch-up-pane'

withServer()
withEnglish('catchUp')

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const part = (doc_id: number, doc_name: string, more: Partial<UnreadDocument> = {}): UnreadDocument => ({
  ...{ doc_id, doc_name, document_type: 'logbook', since: '2026-11-20T07:00:00.000Z', count: 0, logs: [] },
  ...{ written_at: '2026-11-20T09:00:00.000Z', written_by: tom },
  ...more,
})

let parts: UnreadDocument[]
let opened: unknown[]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  const labels = [{ graph_id: 1, label: 0, text: 'Bay free' }]
  const byJob = { created_by: null, title: 'Bay 2 is free', content: 'Bay 2 is free. Ticket 4182 waits.', labels }
  parts = [
    part(3, 'Bay log', { count: 6, logs: [logOf(9, byJob), logOf(8)] }),
    part(5, 'Opening list', { document_type: 'document' }),
  ]
  opened = []
  serve(catchUp, () => parts)
  serve(openedDocument, ({ body }) => {
    opened.push(body.doc_id)
    return null
  })
})
afterEach(() => {
  cleanup()
  endSession()
})

const open = async () => {
  const page = renderPage(<CatchUp />, {
    wrapper: ({ children }) => [children, <Toaster key="t" label="N" closeLabel="Close" />],
  })
  await screen.findByRole('region', { name: 'Bay log' })
  return page
}

test('What others wrote stands by document, each line with its log, its labels and who wrote it [D45]', async () => {
  const { container } = await open()
  expect(screen.getByText('6 new logs in 2 places')).toBeVisible()
  const bay = screen.getByRole('region', { name: 'Bay log' })
  expect(within(bay).getByRole('link', { name: 'Bay 2 is free' })).toHaveAttribute('href', '#/docs/3?log=9')
  expect(within(bay).getByText('Ticket 4182 waits.')).toBeVisible()
  expect(within(bay).getByText('What happened in 8')).toBeVisible()
  expect(within(bay).getByText(/^Mate, /)).toBeVisible()
  expect(within(bay).getByText('Bay free')).toBeVisible()
  expect(within(bay).getByRole('link', { name: '4 more' })).toHaveAttribute('href', '#/docs/3')
  expect(within(screen.getByRole('region', { name: 'Opening list' })).getByText(/^Changed by Tom Reyes/)).toBeVisible()
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('One document or all of them are marked as read, and nothing is left', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Opening list' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Opening list' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('You are up to date')).toBeVisible()
  expect(opened).toEqual([5, 3])
})

test('What the server does not mark stays, and says so', async () => {
  serve(openedDocument, () => apiError('server.error'))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Bay log' }))
  expect(await screen.findByText('This could not be marked as read. Try again.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Bay log' })).toBeVisible()
})

test('A list that does not load can be tried again', async () => {
  serve(catchUp, () => apiError('server.error'))
  renderPage(<CatchUp />)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  serve(catchUp, () => parts)
  await userEvent.click(again)
  expect(await screen.findByRole('region', { name: 'Bay log' })).toBeVisible()
})

test('A log whose title cuts its only sentence short shows all of it', async () => {
  const content = `The frame of ticket 4182 ${'was aligned and checked and '.repeat(6)}is ready`
  const title = logTitle({ content, pictures: 0, files: 0 })
  parts = [part(3, 'Bay log', { count: 1, logs: [logOf(9, { title, content })] })]
  await open()
  expect(content.startsWith(title)).toBe(false)
  expect(screen.getByRole('link', { name: title })).toBeVisible()
  expect(screen.getByText(content)).toBeVisible()
})

test('The command palette offers what the page does: marking all as read, or one document', async () => {
  await open()
  expectButtonsInPalette({ 'Back to logbooks': 'the browser goes back too' })
  expect(offeredActions()).toEqual(expect.arrayContaining(['Mark all as read', 'Mark as read: Bay log']))
})
