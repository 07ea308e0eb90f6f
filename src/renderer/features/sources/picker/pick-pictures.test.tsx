import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Frame, listFrames, readFrames } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { settled } from '../../../platform/test-environment'
import { renderPage } from '../../../platform/test-page'
import { onItsWay, PageOf, type Received, serve } from '../../../platform/test-server'
import { PickPictures } from '../slots'
import { startSources } from '../start'
import { counter, requests, setup, withSourcesPage } from '../test-page'
import { frameId, frameOf, viewerOf } from '../test-sources'

withSourcesPage()

/** The kept pictures of the counter, newest first. */
let kept: Frame[]
let frameRequests: Received[]
const at = (number: number) => new Date(Date.parse('2025-11-20T14:00:00Z') + number * 1_000).toISOString()

beforeEach(() => {
  usePreferences.setState({ timeZone: 'UTC' })
  kept = Array.from({ length: 26 }, (_, index) => frameOf(100 - index, counter, { taken_at: at(100 - index) }))
  frameRequests = serve(listFrames, ({ body }) => {
    const from = Number(body.cursor ?? 0)
    const more = from + 24 < kept.length ? String(from + 24) : null
    return new PageOf(kept.slice(from, from + 24), more)
  })
  serve(readFrames, ({ query }) => {
    const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
    return ids.map(id => frameOf(Number(id.slice(-12)), counter, { taken_at: at(Number(id.slice(-12))) }))
  })
})

async function open({ chosen = [], most = 12 }: { chosen?: string[]; most?: number } = {}) {
  const onPick = vi.fn()
  const onClose = vi.fn()
  const stop = startSources(setup.environment)
  renderPage(<PickPictures chosen={chosen} max={most} onPick={onPick} onClose={onClose} />)
  await settled()
  act(() => setup.environment.latest.accept())
  const dialog = within(await screen.findByRole('dialog', { name: 'Add pictures of a source' }))
  const list = within(await dialog.findByRole('list', { name: 'Sources' }))
  return { onPick, onClose, dialog, list, stop }
}
const press = (button: HTMLElement) => userEvent.click(button)
const watched = () => requests().filter(request => request.event === 'watch' || request.event === 'unwatch')

