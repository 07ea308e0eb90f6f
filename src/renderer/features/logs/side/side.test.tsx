import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { type LinkingText, listLinkedFrom } from '#shared/contract/documents/links'
import { type DocumentFile, readSide } from '#shared/contract/logs/side'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../../platform/test-page'
import { type Received, serve, withServer } from '../../../platform/test-server'
import { fileId, fileOf, pictureOf } from '../../../platform/test-uploads'
import { listedOf } from '../../graphs/test-graphs'
import { withTestLogbook } from '../../graphs/test-logbook'
import { logOf, sideFrom } from '../test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs')
const setup = withTestLogbook()

const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
const clear = { graph_id: 5, label: 0, text: 'Clear' }
const queue = { graph_id: 5, label: 1, text: 'Queue' }
const yesterday = (id: number, more = {}) => logOf(id, { created_at: '2026-11-19T09:00:00.000Z', ...more })

let files: DocumentFile[]
let requests: Received[]
let user: ReturnType<typeof userEvent.setup>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') })
  user = userEvent.setup()
  files = []
  const { logbook } = setup
  logbook.graphs = [listedOf()]
  logbook.logs = [
    logOf(4, { labels: [clear, queue], created_by: null }),
    logOf(3, { labels: [clear] }),
    logOf(2, { created_by: null }),
    logOf(1, { labels: [clear], created_by: null }),
    yesterday(6, { labels: [queue], created_by: maya }),
  ]
  requests = serve(readSide, call => sideFrom(logbook.logs, call, files))
})
afterEach(() => {
  vi.useRealTimers()
  window.innerWidth = 1440
})

const region = (name: string) => screen.findByRole('region', { name })
const rowsOf = async (name: string) =>
  within(await region(name))
    .getAllByRole('listitem')
    .map(row => row.textContent)
const file = (nr: number, file_name: string, mime_type = 'text/plain'): DocumentFile => ({
  file_id: fileId(nr),
  file_name,
  mime_type,
  log_id: 1,
  created_at: '2026-11-20T09:00:00.000Z',
})

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const linkingText = (text: Partial<LinkingText>): LinkingText => ({
  ...{ link_id: 1, kind: 'page', doc_id: 8, document_type: 'logbook', log_id: null, log_title: null, task_id: null },
  ...{
    comment_id: null,
    chat_id: null,
    message_id: null,
    name: 'Bay log',
    author: null,
    written_at: '2026-11-20T09:00:00.000Z',
  },
  ...text,
})

