import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { correctLog, type LogRevision, readRevisions } from '#shared/contract/logs/corrections'
import { logsByIds, readLogs } from '#shared/contract/logs/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { apiError } from '#shared/errors'
import { withNamespaces } from '../../../i18n/languages'
import { browserQueue, mutationQueue } from '../../../platform/mutation-queue/store'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { withEnglish } from '../../../platform/test-page'
import { laterPlease, serve, withServer } from '../../../platform/test-server'
import { waitingToasts } from '../../../ui/toast-queue'
import { withTestLogbook } from '../../graphs/test-logbook'
import { answerOf, documentHit } from '../../search/test-hits'
import { useTimelines } from '../store'
import { documentOf, logOf } from '../test-logs'
import { useCorrections } from './corrections'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish()
const setup = withTestLogbook()
beforeAll(async () => {
  await withNamespaces('documents', Promise.resolve())
  await withNamespaces('logs', Promise.resolve())
})

const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
const tyre = logOf(2, { title: 'Tyre', content: 'Seven pedals came', created_by: maya })
const now = { revision: 1, corrected_at: '2026-11-20T10:00:00.000Z' }
/** What the server answers about a first correction. */
const saved = { id: tyre.id, title: tyre.title, ...now }

function revisionOf(revision: number, content: string, title = 'Tyre'): LogRevision {
  return { revision, title, content, written_at: `2026-11-20T1${revision}:00:00.000Z`, written_by: maya }
}

beforeEach(() => {
  setup.logbook.logs = [tyre, logOf(1)]
})

const entry = (name: string) => screen.findByRole('article', { name })
async function choose(title: string, what: string) {
  await userEvent.click(within(await entry(title)).getByRole('button', { name: `More actions for “${title}”` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: what }))
}
async function offers(title: string) {
  await userEvent.click(within(await entry(title)).getByRole('button', { name: `More actions for “${title}”` }))
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent)
}
async function begin(words?: string) {
  await choose('Tyre', 'Correct')
  const field = await screen.findByRole('textbox', { name: 'What happened' })
  if (words !== undefined) fireEvent.change(field, { target: { value: words } })
  return field
}

