import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listRunMarks } from '#shared/contract/jobs/endpoints'
import {
  type Frame,
  findFrame,
  listFrameDays,
  readFeed,
  readFrames,
  readTimeline,
} from '#shared/contract/sources/endpoints'
import { exportFrames, readTimeLapse } from '#shared/contract/sources/exports'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { startShortcuts } from '../../../platform/shortcuts'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { listedKeys } from '../../../ui/local-keys'
import { Toaster } from '../../../ui/toast'
import { useSources } from '../store'
import { cameraOf, feedOf, frameId, frameOf } from '../test-sources'
import { rangeAround } from './range'
import { TimelinePage } from './timeline-page'

withServer()
withEnglish('sources')

const camera = { kind: 'camera', camera_id: 4 } as const
const noon = Date.parse('2025-11-20T12:00:00.000Z')
const at = (seconds: number) => new Date(noon + seconds * 1_000).toISOString()
let frames: Frame[]
let ranges: unknown[]
let stop: () => void

beforeEach(async () => {
  await endSession()
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  frames = [0, 60, 120].map((seconds, index) => frameOf(index + 1, camera, { taken_at: at(seconds) }))
  ranges = []
  const feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter', { last_frame: frames[2] ?? null })] })
  useSources.setState({
    feed,
    items: feed.accessible_cctv_feeds,
    status: 'ready',
    live: {},
    pictures: { ...(frames[2] && { 'camera.4': frames[2] }) },
  })
  serve(readFeed, feed)
  serve(readFrames, [])
  serve(listRunMarks, [])
  serve(listFrameDays, ['2025-11-18', '2025-11-20'])
  serve(readTimeline, ({ body }) => {
    const { from, to } = body as { from: string; to: string }
    ranges.push([from, to])
    return { frames: frames.filter(frame => frame.taken_at >= from && frame.taken_at < to), is_whole: true }
  })
  serve(findFrame, ({ body }) => {
    const { at, direction } = body as { at: string; direction: string }
    const before = frames.findLast(frame => (direction === 'near' ? frame.taken_at <= at : frame.taken_at < at))
    const after = frames.find(frame => frame.taken_at > at)
    return (direction === 'after' ? after : direction === 'before' ? before : (before ?? after)) ?? null
  })
  stop = startShortcuts()
})
afterEach(() => stop())

