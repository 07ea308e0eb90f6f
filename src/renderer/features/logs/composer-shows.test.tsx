import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogLabel } from '#shared/contract/graphs/label'
import { writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import { type Frame, listFrames, readFeed, readFrames } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { chosen, UploadServer } from '../../platform/test-uploads'
import { leaveUploads } from '../attachments/store'
import { listedOf } from '../graphs/test-graphs'
import { withTestLogbook } from '../graphs/test-logbook'
import { logOf } from './test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs', 'documents', 'summaries', 'sources')
const setup = withTestLogbook()

const own = { user_id: 7, user_displayname: 'Maya', user_image: null, user_phone: null, user_email: null }
const label = (at: 0 | 1 | 2): LogLabel => ({
  graph_id: 5,
  label: at,
  text: ['Clear', 'Queue', 'Unattended'][at] ?? '',
})
const frameId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const camera = { kind: 'camera', camera_id: 4 } as const
const frameOf = (number: number): Frame => ({
  ...{ id: frameId(number), source: camera, url: `/frames/${number}.jpg`, kept: false },
  taken_at: new Date(Date.parse('2025-11-20T14:00:00Z') + number * 1_000).toISOString(),
})
let calls: Received[]
let isOnline: boolean
/** Pictures that were deleted. */
let gone: number[]

beforeEach(() => {
  isOnline = true
  gone = []
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  new UploadServer()
  setup.logbook.graphs = [listedOf()]
  calls = serve(writeLog, ({ body }) =>
    logOf(9, {
      title: String(body.content),
      content: '',
      client_id: String(body.client_id),
      created_by: own,
      labels: ((body.labels ?? []) as { label: 0 | 1 | 2 }[]).map(logLabel => label(logLabel.label)),
      frame_ids: (body.frame_ids ?? []) as string[],
    }),
  )
  const front = {
    ...{ camera_id: 4, url: null, name: 'Front counter', description: '', branch_id: null },
    ...{ space_ids: [], kind: 'still' as const },
    ...{ trouble: null, trouble_since: null, last_frame: frameOf(4), kept_days: 14 },
    ...{ notice_confirmed_by: null, notice_confirmed_at: null },
  }
  serve(readFeed, {
    ...{ screen_sharing_users: [], screen_viewers: [], accessible_user_screens: [], my_screen_user_ids: [] },
    ...{ accessible_cctv_feeds: [front], is_my_screen_accessible_to_org: false },
  })
  serve(listFrames, [3, 2, 1].map(frameOf))
  serve(readFrames, ({ query }) => {
    const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
    return ids.map(id => frameOf(Number(id.slice(-12)))).filter(frame => !gone.map(frameId).includes(frame.id))
  })
})

// Leaves no uploads for the next test to restore.
afterEach(leaveUploads)

const form = () => within(screen.getByRole('form', { name: 'Write a log' }))
async function write() {
  const view = setup.logbook.open('/docs/3')
  const [button] = await screen.findAllByRole('button', { name: 'Log' })
  await userEvent.click(button as HTMLElement)
  return view
}
const labels = () =>
  form()
    .queryAllByRole('button', { name: /^Remove label/ })
    .map(element => element.textContent)
