import '../../../platform/test-indexed-db'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { IDBFactory } from 'fake-indexeddb'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import { type Document, fetchDocument, listDocuments, openedDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { replaceContent, type StaleContent } from '#shared/contract/documents/versions'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { readLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../../platform/live'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { startShortcuts } from '../../../platform/shortcuts'
import { organisationOf, profileOf } from '../../../platform/test-cast'
import { FakeEnvironment, settled } from '../../../platform/test-environment'
import { withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf, itemOf, pageFrom } from '../../logs/test-logs'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { DocumentsPage } from '../page'
import { startDocuments } from '../start'
import { withDocumentSlots } from '../test-slots'
import { saveAfter, useWriting } from './writing'

withServer()
withEnglish('documents')
startDocuments()
withDocumentSlots()

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
// The HTML makes the page open as markdown source, into which a test can type.
const text = '<b>Opening</b>\n- lights\n- till\n- door'

let doc: Document
let tab: TestTab
let environment: FakeEnvironment
let saves: Received[]
let stops: (() => void)[]
let seq: number

/** The server’s side of a save: the version counts up, and a stale save is refused with both texts. */
function saving({ body }: Received) {
  const { content, version } = body as { content: string; version: number }
  if (version !== doc.version) {
    const { content: now, updatedat, updatedby } = doc
    const data: StaleContent = {
      current: { content: now, version: doc.version, updatedat, updatedby },
      sent: { content, version },
    }
    return apiError('document.stale', { data })
  }
  doc = { ...doc, content, version: version + 1 }
  return doc
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  tab = new TestTab()
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
  doc = documentOf({ doc_id: 5, document_name: 'Checklist', document_type: 'document', content: text, version: 3 })
  serve(listDocuments, [itemOf(5, 'Checklist', { document_type: 'document' }), itemOf(6, 'Bay log')])
  serve(fetchDocument, ({ body }) => (body.doc_id === 5 ? doc : documentOf({ doc_id: 6 })))
  serve(readLogs, call => pageFrom([], call))
  for (const list of [listGraphs, listGrants, listAccessRequests]) serve(list, [])
  serve(openedDocument, null)
  saves = serve(replaceContent, saving)
  stops = [startLive(environment), startShortcuts()]
  await settled()
  environment.latest.accept()
  seq = 10
  environment.latest.emit({ event: 'ready', seq })
})
afterEach(() => {
  cleanup()
  for (const stop of stops) stop()
  tab.close()
  endSession()
  localStorage.clear()
})

function open(at = '/docs/5') {
  const router = createMemoryRouter(
    [
      { path: '/docs', element: <DocumentsPage /> },
      { path: '/docs/:doc_id', element: <DocumentsPage /> },
    ],
    { initialEntries: [at] },
  )
  return { ...render(<RouterProvider router={router} />), router }
}
const field = () => screen.findByRole('textbox', { name: 'Page text' })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const contents = () => saves.map(({ body }) => body.content)

async function edit(): Promise<HTMLElement> {
  await press('Edit')
  return field()
}
/** Replaces the text of the field at once, as pasting would. */
async function replaceBy(next: string): Promise<void> {
  const area = await field()
  await userEvent.clear(area)
  await userEvent.click(area)
  await userEvent.paste(next)
}
/** Tom saves, and this page receives the event. */
async function tomSaves(content: string): Promise<void> {
  doc = { ...doc, content, version: doc.version + 1, updatedby: tom, updatedat: '2026-11-20T14:00:00.000Z' }
  seq += 1
  await act(async () => {
    environment.latest.emit({
      event: 'event',
      seq,
      actor_id: 8,
      at: doc.updatedat,
      change: { kind: 'document.updated', doc_id: 5 },
    })
    await settled()
  })
}
const pass = (ms: number) => act(() => tab.clock.pass(ms))

describe('A page [D18]', () => {
  test('is shown for reading first, and what others save appears at once', async () => {
    open()
    expect(await screen.findByText('lights')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Page text' })).toBeNull()
    await tomSaves('- lamps')
    expect(await screen.findByText('lamps')).toBeVisible()
  })

  test('that may only be read offers no way to edit it', async () => {
    doc = { ...doc, read_only: true }
    open()
    await screen.findByText('lights')
    await userEvent.keyboard('e')
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Page text' })).toBeNull()
  })

  test('is edited with E, saved a while after the last key, and read again when done', async () => {
    open()
    await screen.findByText('lights')
    await userEvent.keyboard('e')
    expect(await field()).toHaveValue(text)
    await replaceBy(`${text}\n- float`)
    expect(screen.getByText('Unsaved changes are kept on this device.')).toBeVisible()
    await pass(saveAfter - 1)
    expect(saves).toEqual([])
    await pass(1)
    await waitFor(() => expect(contents()).toEqual([`${text}\n- float`]))
    expect(saves[0]?.body).toMatchObject({ doc_id: 5, version: 3 })
    expect(await screen.findByText('Saved')).toBeVisible()
    await press('Done')
    expect(await screen.findByText('float')).toBeVisible()
    expect(saves).toHaveLength(1)
  })

  test('is saved with Ctrl S', async () => {
    open()
    await edit()
    await replaceBy('- lights only')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(contents()).toEqual(['- lights only']))
  })

  test('opens as markdown and says why where the editor would change it, without an accessibility fault', async () => {
    const { container } = open()
    await edit()
    expect(screen.getByText(/The editor would change something in this text/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Markdown', pressed: true })).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('keeps what was typed across a reload, and stays open for editing', async () => {
    const { unmount } = open()
    await edit()
    serve(replaceContent, Response.error())
    await replaceBy('<b>lights</b>\n- half a sen')
    unmount()
    useWriting.setState({ writings: {}, aside: {} })
    open()
    expect(await field()).toHaveValue('<b>lights</b>\n- half a sen')
  })

  test('is saved when its writer goes elsewhere', async () => {
    const { router } = open()
    await edit()
    await replaceBy('- lights, then elsewhere')
    await act(() => router.navigate('/docs/6'))
    await waitFor(() => expect(contents()).toEqual(['- lights, then elsewhere']))
    expect(useWriting.getState().writings).toEqual({})
  })

  test('is saved one call at a time', async () => {
    let answer = () => {}
    saves = serve(replaceContent, async call => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return saving(call)
    })
    open()
    await edit()
    await replaceBy('- one')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saves).toHaveLength(1))
    expect(screen.getByText('Saving…')).toBeVisible()
    await replaceBy('- two')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(saves).toHaveLength(1)
    answer()
    await screen.findByText('Unsaved changes are kept on this device.')
    await pass(saveAfter)
    await waitFor(() =>
      expect(saves.map(({ body }) => [body.content, body.version])).toEqual([
        ['- one', 3],
        ['- two', 4],
      ]),
    )
    answer()
    expect(await screen.findByText('Saved')).toBeVisible()
  })
})

