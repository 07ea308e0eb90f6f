import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { listWordsReaders } from '#shared/contract/jobs/endpoints'
import { editCamera } from '#shared/contract/sources/cameras'
import { type FeedData, readFeed, readFrames, readPermission, type Source } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { roles } from '../../platform/test-cast'
import { settled } from '../../platform/test-environment'
import { serve } from '../../platform/test-server'
import { listedKeys } from '../../ui/local-keys'
import { asMember, closeUp, counter, details, grid, open, requests, setup, tile, withSourcesPage } from './test-page'
import { cameraOf, feedOf, frameOf, grantOf, screenOf, viewerOf } from './test-sources'

withSourcesPage()

/** The feed delivers a picture taken now. */
const sees = (number: number, source: Source) =>
  act(() =>
    setup.environment.latest.emit({
      event: 'frame',
      ...frameOf(number, source, { taken_at: `2026-11-20T14:05:${number}.000Z` }),
    }),
  )

describe('The Source page [2.12]', () => {
  test('shows every screen and camera with its state and its number of viewers', async () => {
    await open()
    await tile(/^Front counter/)
    sees(11, counter)
    expect(await tile(/^Front counter, Camera, Live, 2 watching$/)).toBeInTheDocument()
    sees(12, { kind: 'screen', user_id: 9 })
    expect(await tile(/^Priya Nair, Screen, Live$/)).toBeInTheDocument()
    expect(screen.getByText('Connected')).toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('shows “Live” and the viewers once a picture arrived, and not before', async () => {
    setup.feed = feedOf({
      accessible_cctv_feeds: [cameraOf(4, 'Front counter', { last_frame: null })],
      screen_viewers: [{ source: counter, users: [viewerOf(7, 'Maya Okafor')] }],
    })
    await open()
    const counterTile = await tile(/^Front counter, Camera, Waiting for a picture$/)
    expect(screen.queryByText('Live')).not.toBeInTheDocument()
    expect(screen.queryByText(/watching/)).not.toBeInTheDocument()
    sees(11, counter)
    await waitFor(() => expect(counterTile).toHaveAccessibleName('Front counter, Camera, Live, 1 watching'))
    // The last picture is not live while the connection is down.
    act(() => setup.environment.latest.hangUp(1006))
    await waitFor(() => expect(counterTile).toHaveAccessibleName('Front counter, Camera, Reconnecting'))
  })

  test('leads from a source to its timeline, by a link and by a key [D34]', async () => {
    await open('?source=camera.4')
    const link = within(await details('Front counter')).getByRole('link', { name: 'Timeline' })
    expect(link).toHaveAttribute('href', '#/feed/timeline/camera.4')
    await userEvent.keyboard('t')
    expect(location.hash).toBe('#/feed/timeline/camera.4')
    location.hash = ''
  })

  test('does not tell a viewer that nobody is watching while the viewers are unknown', async () => {
    const without = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter')] })
    setup.feed = without
    await open('?source=camera.4')
    const drawer = await details('Front counter')
    expect(within(drawer).getByText('Not known yet.')).toBeInTheDocument()
    // Data read before watching started arrives after the viewers were reported.
    let answer = () => {}
    serve(readFeed, () => new Promise<FeedData>(resolve => (answer = () => resolve(without))))
    act(() => setup.environment.latest.emit({ event: 'feed_changed' }))
    await settled()
    act(() => setup.environment.latest.emit({ event: 'viewers', source: counter, users: [viewerOf(7, 'Maya Okafor')] }))
    const watching = await within(drawer).findByRole('list', { name: 'Watching now' })
    expect(within(watching).getByText(/Maya Okafor|You/)).toBeInTheDocument()
    answer()
    await settled()
    expect(within(watching).getByText(/Maya Okafor|You/)).toBeInTheDocument()
    expect(within(drawer).queryByText(/^Nobody at|^Not known/)).not.toBeInTheDocument()
  })

  test('says why a source is unavailable, and from when its last picture is [D35]', async () => {
    await open()
    const row = await screen.findByRole('region', { name: 'Not available' })
    const yard = within(row).getByRole('button', { name: /Rear yard/ })
    expect(yard).toHaveTextContent('The camera does not answer. Last picture: Thursday, November 20, 2025, 2:04 PM.')
    expect(within(row).getByRole('button', { name: /Tom Reyes/ })).toHaveTextContent('Not sharing')
    await userEvent.click(yard)
    expect(await closeUp(/^Rear yard, Camera, The camera does not answer\.$/)).toBeInTheDocument()
  })

  test('requests pictures of visible sources only [D32]', async () => {
    setup.sees = element => element.getAttribute('data-source') === 'camera.4'
    await open()
    await tile(/Front counter/)
    await settled()
    expect(requests()).toEqual([{ event: 'watch', source: counter }])
  })

  test('does not capture the person’s own screen for themselves, unless they focus it', async () => {
    setup.feed = feedOf({ screen_sharing_users: [screenOf(7, 'Maya Okafor')] })
    await open()
    const own = await tile(/^Your screen/)
    await settled()
    expect(requests()).toEqual([])
    await userEvent.click(own)
    await waitFor(() => expect(requests()).toEqual([{ event: 'watch', source: { kind: 'screen', user_id: 7 } }]))
  })

  test('shows the next picture once it has loaded, and the previous one until then', async () => {
    await open('?source=camera.4')
    const shown = await closeUp(/Front counter/)
    const pictures = () =>
      [...shown.querySelectorAll('img')].map(hTMLImageElement => hTMLImageElement.getAttribute('src'))
    await waitFor(() => expect(pictures()).toEqual(['/frames/4.jpg']))
    for (const image of shown.querySelectorAll('img')) fireEvent.load(image)
    const next = (number: number) =>
      act(() =>
        setup.environment.latest.emit({
          event: 'frame',
          ...frameOf(number, counter, { taken_at: `2026-11-20T14:05:${number}.000Z` }),
        }),
      )
    next(11)
    expect(pictures()).toEqual(['/frames/4.jpg', '/frames/11.jpg'])
    expect(within(shown).getByRole('img', { name: /^Front counter, picture from/ })).toHaveAttribute(
      'src',
      '/frames/4.jpg',
    )
    // While one picture loads, the others wait, and the newest is next.
    next(12)
    next(13)
    expect(pictures()).toEqual(['/frames/4.jpg', '/frames/11.jpg'])
    fireEvent.load(shown.querySelectorAll('img')[1] as Element)
    await waitFor(() => expect(pictures()).toEqual(['/frames/4.jpg', '/frames/11.jpg', '/frames/13.jpg']))
    fireEvent.error(shown.querySelectorAll('img')[2] as Element)
    await waitFor(() => expect(pictures()).toEqual(['/frames/4.jpg', '/frames/11.jpg']))
  })

  test('adds the visible picture to a logbook, even if newer ones arrive [3.8]', async () => {
    serve(listDocuments, [])
    await open('?source=camera.4')
    const shown = await closeUp(/Front counter/)
    await userEvent.click(await within(shown).findByRole('button', { name: 'Add to a logbook' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add to a logbook' })
    act(() =>
      setup.environment.latest.emit({
        event: 'frame',
        ...frameOf(11, counter, { taken_at: '2026-11-20T14:05:11.000Z' }),
      }),
    )
    expect(within(dialog).getByRole('img', { name: /^Front counter, picture from/ })).toHaveAttribute(
      'src',
      '/frames/4.jpg',
    )
    expect(await within(dialog).findByText('You cannot write in any logbook yet.')).toBeVisible()
  })

  test('works with the keyboard: arrows move, Enter focuses, Escape goes back, f fills the screen', async () => {
    const { router } = await open()
    ;(await tile(/Front counter/)).focus()
    expect(listedKeys().map(({ group }) => group)).toContain('grid')
    await userEvent.keyboard('{ArrowRight}')
    expect(await tile(/Priya Nair/)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await closeUp(/Priya Nair/)).toHaveFocus()
    expect(router.state.location.search).toBe('?source=screen.9')
    await userEvent.keyboard('f')
    const full = await screen.findByRole('dialog', { name: 'Priya Nair' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(full).not.toBeInTheDocument())
    expect(router.state.location.search).toBe('?source=screen.9')
    ;(await closeUp(/Priya Nair/)).focus()
    await userEvent.keyboard('{Escape}')
    expect(await tile(/Priya Nair/)).toHaveFocus()
    expect(router.state.location.search).toBe('')
  })

  test('has one tile that the Tab key reaches', async () => {
    await open()
    await tile(/Priya Nair/)
    const stopsAt = within(await grid())
      .getAllByRole('button')
      .filter(tile => tile.tabIndex === 0)
    expect(stopsAt).toHaveLength(1)
  })

  test('filters by kind, with counts, and by branch', async () => {
    const { router } = await open()
    await tile(/Priya Nair/)
    await userEvent.click(await screen.findByRole('radio', { name: 'Cameras, 2' }))
    expect(within(await grid()).queryByRole('button', { name: /Priya Nair/ })).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?show=cameras')
    await userEvent.click(screen.getByRole('radio', { name: 'All, 3' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Branch: All branches' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Old Market' }))
    expect(await tile(/Priya Nair/)).toBeInTheDocument()
    expect(within(await grid()).queryByRole('button', { name: /Front counter/ })).not.toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Screens, 1' })).toBeInTheDocument()
  })

  test('offers to clear a filter without matches', async () => {
    setup.feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter')] })
    await open('?show=screens')
    expect(await screen.findByText('No source matches the filter')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(await tile(/Front counter/)).toBeInTheDocument()
  })

  test('without sources explains the page; only people who may add a camera are offered to', async () => {
    setup.feed = feedOf()
    await open()
    const heading = await screen.findByRole('heading', { name: 'No sources yet' })
    expect(heading.parentElement).toHaveTextContent('Add the first camera.')
    asMember()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a camera' })).not.toBeInTheDocument())
  })

  test('that did not load says so and can be tried again [4.16b]', async () => {
    serve(readFeed, apiError('server.unavailable'))
    await open()
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('The sources did not load')
    serve(readFeed, () => setup.feed)
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await tile(/Front counter/)).toBeInTheDocument()
  })

  test('does not name a source that the person may not see', async () => {
    asMember()
    await open('?source=camera.99')
    expect(await screen.findByRole('heading', { name: 'You cannot see this source' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'All sources' }))
    expect(await tile(/Front counter/)).toBeInTheDocument()
  })

  test('without a connection shows the attempt, keeps the pictures, and can be retried at once [4.10] [9.5]', async () => {
    await open()
    await tile(/Front counter, Camera/)
    sees(11, counter)
    await tile(/Front counter, Camera, Live/)
    act(() => setup.environment.latest.hangUp(1006))
    expect(await screen.findByText('Reconnecting to the feed.')).toBeInTheDocument()
    expect(screen.getByText(/Attempt 1 of 3./)).toBeInTheDocument()
    expect(await tile(/^Front counter, Camera, Reconnecting/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
    await settled()
    expect(setup.environment.sockets).toHaveLength(2)
    act(() => setup.environment.latest.accept())
    expect(await tile(/^Front counter, Camera, Waiting for a picture/)).toBeInTheDocument()
    sees(12, counter)
    expect(await tile(/^Front counter, Camera, Live/)).toBeInTheDocument()
    expect(screen.queryByText(/Attempt 1 of 3/)).not.toBeInTheDocument()
  })

  test('tells viewers of a screen that it is no longer shared', async () => {
    await open('?source=screen.9')
    await closeUp(/Priya Nair/)
    setup.feed = feedOf({ accessible_user_screens: [screenOf(9, 'Priya Nair', { state: 'off' })] })
    act(() => setup.environment.latest.emit({ event: 'feed_changed' }))
    expect(await screen.findByText('Priya Nair stopped sharing')).toBeInTheDocument()
  })

  test('in the browser does not offer to share, and says what is needed [1.8b]', async () => {
    await open()
    const own = await screen.findByRole('region', { name: 'Your screen' })
    expect(own).toHaveTextContent('Sharing needs the desktop app')
    expect(screen.queryByRole('button', { name: /Share your screen|Start sharing/ })).not.toBeInTheDocument()
    expect(within(own).getByRole('link', { name: 'Pictures of your screen' })).toHaveAttribute('href', '#/feed/mine')
  })

  test('details that were closed stay closed on the next visit [3.21]', async () => {
    const view = await open('?source=camera.4')
    await userEvent.click(within(await details('Front counter')).getByRole('button', { name: 'Close' }))
    view.unmount()
    await open('?source=camera.4')
    await userEvent.click(await screen.findByRole('button', { name: 'Show details' }))
    expect(await details('Front counter')).toBeVisible()
  })

  test('on a phone is one pane; details open as a sheet', async () => {
    window.innerWidth = 390
    await open('?source=camera.4')
    await closeUp(/Front counter/)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }))
    const sheet = await screen.findByRole('dialog', { name: 'Front counter' })
    expect(sheet).toHaveTextContent('Watching now')
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(sheet).not.toBeInTheDocument())
  })
})

describe('Beside the focused source', () => {
  test('viewers are listed by name and time, jobs included [D34]', async () => {
    await open('?source=camera.4')
    const drawer = within(await details('Front counter'))
    await drawer.findByText('Friday round-up (job)')
    const watching = drawer.getByRole('list', { name: 'Watching now' })
    expect(
      within(watching)
        .getAllByRole('listitem')
        .map(element => element.textContent),
    ).toEqual(['Yousince 2:04 PM', 'Friday round-up (job)since 2:04 PM'])
    act(() =>
      setup.environment.latest.emit({
        event: 'viewers',
        source: counter,
        users: [viewerOf(7, 'Maya Okafor'), viewerOf(8, 'Tom Reyes')],
      }),
    )
    expect(await within(watching).findByText('Tom Reyes')).toBeInTheDocument()
  })

  test('jobs that read its words are named, as far as the person may see them [D48]', async () => {
    const asked = serve(listWordsReaders, [
      { instruction_id: 21, name: 'Counter queue watch' },
      { instruction_id: null, name: null },
    ])
    await open('?source=camera.4')
    const drawer = within(await details('Front counter'))
    expect(await drawer.findByText('Words are read by Counter queue watch and a job')).toBeVisible()
    expect(asked[0]?.body).toMatchObject({ source: counter })
  })

  test('a picture that the search found opens over it [D48]', async () => {
    const frame = frameOf(31, counter)
    serve(readFrames, [frame])
    await open(`?source=camera.4&picture=${frame.id}`)
    const large = await screen.findByRole('dialog')
    expect(await within(large).findByRole('img')).toHaveAttribute('src', frame.url)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a found picture that is gone meanwhile says so', async () => {
    serve(readFrames, [])
    await open('?source=camera.4&picture=99999999-9999-4999-8999-999999999999')
    expect(await screen.findByText('This picture is gone, or you may not see it.')).toBeVisible()
  })

  test('people with access are listed, including those who always have it [6.8b]', async () => {
    serve(readPermission, { organisation: true, user_ids: [8], role_ids: [1], branch_ids: [2] })
    setup.grants = [
      grantOf('user', 8, 'Tom Reyes'),
      grantOf('role', 1, roles[0]?.role_name ?? ''),
      grantOf('branch', 2, 'Old Market'),
    ]
    await open('?source=camera.4')
    const drawer = await details('Front counter')
    for (const text of [
      'Owners, admins and roles that see all sources',
      'Everybody in Ridgeway Cycles',
      'Tom Reyes',
      roles[0]?.role_name ?? '',
      'Old Market',
    ])
      expect(await within(drawer).findByText(text)).toBeInTheDocument()
  })

  test('a note says that access to somebody else’s screen is theirs to give', async () => {
    await open('?source=screen.9')
    const drawer = await details('Priya Nair')
    expect(drawer).toHaveTextContent('Priya Nair decides who else can watch.')
    expect(within(drawer).queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
  })

  test('people who manage cameras can confirm the notice, and the retention of pictures is shown', async () => {
    const confirmed = cameraOf(4, 'Front counter', {
      notice_confirmed_by: 'Maya Okafor',
      notice_confirmed_at: '2025-11-20T14:04:00.000Z',
    })
    const calls = serve(editCamera, confirmed)
    await open('?source=camera.4')
    const drawer = await details('Front counter')
    expect(drawer).toHaveTextContent('Nobody has confirmed that there is a notice where this camera points.')
    expect(drawer).toHaveTextContent('Pictures are deleted after 14 days, unless a log shows them.')
    await userEvent.click(within(drawer).getByRole('button', { name: 'Confirm the notice' }))
    await waitFor(() => expect(drawer).toHaveTextContent('Confirmed by Maya Okafor, Thursday, November 20, 2025.'))
    expect(calls[0]).toMatchObject({ params: { camera_id: '4' }, body: { notice_confirmed: true } })
  })

  test('no action is offered to people without the right to it', async () => {
    asMember()
    await open('?source=camera.4')
    const drawer = await details('Front counter')
    for (const name of ['Camera settings', 'Change', 'Confirm the notice'])
      expect(within(drawer).queryByRole('button', { name })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add a camera' })).not.toBeInTheDocument()
  })
})