function open(search = '') {
  const Sources = () => <p>The page of the sources: {useLocation().search}</p>
  const router = createMemoryRouter(
    [
      { path: '/feed/timeline/:source', element: <TimelinePage /> },
      { path: '/feed', element: <Sources /> },
    ],
    { initialEntries: [`/feed/timeline/camera.4${search}`] },
  )
  const page = render(
    <>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
  return { ...page, router }
}

const large = (time: string) =>
  screen.findByRole('img', { name: `Front counter, picture from Thursday, November 20, 2025, ${time}` })
const small = (time: string) => screen.findByRole('button', { name: `Picture of ${time}` })

describe('The timeline of a source [D34, D41]', () => {
  test('opens with the newest picture, whose instant the address keeps', async () => {
    const { container, router } = open()
    expect(await large('12:02:00 PM')).toBeVisible()
    await waitFor(() => expect(router.state.location.search).toBe(`?at=${encodeURIComponent(at(120))}`))
    await waitFor(() => expect(ranges.at(-1)).toEqual(['2025-11-20T00:00:00.000Z', '2025-11-21T00:00:00.000Z']))
    expect(await small('12:02:00 PM')).toHaveAttribute('aria-current', 'true')
    expect((await axe.run(container)).violations).toEqual([])
  })

  test('opens at the instant of its address, with the last picture until then', async () => {
    open(`?at=${at(90)}&span=minute`)
    expect(await large('12:01:00 PM')).toBeVisible()
    expect(ranges.at(-1)).toEqual([at(60), at(120)])
  })

  test('is walked through by the arrow keys, Home and End, picture by picture', async () => {
    const { router } = open(`?at=${at(60)}`)
    ;(await small('12:01:00 PM')).focus()
    expect(listedKeys().map(({ group }) => group)).toContain('strip')
    await userEvent.keyboard('{ArrowRight}')
    expect(await large('12:02:00 PM')).toBeVisible()
    expect(await small('12:02:00 PM')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByText('There is no picture after this one.')).toBeVisible()
    await userEvent.keyboard('{Home}')
    expect(await large('12:00:00 PM')).toBeVisible()
    await userEvent.keyboard('{End}')
    expect(await large('12:02:00 PM')).toBeVisible()
    expect(router.state.location.search).toContain(encodeURIComponent(at(120)))
  })

  test('leads to the true neighbour of a picture that the strip leaves out, with Shift and an arrow key', async () => {
    const ends = [frameId(1), frameId(3)]
    const between = frameOf(9, camera, { taken_at: at(61) })
    serve(readTimeline, () => ({ frames: frames.filter(({ id }) => ends.includes(id)), is_whole: false }))
    open(`?at=${at(0)}`)
    expect(await large('12:00:00 PM')).toBeVisible()
    expect(await screen.findByText(/^2 pictures, spread evenly/)).toBeVisible()
    frames = [...frames.slice(0, 1), between, ...frames.slice(2)]
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(await large('12:01:01 PM')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Picture before' }))
    expect(await large('12:00:00 PM')).toBeVisible()
  })

  test('is zoomed around the shown picture, and searched by time', async () => {
    open(`?at=${at(60)}`)
    await large('12:01:00 PM')
    await userEvent.click(screen.getByRole('radio', { name: 'Hour' }))
    await waitFor(() => expect(ranges.at(-1)).toEqual([at(0), at(3_600)]))
    const slider = screen.getByRole('slider', { name: 'Time' })
    fireEvent.change(slider, { target: { value: String(noon + 20_000) } })
    fireEvent.keyUp(slider)
    expect(await large('12:00:00 PM')).toBeVisible()
  })

  test('offers the days that have pictures, and opens the first picture of a day', async () => {
    frames = [frameOf(8, camera, { taken_at: '2025-11-18T07:30:00.000Z' }), ...frames]
    const { router } = open(`?at=${at(60)}`)
    await large('12:01:00 PM')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Day' }))
    const days = await screen.findAllByRole('option')
    expect(days.map(day => day.textContent)).toEqual(['Thursday, November 20, 2025', 'Tuesday, November 18, 2025'])
    await userEvent.click(days[1] as HTMLElement)
    await waitFor(() => expect(router.state.location.search).toContain(encodeURIComponent('2025-11-18T07:30:00.000Z')))
  })

  test('of a source that this person may not see, or that does not exist, leads to where they can ask for access', async () => {
    serve(readTimeline, () => apiError('source.not_found'))
    serve(findFrame, () => apiError('source.not_found'))
    open(`?at=${at(60)}`)
    expect(await screen.findByText('The page of the sources: ?source=camera.4')).toBeVisible()
  })

  test('shows nothing of another source, or from before, while it loads', async () => {
    const { router } = open(`?at=${at(60)}`)
    await large('12:01:00 PM')
    let answer = () => {}
    const waiting = new Promise<null>(resolve => (answer = () => resolve(null)))
    serve(findFrame, () => waiting)
    serve(readTimeline, async () => {
      await waiting
      return { frames: [], is_whole: true }
    })
    await act(() => router.navigate(`/feed/timeline/screen.9?at=${at(60)}`))
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Picture of/ })).toBeNull()
    answer()
    expect(await screen.findByText('No pictures yet')).toBeVisible()
  })

  test('that does not load says why, and loads when tried again', async () => {
    const whole = { frames, is_whole: true }
    serve(readTimeline, () => apiError('server.unavailable'))
    open(`?at=${at(60)}`)
    expect(await screen.findByText('The pictures did not load')).toBeVisible()
    serve(readTimeline, whole)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await small('12:01:00 PM')).toBeVisible()
  })
})

