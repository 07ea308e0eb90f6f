import '../../../platform/test-indexed-db'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { IDBFactory } from 'fake-indexeddb'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Document, fetchDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { replaceContent, type StaleContent } from '#shared/contract/documents/versions'
import { apiError } from '#shared/errors'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { startShortcuts } from '../../../platform/shortcuts'
import { withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { useDocuments } from '../store'
import { Notices } from './notices'
import { TextEditor } from './text-editor'
import { useTextWriting } from './use-text-writing'
import { followTexts, useWriting } from './writing'

withServer()
withEnglish('documents')

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
// The HTML makes the summary open as markdown source, into which a test can type.
const text = '<b>Opening</b>\n- lights\n- till\n- door'

let doc: Document
let tab: TestTab
let saves: Received[]
let stop: () => void
let show: (doc: Document) => void

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

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 3 })
  tab = new TestTab()
  followTexts()
  doc = documentOf({ doc_id: 5, document_name: 'Bay log', content: text, version: 3 })
  serve(fetchDocument, () => doc)
  saves = serve(replaceContent, saving)
  stop = startShortcuts()
})
afterEach(() => {
  cleanup()
  stop()
  tab.close()
  endSession()
  localStorage.clear()
})

/** A summary as its document shows it, with the button that opens the editor. */
function Summary() {
  const [given, setGiven] = useState(doc)
  show = setGiven
  const info = useDocuments(state => state.opened[5]?.info) ?? given
  const { writing, edit } = useTextWriting(info, true)
  return (
    <main>
      <Notices info={info} onEdit={edit} />
      {writing ? (
        <TextEditor info={info} writing={writing} label="Summary text" autoFocus />
      ) : (
        <>
          <p>{info.content}</p>
          <button type="button" onClick={edit}>
            Edit summary
          </button>
        </>
      )}
    </main>
  )
}

const open = () => render(<Summary />)
const field = () => screen.findByRole('textbox', { name: 'Summary text' })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const contents = () => saves.map(({ body }) => body.content)
const save = () => userEvent.keyboard('{Control>}s{/Control}')

async function edit(): Promise<HTMLElement> {
  await press('Edit summary')
  return field()
}
/** Replaces the text of the field at once, as pasting would. */
async function replaceBy(next: string): Promise<void> {
  const area = await field()
  await userEvent.clear(area)
  await userEvent.click(area)
  await userEvent.paste(next)
}
/** Tom saves, and this device hears of it. */
function tomSaves(content: string): void {
  doc = { ...doc, content, version: doc.version + 1, updatedby: tom, updatedat: '2026-11-20T14:00:00.000Z' }
  act(() => show(doc))
}

describe('A summary that is edited by hand [D18]', () => {
  test('is saved when its writer says so, by key or button, and not before', async () => {
    open()
    await edit()
    await replaceBy('- lights only')
    expect(screen.getByText('Unsaved changes are kept on this device.')).toBeVisible()
    await act(() => tab.clock.pass(60_000))
    expect(saves).toEqual([])
    await save()
    await waitFor(() => expect(contents()).toEqual(['- lights only']))
    expect(await screen.findByText('Saved')).toBeVisible()
    await replaceBy('- lights and till')
    await press('Save summary')
    expect(await screen.findByRole('button', { name: 'Edit summary' })).toBeVisible()
    expect(saves.map(({ body }) => [body.content, body.version])).toEqual([
      ['- lights only', 3],
      ['- lights and till', 4],
    ])
  })

  test('opens as markdown and says why where the editor would change it, without an accessibility fault', async () => {
    const { container } = open()
    await edit()
    expect(await screen.findByText(/The editor would change something in this text/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Markdown', pressed: true })).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('keeps what was typed across a reload, and stays open for editing', async () => {
    const { unmount } = open()
    await edit()
    await replaceBy('<b>lights</b>\n- half a sen')
    unmount()
    await act(async () => useWriting.setState({ writings: {}, aside: {} }))
    open()
    expect(await field()).toHaveValue('<b>lights</b>\n- half a sen')
  })
})

describe('A save that fails', () => {
  test('keeps the text, says so, and is repeated with the same key', async () => {
    const failed = serve(replaceContent, Response.error())
    open()
    await edit()
    await replaceBy('- kept')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not saved. Your text is kept on this device.')
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
    await save()
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
    await save()
    await screen.findByRole('alert')
    saves = serve(replaceContent, saving)
    await save()
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(doc.content).toBe('- first')
  })

  test('because the right was taken away says so, and can be discarded', async () => {
    serve(replaceContent, apiError('document.read_only'))
    open()
    await edit()
    await replaceBy('- not for me')
    await press('Save summary')
    expect(await screen.findByRole('alert')).toHaveTextContent('You can read this but not write in it.')
    await press('Discard changes')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }),
    )
    expect(await screen.findByRole('button', { name: 'Edit summary' })).toBeVisible()
    expect(Object.keys(localStorage).filter(key => key.includes('document.text'))).toEqual([])
  })

  test('is not even tried with a text that is too long', async () => {
    open()
    await edit()
    await replaceBy('x'.repeat(limits.contentLength + 2))
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your text is 2 characters too long.')
    expect(saves).toEqual([])
  })
})

describe('Two people who change one summary', () => {
  test('without changes of one’s own: the newer text is taken', async () => {
    open()
    await edit()
    tomSaves(`${text}\n- windows`)
    await waitFor(async () => expect(await field()).toHaveValue(`${text}\n- windows`))
    expect(saves).toEqual([])
  })

  async function meet() {
    const page = open()
    await edit()
    await replaceBy(text.replace('till', 'till at 8'))
    tomSaves(text.replace('till', 'till at 9'))
    expect(await screen.findByText(/Tom Reyes saved a newer version/)).toBeVisible()
    await save()
    await screen.findByRole('heading', { name: 'You both changed this text' })
    return page
  }

  test('both: the texts are shown side by side, and differences are marked by words', async () => {
    const { container } = await meet()
    expect(screen.getByRole('heading', { name: 'You both changed this text' })).toHaveFocus()
    const mine = screen.getByRole('region', { name: 'Your text' })
    const theirs = screen.getByRole('region', { name: 'Text by Tom Reyes' })
    expect(mine).toHaveTextContent('Only in your text- till at 8')
    expect(theirs).toHaveTextContent('Only in the text by Tom Reyes- till at 9')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
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
    unmount()
    await act(async () => useWriting.setState({ writings: {}, aside: {} }))
    open()
    expect(await screen.findByText(/You kept the other text/)).toBeVisible()
    await press('Continue with my text')
    expect(await field()).toHaveValue(text.replace('till', 'till at 8'))
    expect(screen.queryByText(/You kept the other text/)).toBeNull()
  })

  test('a refusal without the other text: the text is fetched', async () => {
    serve(replaceContent, call => {
      const answer = saving(call)
      return 'doc_id' in answer ? answer : apiError('document.stale')
    })
    open()
    await edit()
    await replaceBy(text.replace('lights', 'lights, all'))
    doc = { ...doc, content: text.replace('door', 'back door'), version: 4, updatedby: tom }
    await save()
    expect(await screen.findByRole('region', { name: 'Text by Tom Reyes' })).toHaveTextContent('back door')
  })
})
