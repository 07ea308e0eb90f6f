import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Annotation,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  listAnnotations,
  restoreAnnotation,
} from '#shared/contract/graphs/annotations'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { searchLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../../platform/test-page'
import { serve, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { listedOf, plotOf } from '../test-graphs'
import { withTestLogbook } from '../test-logbook'
import { annotationsIn } from './annotations-in'

// jsdom has no canvas.
vi.mock('../drawing', () => ({
  draw: () => ({ show: () => undefined, seriesAt: () => null, resize: () => undefined, dispose: () => undefined }),
}))
withServer()
withEnglish('graphs', 'documents')
const setup = withTestLogbook()

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 20, hour, minute)).toISOString()
const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const annotationOf = (more: Partial<Annotation> = {}): Annotation => ({
  ...{ annotation_id: 1, graph_id: 5, text: 'Till 2 was shut', from: at(9), to: at(10, 30), author: tom },
  ...{ created_at: at(11), is_editable: true },
  ...more,
})

let shown: Annotation[]
beforeEach(() => {
  shown = [annotationOf(), annotationOf({ annotation_id: 2, text: 'Rain', from: at(14, 5), to: null, author: null })]
  setup.logbook.graphs = [listedOf()]
  serve(readGraph, plotOf())
  serve(searchLogs, [])
  serve(listAnnotations, () => shown)
})

const list = async () => within(await screen.findByRole('list', { name: 'Annotations' }))
const items = async () => (await list()).getAllByRole('listitem').map(item => item.textContent)
const time = () => screen.findByRole('slider', { name: /^Time/ })
const day = 'Friday, November 20, 2026'

describe('Annotations of a graph [D22]', () => {
  test('are listed with their time and author, drawn in the chart, and said at their time', async () => {
    const { container } = setup.logbook.open('/docs/3/5')
    expect(await items()).toEqual([
      `Till 2 was shut${day}, 9:00 AM – 10:30 AM, Tom Reyes`,
      `Rain${day}, 2:05 PM, A former member`,
    ])
    expect(container.querySelectorAll('[data-annotation]')).toHaveLength(2)
    const slider = await time()
    slider.focus()
    await userEvent.keyboard('{Home}{ArrowRight>9/}')
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      'Fri, Nov 20, 9:00 AM – 10:00 AM: Clear 2. Annotation: Till 2 was shut',
    )
    await userEvent.keyboard('{ArrowRight>2/}')
    expect(slider).toHaveAttribute('aria-valuetext', 'Fri, Nov 20, 11:00 AM – 12:00 PM: no logs')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('are written for the selected time, or for a moment, and what is wrong is said at its field', async () => {
    const calls = serve(addAnnotation, ({ body }) => annotationOf({ annotation_id: 3, ...(body as object) }))
    setup.logbook.open('/docs/3/5')
    const slider = await time()
    slider.focus()
    await userEvent.keyboard('{Home}{ArrowRight>9/}{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Add annotation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New annotation' }))
    expect(dialog.getByLabelText('From')).toHaveValue('2026-11-20T09:00')
    const until = dialog.getByLabelText('Until')
    expect(until).toHaveValue('2026-11-20T10:00')
    await userEvent.click(dialog.getByRole('button', { name: 'Add annotation' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('Write a short text.')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), ' Delivery ')
    await userEvent.clear(until)
    await userEvent.type(until, '2026-11-20T08:00')
    await userEvent.click(dialog.getByRole('button', { name: 'Add annotation' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('The end must be after the start.')
    await userEvent.clear(until)
    await userEvent.click(dialog.getByRole('button', { name: 'Add annotation' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.map(({ body }) => body)).toMatchObject([{ graph_id: 5, text: 'Delivery', from: at(9), to: null }])
    expect((await items())[1]).toBe(`Delivery${day}, 9:00 AM, Tom Reyes`)
  })

  test('are changed, keeping the seconds of what was not touched; one outside of the time is said to be', async () => {
    const from = '2026-11-20T14:05:30.000Z'
    shown = [annotationOf({ text: 'Rain', from, to: null })]
    const calls = serve(changeAnnotation, ({ body }) => annotationOf({ ...(body as object), from: at(-20), to: null }))
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit “Rain”' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit annotation' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), ' and hail')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/It is outside of the time shown here\./)).toBeVisible()
    expect(calls.map(({ body }) => body)).toMatchObject([{ text: 'Rain and hail', from, to: null }])
    expect(screen.getByText(/^Mark a moment or a time/)).toBeVisible()
  })

  test('are deleted, and brought back from the message', async () => {
    const deleted = serve(deleteAnnotation, null)
    const restored = serve(restoreAnnotation, annotationOf())
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Till 2 was shut”' }))
    await waitFor(async () => expect(await items()).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Edit “Rain”' })).toHaveFocus()
    expect(deleted.map(({ params }) => params)).toEqual([{ annotation_id: '1' }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await items()).toHaveLength(2))
    expect(restored.map(({ body }) => body)).toMatchObject([{ annotation_id: 1 }])

    await userEvent.click(screen.getByRole('button', { name: 'Delete “Till 2 was shut”' }))
    await screen.findByText('Annotation deleted')
    serve(restoreAnnotation, apiError('annotation.not_found'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The annotation was not brought back')).toBeVisible()
    serve(restoreAnnotation, annotationOf())
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(async () => expect(await items()).toHaveLength(2))

    serve(deleteAnnotation, apiError('annotation.not_yours'))
    await userEvent.click(screen.getByRole('button', { name: 'Delete “Rain”' }))
    expect(await screen.findByText('The annotation was not deleted')).toBeVisible()
    expect(await items()).toHaveLength(2)
  })

  test('appear when others write them, and offer only what the person may do', async () => {
    shown = []
    setup.logbook.doc = documentOf({ createdby: null, read_only: true })
    setup.logbook.open('/docs/3/5')
    await time()
    shown = [annotationOf({ is_editable: false })]
    setup.logbook.emit({ kind: 'graph.annotated', graph_id: 5, doc_id: 3 })
    expect(await items()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /Add annotation|^Edit “|^Delete “/ })).toBeNull()
  })

  test('that did not load can be tried again', async () => {
    serve(listAnnotations, apiError('server.error'))
    setup.logbook.open('/docs/3/5')
    expect(await screen.findByText(/^The annotations did not load\./)).toBeVisible()
    serve(listAnnotations, () => shown)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await items()).toHaveLength(2)
    expect(screen.queryByText(/^The annotations did not load\./)).toBeNull()
  })

  test('stand in a time if they begin in it or reach into it', () => {
    const hour = { from: at(9), to: at(10) }
    const isIn = (from: string, to: string | null) => annotationsIn([{ from, to }], hour).length > 0
    const inside = [isIn(at(9), null), isIn(at(8), at(9, 1)), isIn(at(8), at(12)), isIn(at(9, 59), at(11))]
    expect(inside).toEqual([true, true, true, true])
    const outside = [isIn(at(10), null), isIn(at(8), at(9)), isIn(at(8), null), isIn(at(10), at(11))]
    expect(outside).toEqual([false, false, false, false])
  })
})