describe('Beside the timeline [D20, D22]', () => {
  test('names the texts that link to the logbook, and leads to that very log', async () => {
    const calls = serve(listLinkedFrom, [
      linkingText({ link_id: 3, kind: 'page', name: 'Closing checklist', document_type: 'document' }),
      linkingText({ link_id: 2, kind: 'log', log_id: 71, log_title: 'Lost a key', author: tom }),
      linkingText({ link_id: 1, kind: 'task_comment', doc_id: null, task_id: 5, comment_id: 6, name: 'Copy the key' }),
      linkingText({ link_id: 4, kind: 'log_comment', log_id: 72, log_title: 'Found it', comment_id: 9 }),
      linkingText({
        link_id: 5,
        kind: 'message',
        doc_id: null,
        chat_id: 2,
        message_id: 8,
        name: 'Tom Reyes',
        author: tom,
      }),
    ])
    setup.logbook.open('/docs/3')
    const linked = await screen.findByRole('navigation', { name: 'Linked from' })
    const address = (name: string | RegExp) => within(linked).getByRole('link', { name }).getAttribute('href')
    expect(address('Closing checklist')).toBe('#/docs/8')
    expect(address(/^Lost a key\s*Bay log · Tom Reyes · Today, /)).toBe('#/docs/8?log=71')
    expect(address(/^Comment on “Copy the key”\s*Former member · /)).toBe('#/tasks/5?comment=6')
    expect(address(/^Comment on “Found it”/)).toBe('#/docs/8?log=72&comment=9')
    expect(address(/^Message in “Tom Reyes”\s*Tom Reyes · /)).toBe('#/home/messages/2?message=8')
    expect(calls[0]?.body).toMatchObject({ doc_id: 3 })
  })

  test('are the labels of the visible day and the logs per author; Mate stands for logs without one', async () => {
    setup.logbook.logs = setup.logbook.logs.slice(0, 4)
    const { container } = setup.logbook.open('/docs/3')
    await waitFor(async () => expect(await rowsOf('Labels today')).toEqual(['Clear3', 'Queue1']))
    expect(await rowsOf('Written by')).toEqual(['Mate3', 'Tom Reyes1'])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('an earlier day is named by its date', async () => {
    setup.logbook.open('/docs/3?on=2026-11-19')
    await waitFor(async () => expect(await rowsOf('Labels on Thursday, November 19')).toEqual(['Queue1']))
    expect(await rowsOf('Written by')).toEqual(['Maya Okafor1'])
    expect(screen.queryByRole('region', { name: 'Labels today' })).toBeNull()
  })

  test('a day without labels says so', async () => {
    setup.logbook.logs = [logOf(1)]
    setup.logbook.open('/docs/3')
    expect(await within(await region('Labels today')).findByText('No logs have labels.')).toBeVisible()
  })

  test('counts follow new logs and changed labels, in one request for several changes', async () => {
    const { logbook } = setup
    logbook.open('/docs/3')
    await region('Labels today')
    const before = requests.length
    const newLogs = [logOf(7, { labels: [queue] }), logOf(8, { labels: [queue] })]
    logbook.logs = [...newLogs.toReversed(), ...logbook.logs]
    for (const log of newLogs) logbook.emit({ kind: 'log.added', doc_id: 3, log })
    await waitFor(async () => expect(await rowsOf('Labels today')).toEqual(['Queue3', 'Clear3']))
    expect(requests.length).toBe(before + 1)
    expect(await rowsOf('Written by')).toEqual(['Tom Reyes3', 'Mate3'])
    logbook.logs = logbook.logs.map(log => (log.id === 3 ? { ...log, labels: [] } : log))
    logbook.emit({ kind: 'log.labelled', doc_id: 3, log_id: 3, labels: [] })
    await waitFor(async () => expect(await rowsOf('Labels today')).toEqual(['Queue3', 'Clear2']))
    logbook.emit({ kind: 'log.labelled', doc_id: 4, log_id: 99, labels: [] })
    expect(requests.at(-1)?.params).toEqual({ doc_id: '3' })
  })

  test('a press on a label or a person filters the timeline, and another one clears it', async () => {
    const { router } = setup.logbook.open('/docs/3')
    await user.click(within(await region('Labels today')).getByRole('button', { name: /^Clear/ }))
    expect(router.state.location.search).toBe('?labels=5.0')
    await user.click(within(await region('Written by')).getByRole('button', { name: /^Tom Reyes/ }))
    expect(router.state.location.search).toBe('?labels=5.0&by=8')
    const pressed = within(await region('Labels today')).getByRole('button', { name: /^Clear/, pressed: true })
    await user.click(pressed)
    expect(router.state.location.search).toBe('?by=8')
    expect(within(await region('Written by')).queryByRole('button', { name: /Mate/ })).toBeNull()
  })

  test('filtering on an earlier day stays on that day', async () => {
    const { router } = setup.logbook.open('/docs/3?on=2026-11-19')
    await user.click(within(await region('Labels on Thursday, November 19')).getByRole('button', { name: /^Queue/ }))
    expect(router.state.location.search).toBe('?on=2026-11-19&labels=5.1')
    expect(await region('Labels on Thursday, November 19')).toBeVisible()
  })

  test('says when it did not load, and can be tried again', async () => {
    serve(readSide, apiError('server.unavailable'))
    setup.logbook.open('/docs/3')
    const alert = await screen.findByText(/^Labels, writers and files did not load/)
    serve(readSide, call => sideFrom(setup.logbook.logs, call))
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await waitFor(async () => expect(await rowsOf('Labels today')).toEqual(['Clear3', 'Queue1']))
  })
})

describe('The files beside the timeline [3.7]', () => {
  const names = async () =>
    within(await region('Files'))
      .getAllByRole('listitem')
      .map(row => row.textContent)

  test('are a few of the newest, and all on demand; a new one appears by itself', async () => {
    files = Array.from({ length: 7 }, (_, nr) => file(nr + 1, `paper-${nr + 1}.txt`))
    const all = files.map(file => file.file_name)
    serve(downloadFiles, () => [fileOf(20, 'newest.txt')])
    setup.logbook.open('/docs/3')
    await waitFor(async () => expect(await names()).toEqual(all.slice(0, 5)))
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(async () => expect(await names()).toEqual(all))
    expect(screen.queryByRole('button', { name: /^Show (all|more)$/ })).toBeNull()
    files = [file(20, 'newest.txt'), ...files]
    setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: logOf(7, { file_ids: [fileId(20)] }) })
    await waitFor(async () => expect(await names()).toEqual(['newest.txt', ...all]))
  })

  test('open if they can be shown or played, are saved if not, and say when they are gone', async () => {
    files = [
      file(1, 'shelf.jpg', 'image/jpeg'),
      file(2, 'talk.mp3', 'audio/mpeg'),
      file(3, 'hours.csv', 'text/csv'),
      file(4, 'lost.txt'),
    ]
    const dayFiles = [
      pictureOf(1, 'shelf.jpg'),
      fileOf(2, 'talk.mp3', { mime_type: 'audio/mpeg' }),
      fileOf(3, 'hours.csv', { mime_type: 'text/csv' }),
    ]
    const calls = serve(downloadFiles, ({ body }) =>
      dayFiles.filter(file => (body.file_ids as string[]).includes(file.file_id)),
    )
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    setup.logbook.open('/docs/3')
    const press = async (name: string) => user.click(within(await region('Files')).getByRole('button', { name }))
    await within(await region('Files')).findByRole('button', { name: 'shelf.jpg' })
    expect(calls).toEqual([])
    await press('shelf.jpg')
    await screen.findByRole('dialog', { name: 'shelf.jpg' })
    await user.keyboard('{Escape}')
    await press('talk.mp3')
    expect(within(await screen.findByRole('dialog', { name: 'talk.mp3' })).getByLabelText('talk.mp3')).toHaveAttribute(
      'controls',
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('hours.csv')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    await press('lost.txt')
    expect(await screen.findByText('A file was deleted, or you have no access to it')).toBeVisible()
    saved.mockRestore()
  })
})

describe('Where there is no logbook beside the timeline', () => {
  test('it opens over it with a button, is not requested before, and closes after a choice', async () => {
    window.innerWidth = 390
    const { router } = setup.logbook.open('/docs/3')
    const button = await screen.findByRole('button', { name: 'About this day' })
    expect(requests).toEqual([])
    await user.click(button)
    const sheet = await screen.findByRole('dialog', { name: 'Today' })
    await user.click(await within(sheet).findByRole('button', { name: /^Clear/ }))
    expect(router.state.location.search).toBe('?labels=5.0')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
