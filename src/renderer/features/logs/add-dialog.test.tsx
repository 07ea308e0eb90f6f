import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { AddToLogbook } from '../sources/slots'
import { itemOf, logOf } from './test-logs'

withServer()
withEnglish()
const frame = { id: '00000000-0000-4000-8000-000000000001', url: '/frames/1.jpg', alt: 'Front counter' }
let items: NoteItem[]
let looked: Received[]
let onClose: () => void

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  onClose = vi.fn()
  items = [itemOf(3, 'Bay log'), itemOf(4, 'Counter log')]
  looked = serve(listDocuments, ({ body }) =>
    items.filter(item => item.doc_name.toLowerCase().includes(String(body.query ?? '').toLowerCase())),
  )
})
afterEach(endSession)

const WithToasts = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Toaster label="Notifications" closeLabel="Close" />
  </>
)
async function open(frames = [frame]) {
  renderPage(<AddToLogbook frames={frames} onClose={onClose} />, { wrapper: WithToasts })
  return screen.findByRole('dialog', { name: 'Add to a logbook' })
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save log' }))

describe('Adding a picture to a logbook [3.8]', () => {
  test('finds the logbook, writes a sentence with the picture, and leads to the log', async () => {
    const calls = serve(writeLog, ({ body }) => logOf(12, { doc_id: 4, content: String(body.content) }))
    const dialog = await open()
    expect(within(dialog).getByRole('img', { name: 'Front counter' })).toBeVisible()
    await within(dialog).findByRole('radio', { name: 'Bay log' })
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Search logbooks' }), 'counter')
    await waitFor(() => expect(within(dialog).queryByRole('radio', { name: 'Bay log' })).toBeNull())
    expect(looked.at(-1)?.body).toMatchObject({ type: 'logbook', query: 'counter' })
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Counter log' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'What it shows' }), 'A queue of six')
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await save()
    expect(await screen.findByText('Added to Counter log')).toBeVisible()
    expect(calls.map(({ params, body }) => [params.doc_id, body.content, body.frame_ids])).toEqual([
      ['4', 'A queue of six', [frame.id]],
    ])
    expect(onClose).toHaveBeenCalledOnce()
    // The dialog, which a real page would close, hides the toast.
    await userEvent.click(screen.getByRole('button', { name: 'Show the log', hidden: true }))
    expect(location.hash).toBe('#/docs/4?log=12')
  })

  test('requires a logbook before anything is sent', async () => {
    const calls = serve(writeLog, logOf(12))
    await open()
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a logbook.')
    expect(calls).toEqual([])
  })

  test('offers only logbooks that the person may write in, and says if there is none [D21]', async () => {
    items = []
    const dialog = await open()
    expect(await within(dialog).findByText('You cannot write in any logbook yet.')).toBeVisible()
    expect(within(dialog).queryByRole('radio')).toBeNull()
    expect(looked.map(({ body }) => body.writable)).toEqual([true])
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Search logbooks' }), 'yard')
    expect(await within(dialog).findByText('No logbook matches')).toBeVisible()
  })

  test('says that the right to write was revoked meanwhile, and stays open [D41]', async () => {
    serve(writeLog, apiError('document.read_only'))
    const dialog = await open()
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Bay log' }))
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('You can read this but not write in it.')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('stays open after a failure, and sends the same log once when tried again', async () => {
    const calls = serve(writeLog, apiError('server.unavailable'))
    const dialog = await open()
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Bay log' }))
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready. Try again in a moment.')
    const again = serve(writeLog, logOf(12))
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    const keys = [...calls, ...again].map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })

  test('accepts twelve pictures at most', async () => {
    const calls = serve(writeLog, logOf(12))
    const many = Array.from({ length: 13 }, (_, index) => ({ ...frame, id: `${index}` }))
    const dialog = await open(many)
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Bay log' }))
    await save()
    expect(screen.getByRole('alert')).toHaveTextContent('A log can hold at most 12 pictures.')
    expect(calls).toEqual([])
  })
})