const chooseLabels = async (...names: string[]) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Labels' }))
  for (const name of names) await userEvent.click(await screen.findByRole('menuitemcheckbox', { name }))
  await userEvent.keyboard('{Escape}')
}
async function choosePictures(...times: string[]) {
  await userEvent.click(form().getByRole('button', { name: 'Add pictures' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add pictures of a source' }))
  await userEvent.click(await dialog.findByRole('button', { name: /^Front counter/ }))
  for (const time of times) await userEvent.click(await dialog.findByRole('button', { name: `Picture of ${time}` }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the log' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const pictures = () =>
  within(form().getByRole('list', { name: 'Pictures that go into the log' })).getAllByRole('listitem')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save log' }))

describe('Labels of a log that is being written [3.8, D22]', () => {
  test('can be chosen with the keyboard, are shown, removed, and sent with the log', async () => {
    const { container } = await write()
    await screen.findByRole('button', { name: 'Labels' })
    await userEvent.type(form().getByRole('textbox', { name: 'What happened' }), 'Brake bled')
    screen.getByRole('button', { name: 'Labels' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu', { name: 'Labels of the new log' })
    await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Clear' })).toHaveFocus())
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}{Escape}')
    expect(labels()).toEqual(['Clear', 'Queue'])
    await userEvent.click(form().getByRole('button', { name: 'Remove label Clear' }))
    expect(labels()).toEqual(['Queue'])
    expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await save()
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ labels: [{ graph_id: 5, label: 1 }] }))
    expect(calls[0]?.body.labels).toEqual([{ graph_id: 5, label: 1 }])
  })

  test('survive a reload, and stay with a log that waits for the network', async () => {
    const { unmount } = await write()
    await userEvent.type(form().getByRole('textbox', { name: 'What happened' }), 'Offline')
    await chooseLabels('Queue')
    fireEvent(window, new Event('pagehide'))
    unmount()
    isOnline = false
    await write()
    expect(labels()).toEqual(['Queue'])
    await save()
    const waiting = within(await screen.findByRole('article', { name: 'Offline' }))
    expect(waiting.getByRole('list', { name: 'Labels' })).toHaveTextContent('Queue')
    expect(calls).toEqual([])
    isOnline = true
    act(() => void fireEvent(window, new Event('online')))
    await waitFor(() => expect(calls[0]?.body.labels).toEqual([{ graph_id: 5, label: 1 }]))
  })

  test('that were deleted meanwhile leave the draft, and renamed ones show their new name', async () => {
    const { unmount } = await write()
    await userEvent.type(form().getByRole('textbox', { name: 'What happened' }), 'Later')
    await chooseLabels('Clear', 'Queue')
    unmount()
    setup.logbook.graphs = [listedOf({ labels: { 1: 'Long queue' } })]
    await write()
    await waitFor(() => expect(labels()).toEqual(['Long queue']))
  })

  test('return to the composer with a log that was refused', async () => {
    serve(writeLog, apiError('label.not_found'))
    await write()
    await userEvent.type(form().getByRole('textbox', { name: 'What happened' }), 'Refused')
    await chooseLabels('Queue')
    await choosePictures('2:00:02 PM')
    await save()
    const refused = within(await screen.findByRole('article', { name: 'Refused' }))
    expect(await refused.findByRole('alert')).toHaveTextContent('This label is no longer here.')
    await userEvent.click(refused.getByRole('button', { name: 'Edit' }))
    expect(labels()).toEqual(['Queue'])
    expect(pictures()).toHaveLength(1)
  })

  test('are not offered if the logbook has none', async () => {
    setup.logbook.graphs = []
    await write()
    await form().findByRole('button', { name: 'Add pictures' })
    expect(screen.queryByRole('button', { name: 'Labels' })).toBeNull()
  })
})

describe('Pictures of sources in a log that is being written [3.8, 7.14b]', () => {
  test('are shown, can be removed, survive a reload, and make a log without text', async () => {
    const { unmount } = await write()
    expect(screen.getByRole('button', { name: 'Save log' })).toBeDisabled()
    await choosePictures('2:00:03 PM', '2:00:01 PM')
    expect(pictures()).toHaveLength(2)
    fireEvent(window, new Event('pagehide'))
    unmount()
    await write()
    expect(pictures()).toHaveLength(2)
    await userEvent.click(form().getByRole('button', { name: 'Remove picture 1' }))
    expect(pictures()).toHaveLength(1)
    await save()
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: '', frame_ids: [frameId(1)] }))
    expect(form().queryByRole('button', { name: /^Remove picture/ })).toBeNull()
  })

  test('are shown on the placeholder, below the title that the log will have [4.7a]', async () => {
    isOnline = false
    await write()
    await choosePictures('2:00:03 PM')
    await save()
    const waiting = within(await screen.findByRole('article', { name: 'Picture' }))
    expect(await waiting.findByRole('button', { name: /^Open the picture of/ })).toBeVisible()
  })

  test('and files are twelve together at most', async () => {
    await write()
    await choosePictures('2:00:03 PM', '2:00:02 PM')
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await userEvent.upload(
      input,
      Array.from({ length: limits.files - 1 }, (_, index) => chosen(`${index}.txt`)),
    )
    expect(await screen.findByText('1 file was left out. A log can hold at most 12.')).toBeVisible()
    await userEvent.click(form().getByRole('button', { name: 'Add pictures' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add pictures of a source' }))
    expect(dialog.getByRole('status')).toHaveTextContent('2 of 2 chosen')
  })

  test('that were deleted say so, and can be removed', async () => {
    gone = [3]
    await write()
    await choosePictures('2:00:03 PM')
    expect(await form().findByText('Deleted, or no access')).toBeVisible()
    await userEvent.click(form().getByRole('button', { name: 'Remove picture 1' }))
    expect(screen.getByRole('button', { name: 'Save log' })).toBeDisabled()
  })
})

describe('A log that Mate is writing [4.7a]', () => {
  test('already has its pictures and labels, so that they stay in place when it is complete', async () => {
    const log = logOf(1, { created_by: null, frame_ids: [frameId(3)], labels: [label(0)] })
    setup.logbook.logs = [{ ...log, is_generating: true, title: '' }]
    setup.logbook.open('/docs/3')
    const writing = within(await screen.findByRole('article', { name: 'Mate is writing this log' }))
    expect(await writing.findByRole('button', { name: /^Open the picture of/ })).toBeVisible()
    expect(writing.getByRole('list', { name: 'Labels' })).toHaveTextContent('Clear')
    act(() => setup.logbook.emit({ kind: 'log.added', doc_id: 3, log }))
    const written = within(await screen.findByRole('article', { name: 'Log 1' }))
    expect(written.getByRole('list', { name: 'Labels' })).toHaveTextContent('Clear')
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })
})

describe('A log in a browser without storage', () => {
  test('says that it exists in this tab only, while it is written and while it waits', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    isOnline = false
    await write()
    expect(form().getByText('Your text is kept until you save it.')).toBeVisible()
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    })
    await userEvent.type(form().getByRole('textbox', { name: 'What happened' }), 'Kept nowhere')
    expect(await form().findByText(/^This device is out of space/)).toBeVisible()
    await save()
    const waiting = within(await screen.findByRole('article', { name: 'Kept nowhere' }))
    expect(await waiting.findByText(/^This device is out of space/)).toBeVisible()
    full.mockRestore()
  })
})
