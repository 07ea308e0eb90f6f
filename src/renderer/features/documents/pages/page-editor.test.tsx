import '../../../platform/test-indexed-db'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createRelativePositionFromTypeIndex,
  Doc,
  encodeRelativePosition,
  encodeStateAsUpdate,
  encodeStateVector,
  XmlElement,
  XmlText,
} from 'yjs'
import { listLinkedFrom } from '#shared/contract/documents/links'
import { deletePageComment, listPageThreads } from '#shared/contract/documents/page-comments'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { readSide } from '#shared/contract/logs/side'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { readTitles } from '#shared/contract/search/endpoints'
import { textOf, writeInto } from '#shared/page/document'
import { startLive } from '../../../platform/live'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { fillSlots } from '../../../platform/slot'
import { detailOf } from '../../../platform/test-cast'
import { FakeEnvironment } from '../../../platform/test-environment'
import { offeredActions, runAction } from '../../../platform/test-menu-actions'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { listedKeys } from '../../../ui/local-keys'
import { attachments } from '../../attachments/feature'
import { logs } from '../../logs/feature'
import { closeNotice, Notices, pressUndo } from '../../undo/test-undo'
import { toBase64 } from './base64'
import { PageEditor } from './page-editor'

withServer()
withEnglish('documents', 'logs', 'pages')
beforeAll(() => fillSlots([attachments, logs]))

let environment: FakeEnvironment
let stop: () => void
/** The page as the server has it. */
let doc: Doc

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 3 })
  new TestTab()
  doc = new Doc()
  writeInto(doc, 'Lights off.\n\nLock the door.')
  serve(openPage, () => ({
    update: toBase64(encodeStateAsUpdate(doc)),
    state_vector: toBase64(encodeStateVector(doc)),
    seq: 0,
  }))
  serve(changePage, { seq: 1 })
  serve(organisationInfo, detailOf())
  serve(listPageThreads, [])
  serve(listLinkedFrom, [])
  serve(readSide, { day: null, files: [], next_files: null })
  environment = new FakeEnvironment()
  stop = startLive(environment)
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  vi.unstubAllGlobals()
})

/** Somebody else adds a paragraph, and everybody hears of it. */
function hearsOfParagraph(words: string): void {
  const before = encodeStateVector(doc)
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText(words)])
  textOf(doc).insert(0, [paragraph])
  environment.latest.emit({ event: 'page', doc_id: 5, seq: 1, update: toBase64(encodeStateAsUpdate(doc, before)) })
}

describe('A page that others write too [D46]', () => {
  test('counts its words, and takes a table of a spreadsheet as a table', async () => {
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    expect(await screen.findByText('5 words')).toBeVisible()
    act(() => text.focus())
    const html = '<table><tr><th>Bay</th><th>Lift</th></tr><tr><td>2</td><td><b>stuck</b></td></tr></table>'
    const data: Record<string, string> = { 'text/html': html, 'text/plain': 'Bay\tLift\n2\tstuck' }
    const clipboardData = {
      getData: (kind: string) => data[kind] ?? '',
      files: [],
      items: [],
      types: Object.keys(data),
    }
    await act(async () => void fireEvent.paste(text, { clipboardData }))
    const table = within(text).getByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(cell => cell.textContent),
    ).toEqual(['Bay', 'Lift'])
    expect(
      within(table)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['2', 'stuck'])
    expect(within(table).getByText('stuck').tagName).toBe('STRONG')
  })

  test('has its files beside it, a few of the newest and all on demand, and new ones once the page was written', async () => {
    environment.latest.emit({ event: 'ready', seq: 10 })
    const names = ['plan.pdf', 'bay-2.jpg']
    const fileOf = (file_name: string, nr: number) => ({
      ...{ file_id: `00000000-0000-4000-8000-00000000000${nr}`, file_name, mime_type: 'text/plain', log_id: null },
      created_at: '2026-11-20T09:00:00.000Z',
    })
    const asked = serve(readSide, ({ query }) => {
      const isFirst = query.get('files_after') === null
      const files = names.map(fileOf)
      return { day: null, files: isFirst ? files.slice(0, -1) : files.slice(-1), next_files: isFirst ? 'more' : null }
    })
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const side = await screen.findByRole('complementary', { name: 'About this page' })
    const files = await within(side).findByRole('region', { name: 'Files' })
    const listed = () =>
      within(files)
        .getAllByRole('listitem')
        .map(row => row.textContent)
    await waitFor(() => expect(listed()).toEqual(['plan.pdf']))
    expect(asked[0]?.query.get('on')).toBeNull()
    await userEvent.click(within(files).getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(listed()).toEqual(['plan.pdf', 'bay-2.jpg']))
    names.unshift('keys.jpg')
    environment.latest.emit({
      ...{ event: 'event', seq: 11, actor_id: 8, at: '2026-11-20T09:00:00.000Z' },
      change: { kind: 'document.updated', doc_id: 5, version: 2, updated_at: '2026-11-20T09:00:00.000Z' },
    })
    await waitFor(() => expect(listed()[0]).toBe('keys.jpg'))
  })

  test('shows no heading of files where it has none', async () => {
    const asked = serve(readSide, { day: null, files: [], next_files: null })
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull()
  })

  test('leaves the caret where a click has just put it when carets are drawn', async () => {
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    const line = await within(text).findByText('Lock the door.')
    // The browser tells of a new selection only after this task, and the focus makes the editor draw carets.
    const silent = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('selectionchange', silent, true)
    try {
      act(() => text.focus())
      getSelection()?.collapse(line.firstChild, 'Lock'.length)
      await act(() => new Promise(resolve => setTimeout(resolve)))
      expect([getSelection()?.anchorNode?.textContent, getSelection()?.anchorOffset]).toEqual(['Lock the door.', 4])
      const clipboardData = {
        getData: (kind: string) => (kind === 'text/plain' ? ' again' : ''),
        files: [],
        items: [],
        types: [],
      }
      await act(async () => void fireEvent.paste(text, { clipboardData }))
      expect(text).toHaveTextContent('Lock again the door.')
    } finally {
      window.removeEventListener('selectionchange', silent, true)
    }
  })

  test('shows links by the present names of their targets, and hides what the reader may not see [D6]', async () => {
    writeInto(doc, 'See […](#/docs/9) and [Old name](#/docs/8?log=4).')
    const asked = serve(readTitles, [{ ref: 'document:9', title: 'Keys' }])
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    expect(await within(text).findByRole('link', { name: 'Keys' })).toHaveAttribute('href', '#/docs/9')
    expect(within(text).getAllByRole('link')).toHaveLength(1)
    expect(text).toHaveTextContent('See Keys and Not available to you.')
    expect(asked[0]?.body.refs).toEqual(['document:9', 'log:4'])
  })

  test('keeps the caret where it was just put, although a change arrives before the editor knows of the click', async () => {
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    act(() => text.focus())
    const door = screen.getByText('Lock the door.').firstChild
    await act(async () => {
      document.getSelection()?.collapse(door, 'Lock the door.'.length)
      hearsOfParagraph('Heating off.')
    })
    expect(await screen.findByText('Heating off.')).toBeVisible()
    const { anchorNode, anchorOffset } = document.getSelection() ?? {}
    expect([anchorNode?.textContent, anchorOffset]).toEqual(['Lock the door.', 14])
  })

  test('draws what others write with the next frame, together', async () => {
    render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    const drawn: string[] = []
    const watched = new MutationObserver(() => drawn.push(text.textContent))
    watched.observe(text, { childList: true, subtree: true, characterData: true })
    const words = ['One.', 'Two.', 'Three.', 'Four.']
    await act(async () => {
      for (const word of words) {
        hearsOfParagraph(word)
        // A drawing of each would be seen here.
        await Promise.resolve()
      }
    })
    await waitFor(() => words.map(word => expect(text).toHaveTextContent(word)))
    watched.disconnect()
    expect(drawn).toHaveLength(1)
  })
})

