import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { readLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { type Frame, readFrames } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../../platform/test-page'
import { serve, withServer } from '../../../platform/test-server'
import { fileId, fileOf, pictureOf } from '../../../platform/test-uploads'
import { withTestLogbook } from '../../graphs/test-logbook'
import { useTimelines } from '../store'
import { logOf, logsOf, pageFrom } from '../test-logs'

// jsdom has no layout, so a virtual list would render nothing. Here only the newest logs are rendered.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.slice(0, 5).map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs', 'documents', 'summaries', 'sources')
const setup = withTestLogbook()

const frameId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const frameOf = (number: number): Frame => ({
  id: frameId(number),
  source: { kind: 'camera', camera_id: 4 },
  url: `/frames/${number}.jpg`,
  taken_at: new Date(Date.parse('2025-11-20T14:00:00Z') + number * 60_000).toISOString(),
  kept: true,
})
/** Pictures that this person may not see. */
let hidden: number[]
let isDown: boolean

beforeEach(() => {
  hidden = []
  isDown = false
  serve(readFrames, ({ query }) => {
    if (isDown) return apiError('server.unavailable')
    const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
    return ids.map(id => frameOf(Number(id.slice(-12)))).filter(frame => !hidden.map(frameId).includes(frame.id))
  })
  const files = [pictureOf(1, 'shelf.jpg'), fileOf(2, 'hours.csv', { mime_type: 'text/csv' })]
  serve(downloadFiles, ({ body }) => files.filter(file => (body.file_ids as string[]).includes(file.file_id)))
})

/** Delays timers of this length. Returns the function that fires those that were not cleared. */
function heldTimers(milliseconds: number): () => void {
  const waiting = new Map<unknown, () => void>()
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout]
  // Not a spy: Testing Library would treat that as a fake clock and advance it.
  vi.stubGlobal('setTimeout', (run: () => void, after?: number) => {
    if (after !== milliseconds) return set(run, after)
    const timer = set(() => undefined)
    waiting.set(timer, run)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof set>) => {
    waiting.delete(timer)
    clear(timer)
  })
  return () => {
    for (const run of waiting.values()) run()
    waiting.clear()
  }
}

afterEach(() => vi.unstubAllGlobals())