describe('An open timeline [D34]', () => {
  const taken = (seconds: number) => {
    const frame = frameOf(100 + seconds, camera, { taken_at: at(seconds) })
    frames.push(frame)
    act(() => useSources.getState().handleFrame({ event: 'frame', ...frame }))
  }

  test('that shows the newest picture goes on to each new one, into the next range of time too', async () => {
    const { router } = open(`?at=${at(120)}&span=minute`)
    await large('12:02:00 PM')
    taken(150)
    expect(await large('12:02:30 PM')).toBeVisible()
    expect(await small('12:02:30 PM')).toHaveAttribute('aria-current', 'true')
    taken(181)
    expect(await large('12:03:01 PM')).toBeVisible()
    expect(router.state.location.search).toContain(encodeURIComponent(at(181)))
    await waitFor(() => expect(ranges.at(-1)).toEqual([at(180), at(240)]))
    expect(screen.queryByRole('button', { name: /new picture/i })).toBeNull()
  })

  test('that shows an earlier picture stays there, says how many came, and leads to them', async () => {
    open(`?at=${at(60)}&span=hour`)
    await large('12:01:00 PM')
    const before = ranges.length
    taken(150)
    taken(151)
    expect(await small('12:02:31 PM')).toBeInTheDocument()
    expect(await large('12:01:00 PM')).toBeVisible()
    expect(ranges).toHaveLength(before)
    await userEvent.click(screen.getByRole('button', { name: '2 new pictures' }))
    expect(await large('12:02:31 PM')).toBeVisible()
    expect(screen.queryByRole('button', { name: /new picture/i })).toBeNull()
    taken(152)
    expect(await large('12:02:32 PM')).toBeVisible()
  })

  test('that a person scrolled back stays where it is', async () => {
    open(`?at=${at(120)}&span=hour`)
    await large('12:02:00 PM')
    const strip = screen.getByRole('list', { name: /^Pictures from/ })
    Object.defineProperties(strip, { scrollWidth: { value: 4_000 }, clientWidth: { value: 500 } })
    fireEvent.scroll(strip, { target: { scrollLeft: 0 } })
    taken(150)
    expect(await screen.findByRole('button', { name: 'New picture' })).toBeVisible()
    expect(await large('12:02:00 PM')).toBeVisible()
  })

  test('reads its range again after the connection was lost', async () => {
    open(`?at=${at(120)}&span=hour`)
    await large('12:02:00 PM')
    const before = ranges.length
    act(() => useSources.getState().setStatus('RECONNECTING'))
    act(() => useSources.getState().setStatus('CONNECTED'))
    await waitFor(() => expect(ranges).toHaveLength(before + 1))
  })
})

describe('The export of a range [D34]', () => {
  test('says what will be in it before it is made, and why it was not made', async () => {
    const asked: Record<string, unknown>[] = []
    serve(readTimeLapse, ({ body }) => {
      asked.push(body)
      return apiError('time_lapse.unavailable')
    })
    serve(exportFrames, { pictures: 3, is_whole: false, first_at: at(0), last_at: at(120) })
    open(`?at=${at(60)}&span=hour`)
    await large('12:01:00 PM')
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export pictures of Front counter' })
    const preview = await within(dialog).findByRole('region', { name: 'What will be in the file' })
    expect(preview).toHaveTextContent('3 pictures, 1 s of film. From 12:00:00 PM to 12:02:00 PM.')
    expect(preview).toHaveTextContent('There are more pictures of this time.')
    expect(within(preview).getAllByRole('img')).toHaveLength(3)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save film' }))
    expect(await within(dialog).findByText(/has no ffmpeg/)).toBeVisible()
    expect(asked.at(-1)).toMatchObject({ source: camera, from: at(0), to: at(3_600), fps: 12, type: 'mp4' })
  })

  test('as pictures says that it will be an archive', async () => {
    const asked: Record<string, unknown>[] = []
    serve(exportFrames, ({ body }) => {
      asked.push(body)
      if (body.type !== undefined) return apiError('request.too_many', { retryAfterSeconds: 15 })
      return { pictures: 3, is_whole: true, first_at: at(0), last_at: at(120) }
    })
    open(`?at=${at(60)}&span=hour`)
    await large('12:01:00 PM')
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export pictures of Front counter' })
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Pictures' }))
    expect(await within(dialog).findByText(/^3 pictures, in a ZIP file\./)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save pictures' }))
    expect(await within(dialog).findByText(/^The file was not made\./)).toBeVisible()
    expect(asked.at(-1)).toMatchObject({ source: camera, from: at(0), to: at(3_600), type: 'zip' })
  })

  test('of a range that ends before it begins is refused', async () => {
    serve(exportFrames, { pictures: 0, is_whole: true, first_at: null, last_at: null })
    open(`?at=${at(60)}&span=hour`)
    await large('12:01:00 PM')
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export pictures of Front counter' })
    expect(await within(dialog).findByText('There are no pictures of this time.')).toBeVisible()
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '2025-11-20T11:00:00' } })
    expect(await within(dialog).findByText('The end must be after the start.')).toBeVisible()
  })
})

describe('The range around an instant', () => {
  test('is a part of the local day, also when the day has 23 or 25 hours', () => {
    const berlin = (instant: string, span: Parameters<typeof rangeAround>[1]) =>
      rangeAround(instant, span, 'Europe/Berlin')
    expect(berlin('2026-03-29T12:00:00.000Z', 'day')).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    })
    expect(berlin('2026-10-25T12:00:00.000Z', 'day')).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
    expect(rangeAround('2026-03-29T12:10:00.000Z', 'hour', 'Asia/Kolkata')).toEqual({
      from: '2026-03-29T11:30:00.000Z',
      to: '2026-03-29T12:30:00.000Z',
    })
  })
})
