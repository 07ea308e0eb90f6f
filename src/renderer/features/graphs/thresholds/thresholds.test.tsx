import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listReaders, type Reader } from '#shared/contract/documents/endpoints'
import { listAnnotations } from '#shared/contract/graphs/annotations'
import { readGraph } from '#shared/contract/graphs/endpoints'
import {
  addThreshold,
  changeThreshold,
  deleteThreshold,
  listThresholds,
  restoreThreshold,
  type Threshold,
  watchThreshold,
} from '#shared/contract/graphs/thresholds'
import { searchLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { settled } from '../../../platform/test-environment'
import { withEnglish } from '../../../platform/test-page'
import { serve, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { listedOf, plotOf, thresholdOf } from '../test-graphs'
import { withTestLogbook } from '../test-logbook'

const drawn = vi.hoisted(() => ({ options: [] as { series: { id: string; data: { value: number }[] }[] }[] }))
// jsdom has no canvas.
vi.mock('../drawing', () => ({
  draw: () => ({
    show: (option: never) => drawn.options.push(option),
    seriesAt: () => null,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}))
withServer()
withEnglish('graphs', 'documents')
const setup = withTestLogbook()

const person = (user_id: number, user_displayname: string): Reader => ({
  person: { user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ may: 'read', reasons: [{ kind: 'organisation' }] },
})
const readers = [person(8, 'Tom Reyes'), person(9, 'Ana Silva')]

let shown: Threshold[]
beforeEach(() => {
  shown = [
    thresholdOf(),
    thresholdOf({ threshold_id: 2, label: 0, side: 'below', value: 2, unit: 'day', author: null }),
  ]
  setup.logbook.graphs = [listedOf()]
  serve(readGraph, plotOf())
  serve(listThresholds, () => shown)
  serve(listReaders, readers)
})

const items = async () =>
  within(await screen.findByRole('list', { name: 'Thresholds' }))
    .getAllByRole('listitem')
    .map(item => item.textContent)
/** The heights of the lines in the newest drawing, by threshold. */
const lines = () =>
  drawn.options
    .at(-1)
    ?.series.filter(({ id }) => id.includes('threshold'))
    .map(({ id, data }) => [id.split(' ').at(-1), data[0]?.value])

describe('Thresholds of a graph [D22]', () => {
  test('are listed, drawn at their height while the graph counts by their unit, and watched with a press', async () => {
    const watched = serve(watchThreshold, ({ body }) => thresholdOf({ ...(body as object), watcher_ids: [] }))
    const { container } = setup.logbook.open('/docs/3/5')
    expect(await items()).toEqual([
      'Queue: above 3 per hourTom Reyes, 1 person is notifiedNotify me',
      'Clear: below 2 per dayA former member, 1 person is notified, drawn when counted by dayNotify me',
    ])
    await waitFor(() => expect(lines()).toEqual([['1', 3]]))
    const watch = screen.getByRole('button', { name: 'Notify me, Queue: above 3 per hour' })
    expect(watch).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(watch)
    await waitFor(() => expect(watch).toHaveAttribute('aria-pressed', 'false'))
    expect(watched.map(({ body }) => body)).toMatchObject([{ threshold_id: 1, is_watched: false }])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('wait for the annotations above them, which would move them', async () => {
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const asked = serve(listThresholds, () => shown)
    serve(listAnnotations, async () => {
      await answered
      return []
    })
    setup.logbook.open('/docs/3/5')
    await waitFor(() => expect(asked).toHaveLength(1))
    await settled()
    expect(screen.queryByRole('region', { name: 'Thresholds' })).toBeNull()
    answer()
    expect(await screen.findByRole('region', { name: 'Thresholds' })).toBeVisible()
  })

  test('are set and changed; what was changed or deleted comes back with Undo', async () => {
    shown = []
    const added = serve(addThreshold, ({ body }) => thresholdOf(body as object))
    const changed = serve(changeThreshold, ({ body }) => thresholdOf(body as object))
    serve(deleteThreshold, null)
    const restored = serve(restoreThreshold, thresholdOf())
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Add threshold' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New threshold' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add threshold' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('Write a whole number, for example 10.')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Value' }), '3')
    const who = within(await dialog.findByRole('group', { name: 'Who is notified' }))
    await userEvent.click(await who.findByRole('checkbox', { name: 'Ana Silva' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add threshold' }))
    expect(await items()).toEqual(['Clear: above 3 per hourTom Reyes, 1 person is notifiedNotify me'])
    expect(added.map(({ body }) => body)).toMatchObject([
      {
        graph_id: 5,
        label: 0,
        side: 'above',
        value: 3,
        unit: 'hour',
        zone: 'UTC',
        watchers: [{ user_id: 9, is_watching: true }],
      },
    ])

    await userEvent.click(screen.getByRole('button', { name: 'Edit “Clear: above 3 per hour”' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Edit threshold' }))
    await userEvent.type(edit.getByRole('textbox', { name: 'Value' }), '0')
    await userEvent.click(edit.getByRole('button', { name: 'Save' }))
    expect(changed.map(({ body }) => body)).toMatchObject([{ watchers: [] }])
    expect(await screen.findByText('Threshold changed')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changed.map(({ body }) => body)).toMatchObject([{ value: 30 }, { value: 3 }]))

    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Clear: above 3 per hour”' }))
    // The notice before it may still be leaving, with an Undo of its own.
    const notice = (await screen.findByText('Threshold deleted')).closest('li') as HTMLElement
    await userEvent.click(within(notice).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(restored.map(({ body }) => body)).toMatchObject([{ threshold_id: 1 }]))
  })

  test('offer readers only to be notified, and say what failed', async () => {
    shown = [thresholdOf({ is_editable: false, is_watched: false, watcher_ids: [8, 9] })]
    setup.logbook.doc = documentOf({ createdby: null, read_only: true })
    serve(watchThreshold, apiError('threshold.not_found'))
    setup.logbook.open('/docs/3/5')
    expect(await items()).toEqual(['Queue: above 3 per hourTom Reyes, 2 people are notifiedNotify me'])
    expect(screen.queryByRole('button', { name: /threshold|^Edit “|^Delete “/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Notify me/ }))
    expect(await screen.findByText('The threshold was not changed')).toBeVisible()
  })

  test('lead from a notification to the hour in which they were crossed, and to its logs', async () => {
    const reads = serve(readGraph, plotOf())
    const searches = serve(searchLogs, [])
    setup.logbook.open('/docs/3/5?at=2026-11-20T09:00:00.000Z&unit=hour&label=1')
    expect(await screen.findByRole('region', { name: 'Queue, Fri, Nov 20, 9:00 AM – 10:00 AM' })).toBeVisible()
    expect(searches.at(-1)?.body).toMatchObject({
      ...{ labels: [{ graph_id: 5, label: 1 }], from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T10:00:00.000Z' },
    })
    expect(reads[0]?.query.get('from')).toBe('2026-11-20T00:00:00.000Z')
  })
})