const withPictures = (id: number, ...frames: number[]) => logOf(id, { frame_ids: frames.map(frameId) })
const article = (title: string) => screen.findByRole('article', { name: title })
const openAt = async (title: string, at = 0) => {
  const buttons = await within(await article(title)).findAllByRole('button', { name: /^Open the picture/ })
  await userEvent.click(buttons[at] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}
const box = () => screen.getByRole('dialog')
const shown = () => within(box()).getByRole('img').getAttribute('src')
const place = async (text: string) => waitFor(() => expect(box()).toHaveTextContent(text))
const status = () => within(box()).getByRole('status').textContent
const openWith = (...logs: Log[]) => {
  setup.logbook.logs = logs
  setup.logbook.open('/docs/3')
}

describe('The pictures of logs in the lightbox [3.8, 4.8a]', () => {
  test('lead across logs to the next one, which is named with its time', async () => {
    openWith(withPictures(3, 31, 32), logOf(2), withPictures(1, 11))
    const dialog = await openAt('Log 3')
    expect(dialog).toHaveTextContent('Log 3, Friday, November 20, 2026, 8:03 AM')
    expect(dialog).toHaveTextContent('1 of 2')
    await userEvent.keyboard('{ArrowRight}')
    await place('2 of 2')
    expect(status()).toBe('')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(status()).toBe('Log “Log 1”, Friday, November 20, 2026, 8:01 AM'))
    expect(box()).toHaveTextContent('Log 1, Friday, November 20, 2026, 8:01 AM')
    expect(shown()).toBe('/frames/11.jpg')
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shown()).toBe('/frames/32.jpg'))
    expect(status()).toBe('Log “Log 3”, Friday, November 20, 2026, 8:03 AM')
    expect((await axe.run(box(), { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('stop at both ends with a message', async () => {
    openWith(withPictures(2, 21), withPictures(1, 11))
    await openAt('Log 2')
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(status()).toBe('No newer pictures'))
    expect(shown()).toBe('/frames/21.jpg')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(shown()).toBe('/frames/11.jpg'))
    await userEvent.click(within(box()).getAllByRole('button', { name: 'Next picture' })[0] as HTMLElement)
    await waitFor(() => expect(status()).toBe('No older pictures'))
    expect(shown()).toBe('/frames/11.jpg')
  })

  test('can be swiped across logs', async () => {
    openWith(withPictures(2, 21), withPictures(1, 11))
    await openAt('Log 2')
    const picture = within(box()).getByRole('img')
    fireEvent.pointerDown(picture, { pointerId: 1, clientX: 300, clientY: 0, button: 0 })
    fireEvent.pointerUp(picture, { pointerId: 1, clientX: 200, clientY: 10, button: 0 })
    await waitFor(() => expect(shown()).toBe('/frames/11.jpg'))
  })

  test('include image files; logs with only hidden pictures or other files are skipped', async () => {
    hidden = [31]
    openWith(
      withPictures(4, 41),
      withPictures(3, 31),
      logOf(2, { file_ids: [fileId(2)] }),
      logOf(1, { file_ids: [fileId(1)] }),
    )
    await openAt('Log 4')
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'shelf.jpg' })).toHaveTextContent(
      'Log 1, Friday, November 20, 2026',
    )
  })

  test('load the pages of the timeline that they are on', async () => {
    setup.logbook.logs = [withPictures(80, 1), ...logsOf(12, 79), withPictures(11, 2), ...logsOf(1, 10)]
    setup.logbook.open('/docs/3')
    await openAt('Log 80')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(shown()).toBe('/frames/2.jpg'))
    expect(useTimelines.getState().timelines[3]?.logs.some(log => log.id === 11)).toBe(true)
  })

  test('that are very far away are searched further when the person continues', async () => {
    setup.logbook.logs = [withPictures(500, 1), ...logsOf(2, 499), withPictures(1, 2)]
    setup.logbook.open('/docs/3')
    await openAt('Log 500')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(status()).toBe('No pictures in 300 older logs. Continue to look further.'))
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(shown()).toBe('/frames/2.jpg'))
  })

  test('that could not be loaded say so, and load when the person continues', async () => {
    const logs = [withPictures(40, 1), ...logsOf(2, 39), withPictures(1, 2)]
    setup.logbook.logs = logs
    setup.logbook.open('/docs/3')
    await openAt('Log 40')
    serve(readLogs, apiError('server.unavailable'))
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(status()).toBe('Older pictures did not load. Continue to try again.'))
    serve(readLogs, call => pageFrom(logs, call))
    isDown = true
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(useTimelines.getState().timelines[3]?.hasOlder).toBe(false))
    await waitFor(() => expect(status()).toBe('Older pictures did not load. Continue to try again.'))
    isDown = false
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(shown()).toBe('/frames/2.jpg'))
  })

  test('lead to their log', async () => {
    setup.logbook.logs = [withPictures(2, 21), withPictures(1, 11)]
    const { router } = setup.logbook.open('/docs/3')
    await openAt('Log 2')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(shown()).toBe('/frames/11.jpg'))
    await userEvent.click(within(box()).getByRole('button', { name: 'Show the log' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('?log=1')
  })

  test('keep the focus when the log that the address names is scrolled into place behind them', async () => {
    const settle = heldTimers(250)
    setup.logbook.logs = [withPictures(2, 21), withPictures(1, 11)]
    setup.logbook.open('/docs/3?log=1')
    const dialog = await openAt('Log 1')
    act(settle)
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  test('a log that the address named takes no focus on the next page', async () => {
    const settle = heldTimers(250)
    setup.logbook.logs = [withPictures(2, 21), withPictures(1, 11)]
    const first = setup.logbook.open('/docs/3?log=1')
    await article('Log 1')
    first.unmount()
    setup.logbook.open('/docs/3')
    const other = await article('Log 2')
    other.focus()
    act(settle)
    expect(other).toHaveFocus()
  })

  test('lead to a log that was written meanwhile', async () => {
    openWith(withPictures(1, 11))
    await openAt('Log 1')
    // There is one button beside the picture and one in the row for phones.
    const previous = () => within(box()).getAllByRole('button', { name: 'Previous picture' })[0] as HTMLElement
    expect(previous()).toHaveAttribute('aria-disabled', 'true')
    act(() => setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: withPictures(2, 21) }))
    await waitFor(() => expect(previous()).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.click(previous())
    await waitFor(() => expect(shown()).toBe('/frames/21.jpg'))
  })
})