describe('A log is corrected by its writer [D19]', () => {
  test('in place, starting from its text and title; Ctrl+Enter saves, and the change shows at once', async () => {
    let answer = () => {}
    const calls = serve(
      correctLog,
      () =>
        new Promise(resolve => {
          answer = () => resolve(saved)
        }),
    )
    const { container } = setup.logbook.open('/docs/3')
    const field = await begin()
    expect(field).toHaveFocus()
    expect(field).toHaveValue('Seven pedals came')
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Tyre')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
    fireEvent.change(field, { target: { value: 'Eight pedals came' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    const log = await entry('Tyre')
    expect(log).toHaveFocus()
    expect(log).toHaveTextContent(/Eight pedals came.*Saving/)
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ title: 'Tyre', content: 'Eight pedals came', revision: 0 }),
    )
    answer()
    expect(await within(log).findByRole('button', { name: /^Corrected/ })).toBeVisible()
    expect(log).not.toHaveTextContent('Saving')
    expect(calls[0]?.params).toEqual({ doc_id: '3', log_id: '2' })
    expect(localStorage.getItem('app.draft.7.3.log.correction.2')).toBeNull()
  })

  test('in which [[ offers documents; Escape closes the list, and not the correction', async () => {
    serve(search, answerOf([documentHit(12, 'Keys')]))
    setup.logbook.open('/docs/3')
    const field = await begin('See [[key')
    expect(await screen.findByRole('listbox', { name: 'Documents and logs' })).toBeVisible()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.change(field, { target: { value: 'See [[keys' } })
    fireEvent.pointerDown(await screen.findByRole('option', { name: 'Keys' }))
    expect(field).toHaveValue('See [Keys](#/docs/12) ')
    expect(field).toHaveFocus()
  })

  test('whose title came from its text gets a new title from the new text', async () => {
    setup.logbook.logs = [logOf(2, { title: 'Seven pedals came', content: 'Seven pedals came.', created_by: maya })]
    const calls = serve(correctLog, apiError('server.error'))
    setup.logbook.open('/docs/3')
    await choose('Seven pedals came', 'Correct')
    const field = await screen.findByRole('textbox', { name: 'What happened' })
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    fireEvent.change(field, { target: { value: 'Eight pedals came.' } })
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ title: '', content: 'Eight pedals came.' }))
  })

  test('and by nobody else, nor where nothing may be written any more', async () => {
    setup.logbook.doc = documentOf({ read_only: true })
    setup.logbook.open('/docs/3')
    expect(await offers('Tyre')).toEqual(['Make a task'])
  })

  test('but not by others: a log of somebody else can only become a task', async () => {
    setup.logbook.open('/docs/3')
    expect(await offers('Log 1')).toEqual(['Make a task'])
  })

  test('and a refused correction reopens with its text kept', async () => {
    serve(correctLog, apiError('log.not_yours'))
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Not saved\./)
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('Eight pedals came')
    expect(useTimelines.getState().timelines[3]?.logs[0]?.content).toBe('Seven pedals came')
  })

  test('waits while there is no network, and is sent by itself when there is', async () => {
    serve(correctLog, Response.error())
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    window.dispatchEvent(new Event('offline'))
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    expect(await screen.findByText('Will be sent when you are back online')).toBeVisible()
    expect(await entry('Tyre')).toHaveTextContent('Eight pedals came')
    serve(correctLog, saved)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByRole('button', { name: /^Corrected/ })).toBeVisible()
  })

  test('is sent by itself, after the pause that the server asks for, when there are too many requests', async () => {
    const tab = new TestTab()
    const answers = [laterPlease(429, 20)]
    const calls = serve(correctLog, () => answers.pop() ?? saved)
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    expect(await screen.findByText(/^Too many requests/)).toBeVisible()
    expect(await entry('Tyre')).toHaveTextContent('Eight pedals came')
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => tab.clock.pass(19_999))
    expect(calls).toHaveLength(1)
    await act(() => tab.clock.pass(2_001))
    expect(await screen.findByRole('button', { name: /^Corrected/ })).toBeVisible()
    tab.close()
    mutationQueue(browserQueue())
  })

  test('Escape asks first when words would be lost, and only then', async () => {
    setup.logbook.open('/docs/3')
    const field = await begin()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByRole('textbox', { name: 'What happened' })).toBeNull()
    expect(await entry('Tyre')).toHaveFocus()
    fireEvent.keyDown(await begin('Eight'), { key: 'Escape' })
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Continue writing' }))
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('Eight')
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'What happened' }), { key: 'Escape' })
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(await entry('Tyre')).toHaveTextContent('Seven pedals came')
  })

  test('what was typed survives a reload, and its discarding can be undone', async () => {
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    window.dispatchEvent(new Event('pagehide'))
    useCorrections.setState({ open: {} })
    useTimelines.getState().forget(3)
    await useTimelines.getState().open(3, null)
    expect(await screen.findByText(/You started to correct this log/)).toBeVisible()
    expect(await entry('Tyre')).toHaveTextContent('Seven pedals came')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText(/You started to correct this log/)).toBeNull()
    act(() => waitingToasts().at(-1)?.action?.onPress())
    expect(await screen.findByText(/You started to correct this log/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Continue writing' }))
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('Eight pedals came')
  })
})