test('A comment on a page is deleted when nobody takes it back', async () => {
  const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
  const at = (index: number) =>
    toBase64(encodeRelativePosition(createRelativePositionFromTypeIndex(textOf(doc), index)))
  const thread = {
    ...{ thread_id: 2, doc_id: 5, passage: { begins_at: at(0), ends_at: at(1) }, quote: 'Lights off.' },
    ...{ created_at: '2026-11-20T09:00:00.000Z', resolved_at: null, resolved_by: null },
    comments: [
      {
        ...{ comment_id: 3, author: maya, content: 'All of them?', mentions: [], edited_at: null },
        created_at: '2026-11-20T09:00:00.000Z',
      },
    ],
  }
  const calls = serve(deletePageComment, null)
  serve(listPageThreads, ({ body }) => (body.is_resolved ? [] : [thread]))
  render(
    <MemoryRouter>
      <PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />
      <Notices />
    </MemoryRouter>,
  )
  const remove = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Options for the comment by Maya Okafor' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete comment' }))
    await waitFor(() => expect(screen.queryByText('All of them?')).toBeNull())
  }
  await remove()
  await pressUndo('Comment deleted')
  expect(screen.getByText('All of them?')).toBeVisible()
  await remove()
  expect(calls).toHaveLength(0)
  await closeNotice('Comment deleted')
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ comment_id: 3 }))
  expect(screen.queryByText('All of them?')).toBeNull()
})

test('The command palette offers the tools of the text, which act where the caret is', async () => {
  render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
  const text = await screen.findByRole('textbox', { name: 'Page text' })
  expect(offeredActions()).toEqual(
    expect.arrayContaining([
      'Bold',
      'Bulleted list',
      'Quote',
      'Link',
      'Divider',
      'Text style: Heading 1',
      'Table: Insert table',
    ]),
  )
  act(() => text.focus())
  runAction('Bulleted list')
  expect(await within(text).findByRole('list')).toBeVisible()
})

test('The list of shortcuts has the keys and signs of the text, and each tool does what its key says', async () => {
  render(<PageEditor doc_id={5} mayWrite managed={false} onOpened={() => undefined} />, { wrapper: MemoryRouter })
  const text = await screen.findByRole('textbox', { name: 'Page text' })
  const of = (group: string) => listedKeys().filter(line => line.group === group)
  expect(new Set(of('write').flatMap(({ keys }) => keys))).toEqual(new Set(['/', '@', '[[', '{{']))
  expect(of('text').map(({ does }) => does)).toEqual(expect.arrayContaining(['moveBlock', 'tools']))
  act(() => text.focus())
  const tools = of('text').flatMap(({ keys: [keys = ''], does }) =>
    typeof does === 'string' || /^(Undo|Redo)$/.test(does.words) ? [] : [{ keys, name: does.words }],
  )
  expect(tools).toHaveLength(9)
  for (const { keys, name } of tools) {
    const press = { key: keys.at(-1), keyCode: keys.at(-1)?.toUpperCase().charCodeAt(0) }
    const modifiers = { ctrlKey: true, altKey: keys.includes('alt'), shiftKey: keys.includes('shift') }
    const tool = screen.getByRole('button', { name })
    fireEvent.keyDown(text, { ...press, ...modifiers })
    await waitFor(() => expect(tool).toHaveAttribute('aria-pressed', 'true'))
    fireEvent.keyDown(text, { ...press, ...modifiers })
    await waitFor(() => expect(tool).toHaveAttribute('aria-pressed', 'false'))
  }
})