describe('A save that fails', () => {
  test('keeps the text, says so, and is repeated with the same key', async () => {
    const failed = serve(replaceContent, Response.error())
    open()
    await edit()
    await replaceBy('- kept')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Not saved. Your text is kept on this device.')
    expect(await field()).toHaveValue('- kept')
    saves = serve(replaceContent, saving)
    await press('Try Again')
    await waitFor(() => expect(contents()).toEqual(['- kept']))
    const keys = new Set([...failed, ...saves].map(({ headers }) => headers.get('idempotency-key')))
    expect(keys.size).toBe(1)
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('is repeated by itself when there is a network again', async () => {
    serve(replaceContent, Response.error())
    open()
    await edit()
    await replaceBy('- later')
    await userEvent.keyboard('{Control>}s{/Control}')
    await screen.findByRole('alert')
    saves = serve(replaceContent, saving)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(contents()).toEqual(['- later']))
  })

  test('but had arrived does not conflict with itself', async () => {
    serve(replaceContent, call => {
      saving(call)
      return Response.error()
    })
    open()
    await edit()
    await replaceBy('- first')
    await userEvent.keyboard('{Control>}s{/Control}')
    await screen.findByRole('alert')
    saves = serve(replaceContent, saving)
    await replaceBy('- first and more')
    await pass(saveAfter)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(doc.content).toBe('- first and more')
  })

  test('because the right was taken away says so, and can be discarded', async () => {
    serve(replaceContent, apiError('document.read_only'))
    open()
    await edit()
    await replaceBy('- not for me')
    await press('Done')
    expect(await screen.findByRole('alert')).toHaveTextContent('You can read this but not write in it.')
    await press('Discard changes')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }),
    )
    expect(await screen.findByText('lights')).toBeVisible()
    expect(Object.keys(localStorage).filter(key => key.includes('document.text'))).toEqual([])
  })

  test('is not even tried with a text that is too long', async () => {
    open()
    await edit()
    await replaceBy('x'.repeat(limits.contentLength + 2))
    await pass(saveAfter)
    expect(await screen.findByRole('alert')).toHaveTextContent('Your text is 2 characters too long.')
    expect(saves).toEqual([])
  })
})