describe('A log that was corrected elsewhere meanwhile [D19]', () => {
  const current = revisionOf(1, 'Nine pedals came')
  const sent = { title: 'Tyre', content: 'Eight pedals came', revision: 0 }
  const stale = (theirs = current) => apiError('log.stale', { data: { current: theirs, sent } })
  async function meet() {
    serve(correctLog, stale())
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This log was corrected somewhere else in the meantime')
  }

  test('shows both texts side by side; one’s own can be saved over the other', async () => {
    await meet()
    expect(screen.getByRole('region', { name: 'Your text' })).toHaveTextContent('Eight pedals came')
    expect(screen.getByRole('region', { name: 'Current log' })).toHaveTextContent('Nine pedals came')
    const calls = serve(correctLog, { ...saved, revision: 2 })
    await userEvent.click(screen.getByRole('button', { name: 'Save your text' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: 'Eight pedals came', revision: 1 }))
    expect(await screen.findByRole('button', { name: /^Corrected/ })).toBeVisible()
  })

  test('can be left as it is now', async () => {
    await meet()
    await userEvent.click(screen.getByRole('button', { name: 'Keep the current log' }))
    expect(await entry('Tyre')).toHaveTextContent('Nine pedals came')
  })

  test('can be merged by hand, with no word of either lost', async () => {
    await meet()
    await userEvent.click(screen.getByRole('button', { name: 'Merge by hand' }))
    expect(await screen.findByRole('textbox', { name: 'What happened' })).toHaveValue(
      'Eight pedals came\nNine pedals came',
    )
  })

  test('with the same words counts as saved: the answer was lost, not the correction', async () => {
    serve(correctLog, stale(revisionOf(1, 'Eight pedals came')))
    setup.logbook.open('/docs/3')
    await begin('Eight pedals came')
    await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
    expect(await screen.findByRole('button', { name: /^Corrected/ })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('What a log said before [D19]', () => {
  test('can be read by everybody, newest first, with changes marked by symbol and word', async () => {
    setup.logbook.logs = [logOf(1, { ...now, title: 'Tyre', content: 'Eight pedals came' })]
    serve(readRevisions, [revisionOf(1, 'Eight pedals came'), revisionOf(0, 'Seven pedals came')])
    setup.logbook.open('/docs/3')
    await userEvent.click(within(await entry('Tyre')).getByRole('button', { name: /^Corrected/ }))
    const history = await screen.findByRole('dialog', { name: 'History of “Tyre”' })
    await within(history).findByRole('insertion')
    const [newest, first] = within(history).getAllByRole('listitem')
    expect(newest).toHaveTextContent(/Maya Okafor, .*11:00 AM.*Newest.*Removed:Seven.*Added:Eight/)
    expect(first).toHaveTextContent(/10:00 AM.*As first written.*Seven pedals came/)
  })

  test('that does not load can be tried again', async () => {
    setup.logbook.logs = [logOf(1, { ...now, title: 'Tyre' })]
    serve(readRevisions, apiError('server.error'))
    setup.logbook.open('/docs/3')
    await choose('Tyre', 'History')
    expect(await screen.findByRole('alert')).toHaveTextContent('The history did not load.')
    serve(readRevisions, [revisionOf(1, 'Eight'), revisionOf(0, 'Seven')])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('As first written')).toBeVisible()
  })
})

describe('A correction by somebody else [D19, 4.8]', () => {
  test('changes the log where it stands, without a new one being announced', async () => {
    setup.logbook.open('/docs/3')
    await entry('Log 1')
    setup.logbook.emit({ kind: 'log.corrected', doc_id: 3, log: logOf(1, { ...now, content: 'It was the other one' }) })
    expect(await within(await entry('Log 1')).findByText('It was the other one')).toBeVisible()
    expect(screen.queryByText(/new log/)).toBeNull()
    expect(useTimelines.getState().timelines[3]?.unread).toEqual([])
  })

  test('of a log that is not loaded loads nothing, and an older page that arrives later does not undo it', async () => {
    setup.logbook.open('/docs/3')
    await entry('Log 1')
    setup.logbook.emit({ kind: 'log.corrected', doc_id: 3, log: logOf(9, { ...now, content: 'Newer words' }) })
    await waitFor(() => expect(useTimelines.getState().corrected[9]).toBeDefined())
    expect(screen.queryByRole('article', { name: 'Log 9' })).toBeNull()
    serve(readLogs, { logs: [logOf(9)], has_newer: false, has_older: false })
    await useTimelines.getState().replace(3, null)
    expect(await within(await entry('Log 9')).findByText('Newer words')).toBeVisible()
  })

  test('that was missed is there after the connection has caught up', async () => {
    setup.logbook.open('/docs/3')
    await entry('Log 1')
    const calls = serve(logsByIds, [tyre, logOf(1, { ...now, content: 'It was the other one' })])
    useTimelines.getState().resync()
    expect(await within(await entry('Log 1')).findByText('It was the other one')).toBeVisible()
    expect(calls[0]?.query.get('doc_log_ids')).toBe('[2,1]')
  })
})