describe('Choosing pictures of sources for a log [3.8, 7.14b]', () => {
  test('shows every source with its last picture or why there is none, without watching anybody', async () => {
    const { dialog, list, stop } = await open()
    const names = list.getAllByRole('button').map(button => button.textContent)
    expect(names).toEqual([
      'Front counterAvailableLast picture: Thursday, November 20, 2025, 2:04 PM.',
      'No picture yetPriya NairAvailable',
      'Rear yardThe camera does not answer.Last picture: Thursday, November 20, 2025, 2:04 PM.',
      'No picture yetTom ReyesNot sharing',
    ])
    expect(watched()).toEqual([])
    expect(dialog.getByRole('status')).toHaveTextContent('0 of 12 chosen')
    stop()
  })

  test('watches a source while it is open, and says that this is visible to others [D32, D34]', async () => {
    const { dialog, list, stop } = await open()
    await press(list.getByRole('button', { name: /^Priya Nair/ }))
    expect(await dialog.findByRole('note')).toHaveTextContent('Priya Nair sees that you are looking.')
    const priya = { kind: 'screen', user_id: 9 }
    await waitFor(() => expect(watched()).toEqual([{ event: 'watch', source: priya }]))
    act(() => setup.environment.latest.emit({ event: 'viewers', source: priya, users: [viewerOf(7, 'Maya Okafor')] }))
    expect(dialog.getByRole('note')).toHaveTextContent('Watching: You')
    expect(dialog.getByRole('button', { name: 'Waiting for a picture' })).toBeDisabled()
    await press(dialog.getByRole('button', { name: 'All sources' }))
    await waitFor(() => expect(watched().at(-1)).toEqual({ event: 'unwatch', source: priya }))
    stop()
  })

  test('takes the current picture once, and pictures of later moments', async () => {
    const { dialog, list, onPick, onClose, stop } = await open()
    await press(list.getByRole('button', { name: /^Front counter/ }))
    expect(await dialog.findByRole('note')).toHaveTextContent(
      'Everybody who can watch this camera sees that you are looking.',
    )
    const take = dialog.getByRole('button', { name: 'Take this picture' })
    await press(take)
    expect(take).toHaveAttribute('aria-pressed', 'true')
    const next = { event: 'frame', source: counter, id: frameId(900), url: '/frames/900.jpg', taken_at: at(900) }
    act(() => setup.environment.latest.emit(next))
    await waitFor(() => expect(take).toHaveAttribute('aria-pressed', 'false'))
    await press(take)
    expect(dialog.getByRole('status')).toHaveTextContent('2 of 12 chosen')
    await press(dialog.getByRole('button', { name: 'Add to the log' }))
    expect(onPick).toHaveBeenCalledExactlyOnceWith([frameId(4), frameId(900)])
    expect(onClose).toHaveBeenCalledOnce()
    stop()
  })

  test('lists earlier pictures of a day with their times, page by page', async () => {
    const { dialog, list, onPick, stop } = await open({ chosen: [frameId(100)] })
    await press(list.getByRole('button', { name: /^Front counter/ }))
    const newest = await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' })
    expect(newest).toHaveAttribute('aria-pressed', 'true')
    expect(frameRequests[0]?.body).toMatchObject({
      source: counter,
      from: '2025-11-20T00:00:00.000Z',
      to: '2025-11-21T00:00:00.000Z',
    })
    const pictures = within(dialog.getByRole('region', { name: 'Earlier pictures' }))
    expect(pictures.getAllByRole('button', { name: /^Picture of/ })).toHaveLength(24)
    await press(pictures.getByRole('button', { name: 'Show more' }))
    await press(await pictures.findByRole('button', { name: 'Picture of 2:01:15 PM' }))
    await press(newest)
    await press(dialog.getByRole('button', { name: 'Add to the log' }))
    expect(onPick).toHaveBeenCalledExactlyOnceWith([frameId(75)])
    stop()
  })

  test('goes to another day, and to a time of it', async () => {
    const { dialog, list, stop } = await open()
    await press(list.getByRole('button', { name: /^Front counter/ }))
    await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' })
    kept = []
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2025-11-18' } })
    expect(await dialog.findByText('No pictures are kept from this time.')).toBeVisible()
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '09:30' } })
    await waitFor(() =>
      expect(frameRequests.at(-1)?.body).toMatchObject({
        from: '2025-11-18T00:00:00.000Z',
        to: '2025-11-18T09:31:00.000Z',
      }),
    )
    stop()
  })

  test('lists each picture once when the day changes to and fro before the answers arrive', async () => {
    const { given, arrive } = onItsWay(new PageOf(kept.slice(0, 2), null))
    frameRequests = serve(listFrames, () => given)
    const { dialog, list, stop } = await open()
    await press(list.getByRole('button', { name: /^Front counter/ }))
    const day = await dialog.findByLabelText('Day')
    fireEvent.change(day, { target: { value: '2025-11-18' } })
    fireEvent.change(day, { target: { value: '2025-11-20' } })
    await waitFor(() => expect(frameRequests).toHaveLength(3))
    arrive()
    await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' })
    await settled()
    expect(dialog.getAllByRole('button', { name: /^Picture of/ })).toHaveLength(2)
    stop()
  })

  test('of an unavailable source shows earlier ones, says why, and requests none', async () => {
    const { dialog, list, stop } = await open()
    await press(list.getByRole('button', { name: /^Tom Reyes/ }))
    expect(await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' })).toBeVisible()
    expect(dialog.getByText('Not sharing')).toBeVisible()
    expect(dialog.queryByRole('note')).toBeNull()
    expect(watched()).toEqual([])
    stop()
  })

  test('accepts no more than fit into a log', async () => {
    const { dialog, list, stop } = await open({ chosen: [frameId(99)], most: 2 })
    await press(list.getByRole('button', { name: /^Front counter/ }))
    await press(await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' }))
    expect(dialog.getByRole('status')).toHaveTextContent('2 of 2 chosen')
    expect(dialog.getByRole('button', { name: 'Picture of 2:01:38 PM' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Take this picture' })).toBeDisabled()
    await press(dialog.getByRole('button', { name: 'Remove picture 1' }))
    expect(dialog.getByRole('button', { name: 'Picture of 2:01:38 PM' })).toBeEnabled()
    stop()
  })

  test('that could not be loaded appear when tried again', async () => {
    serve(listFrames, apiError('server.unavailable'))
    const { dialog, list, stop } = await open()
    await press(list.getByRole('button', { name: /^Front counter/ }))
    expect(await dialog.findByText('Some pictures could not be loaded.')).toBeVisible()
    serve(listFrames, () => kept)
    await press(dialog.getByRole('button', { name: 'Try Again' }))
    expect(await dialog.findByRole('button', { name: 'Picture of 2:01:40 PM' })).toBeVisible()
    const violations = await axe.run(screen.getByRole('dialog'), { rules: { region: { enabled: false } } })
    expect(violations.violations).toEqual([])
    stop()
  })
})