describe('Two people who write one page', () => {
  test('each in other lines: both are saved as one, and that is said', async () => {
    open()
    await edit()
    await replaceBy(text.replace('lights', 'lights, all'))
    await tomSaves(text.replace('door', 'back door'))
    expect(await screen.findByText(/Tom Reyes saved a newer version/)).toBeVisible()
    await pass(saveAfter)
    expect(await screen.findByText('Saved · Includes changes by Tom Reyes.')).toBeVisible()
    expect(doc.content).toBe('<b>Opening</b>\n- lights, all\n- till\n- back door')
    expect(await field()).toHaveValue(doc.content)
  })

  test('without changes of one’s own: the newer text is taken', async () => {
    open()
    await edit()
    await tomSaves(`${text}\n- windows`)
    await waitFor(async () => expect(await field()).toHaveValue(`${text}\n- windows`))
    await pass(saveAfter)
    expect(saves).toEqual([])
  })

  async function meet() {
    const page = open()
    await edit()
    await replaceBy(text.replace('till', 'till at 8'))
    await tomSaves(text.replace('till', 'till at 9'))
    await pass(saveAfter)
    await screen.findByRole('heading', { name: 'You both changed the same lines' })
    return page
  }

  test('in the same lines: both texts are shown side by side, and differences are marked by words', async () => {
    const { container } = await meet()
    expect(screen.getByRole('heading', { name: 'You both changed the same lines' })).toHaveFocus()
    const mine = screen.getByRole('region', { name: 'Your text' })
    const theirs = screen.getByRole('region', { name: 'Text by Tom Reyes' })
    expect(mine).toHaveTextContent('Only in your text- till at 8')
    expect(theirs).toHaveTextContent('Only in the text by Tom Reyes- till at 9')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
    await pass(10 * saveAfter)
    expect(saves).toHaveLength(1)
  })

  test('keep mine: it is saved over theirs, which was the version before', async () => {
    await meet()
    await press('Keep mine')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(doc.content).toBe(text.replace('till', 'till at 8'))
    expect(saves.at(-1)?.body).toMatchObject({ version: 4 })
  })

  test('take theirs: one’s own text is set aside and can be restored, also after a reload', async () => {
    const { unmount } = await meet()
    await press('Keep the text by Tom Reyes')
    expect(await field()).toHaveValue(text.replace('till', 'till at 9'))
    expect(saves).toHaveLength(1)
    unmount()
    useWriting.setState({ writings: {}, aside: {} })
    open()
    expect(await screen.findByText(/You kept the other text/)).toBeVisible()
    await press('Continue with my text')
    expect(await field()).toHaveValue(text.replace('till', 'till at 8'))
    await pass(saveAfter)
    await waitFor(() => expect(doc.content).toBe(text.replace('till', 'till at 8')))
    expect(screen.queryByText(/You kept the other text/)).toBeNull()
  })

  test('merge by hand: both texts are in the editor, and nothing is saved before the person has merged them', async () => {
    await meet()
    await press('Merge by hand')
    expect(await field()).toHaveValue('<b>Opening</b>\n- lights\n- till at 8\n- till at 9\n- door')
    await pass(10 * saveAfter)
    expect(saves).toHaveLength(1)
    await replaceBy('<b>Opening</b>\n- lights\n- till at 8 or 9\n- door')
    await pass(saveAfter)
    await waitFor(() => expect(doc.content).toContain('till at 8 or 9'))
  })

  test('a refusal without the other text: the text is fetched', async () => {
    saves = serve(replaceContent, call => {
      const answer = saving(call)
      return 'doc_id' in answer ? answer : apiError('document.stale')
    })
    open()
    await edit()
    await replaceBy(text.replace('lights', 'lights, all'))
    doc = { ...doc, content: text.replace('door', 'back door'), version: 4, updatedby: tom }
    await pass(saveAfter)
    await waitFor(() => expect(doc.content).toBe('<b>Opening</b>\n- lights, all\n- till\n- back door'))
  })
})
