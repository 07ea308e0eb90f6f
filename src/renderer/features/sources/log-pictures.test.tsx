import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrgEvent } from '#shared/contract/events'
import { listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { type Frame, findFrame, readFrames } from '#shared/contract/sources/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { branchOf, detailOf, organisationOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { tasks } from '../tasks/feature'
import { cardOf, taskOf } from '../tasks/test-tasks'
import { followLogPictures } from './log-pictures-store'
import { LogPictures } from './slots'
import { useSources } from './store'
import { cameraOf, feedOf, frameId, frameOf } from './test-sources'

withServer()
withEnglish('sources')

const gate = { kind: 'camera', camera_id: 4 } as const
let requests: string[][]
let visible: Frame[]
let isDown: boolean
beforeEach(async () => {
  await endSession()
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  requests = []
  isDown = false
  visible = [
    frameOf(1, gate, { taken_at: '2025-11-18T14:21:00.000Z' }),
    frameOf(2, gate, { taken_at: '2025-11-18T14:34:00.000Z' }),
  ]
  serve(readFrames, ({ query }) => {
    const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
    requests.push(ids)
    if (isDown) return apiError('server.unavailable')
    return visible.filter(frame => ids.includes(frame.id))
  })
})

const first = 'Open the picture of Tuesday, November 18, 2025, 2:21 PM'

describe('A picture', () => {
  test('becomes a task that leads back to it, where tasks are made [D4]', async () => {
    const calls = serve(createTask, ({ body }) => taskOf(cardOf(9, String(body.title))))
    serve(listBranches, [branchOf(1, 'Harbourside', { is_primary_branch: true })])
    serve(organisationInfo, detailOf({}))
    useOrganisations.setState({ items: [organisationOf({ is_premium: true })], status: 'ready' })
    for (const { fill } of tasks.slots ?? []) fill()
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    await userEvent.click(await screen.findByRole('button', { name: first }))
    await userEvent.click(await screen.findByRole('button', { name: 'Make a task' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), 'Close the gate')
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ title: 'Close the gate', origin: { kind: 'frame', frame_id: frameId(1) } })
  })
})

describe('The pictures in a log [3.8]', () => {
  test('are requested together, and open large', async () => {
    const { container } = renderPage(
      <>
        <LogPictures frame_ids={[frameId(1)]} />
        <LogPictures frame_ids={[frameId(2)]} />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: first }))
    const large = await screen.findByRole('img', { name: 'Picture of Tuesday, November 18, 2025, 2:21 PM' })
    expect(large).toHaveAttribute('src', visible[0]?.url)
    expect(requests).toEqual([[frameId(1), frameId(2)]])
    expect((await axe.run(container)).violations).toEqual([])
  })

  test('when large show their source and the author of the log, and lead to their neighbours', async () => {
    useSources.setState({ feed: feedOf(), items: [cameraOf(4, 'Yard gate')], status: 'ready' })
    renderPage(<LogPictures frame_ids={[frameId(1), frameId(2)]} caption="Tom Reyes, Today" />)
    await userEvent.click(await screen.findByRole('button', { name: first }))
    const large = await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:21 PM' })
    expect(large).toHaveTextContent('Yard gate · Tom Reyes, Today')
    // The dialog receives keys only once it holds the focus.
    await waitFor(() => expect(large).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:34 PM' })).toBeVisible()
  })

  test('lead to the second before and after, and to the timeline [D41]', async () => {
    useSources.setState({ feed: feedOf(), items: [cameraOf(4, 'Yard gate')], status: 'ready' })
    const before = frameOf(7, gate, { taken_at: '2025-11-18T14:20:59.000Z' })
    serve(findFrame, ({ body }) => (body.direction === 'before' && body.id === frameId(1) ? before : null))
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    await userEvent.click(await screen.findByRole('button', { name: first }))
    await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:21 PM' })
    await userEvent.click(screen.getByRole('button', { name: 'Picture before' }))
    const earlier = await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:20:59 PM' })
    expect(within(earlier).getByRole('img')).toHaveAttribute('src', before.url)
    expect(within(earlier).getByRole('link', { name: 'Open in the timeline' })).toHaveAttribute(
      'href',
      `#/feed/timeline/camera.4?at=${before.taken_at}&span=tenMinutes`,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Back to the picture of the log' }))
    expect(await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:21 PM' })).toBeVisible()
  })

  test('have no neighbours for those who may not see the source, such as a deleted camera', async () => {
    useSources.setState({ feed: feedOf(), items: [], status: 'ready' })
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    await userEvent.click(await screen.findByRole('button', { name: first }))
    await screen.findByRole('dialog', { name: 'Tuesday, November 18, 2025, 2:21 PM' })
    expect(screen.queryByRole('button', { name: 'Picture before' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open in the timeline' })).toBeNull()
  })

  test('that are inaccessible or deleted say so and nothing more', async () => {
    renderPage(<LogPictures frame_ids={[frameId(1), frameId(9)]} />)
    expect(await screen.findByRole('button', { name: first })).toBeVisible()
    expect(screen.getByText('Deleted, or no access')).toBeVisible()
  })

  test('appear when the person gets access, and disappear when they lose it [D41]', async () => {
    const environment = new FakeEnvironment()
    const stops = [startLive(environment), followLogPictures()]
    await settled()
    environment.latest.accept()
    let seq = 10
    environment.latest.emit({ event: 'ready', seq })
    const emit = (change: OrgEvent) => {
      seq += 1
      act(() => environment.latest.emit({ event: 'event', seq, actor_id: 11, at: '2026-11-20T10:00:00.000Z', change }))
    }
    const all = visible
    visible = []
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    expect(await screen.findByText('Deleted, or no access')).toBeVisible()
    visible = all
    emit({ kind: 'camera.changed', camera_id: 4 })
    expect(await screen.findByRole('button', { name: first })).toBeVisible()
    visible = []
    emit({ kind: 'camera.changed', camera_id: 5 })
    emit({ kind: 'camera.changed', camera_id: 4 })
    expect(await screen.findByText('Deleted, or no access')).toBeVisible()
    expect(screen.queryByRole('button', { name: first })).toBeNull()
    for (const stop of stops) stop()
  })

  test('that failed to load appear when tried again', async () => {
    isDown = true
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    expect(await screen.findByText('Some pictures could not be loaded.')).toBeVisible()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: first })).toBeVisible()
    expect(screen.queryByText('Some pictures could not be loaded.')).toBeNull()
  })

  test('get a new address once theirs has expired', async () => {
    renderPage(<LogPictures frame_ids={[frameId(1)]} />)
    const small = (await screen.findByRole('button', { name: first })).querySelector('img') as HTMLImageElement
    visible = [frameOf(1, gate, { taken_at: '2025-11-18T14:21:00.000Z', url: '/objects/anew.jpg' })]
    fireEvent.error(small)
    await waitFor(() => expect(small).toHaveAttribute('src', '/objects/anew.jpg'))
    fireEvent.error(small)
    expect(requests).toHaveLength(2)
  })
})
