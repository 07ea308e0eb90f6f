import { beforeAll, describe, expect, test } from 'vitest'
import {
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  listAnnotations,
  restoreAnnotation,
} from '#shared/contract/graphs/annotations'
import { deleteGraph } from '#shared/contract/graphs/endpoints'
import { annotation as limits } from '#shared/contract/graphs/limits'
import type { Actor } from '../../../../../test/actor'
import { runCleanups } from '../../../../../test/maintenance'
import { readOnly } from '../../documents/test-workshop'
import { type Counter, noGraph, openCounter } from '../test-graphs'
import { deletedAnnotations } from './annotations-service'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

const missing = { status: 404, code: 'annotation.not_found' }
const notYours = { status: 403, code: 'annotation.not_yours' }
const [eight, nine, ten] = [8, 9, 10].map(hour => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()) as [
  string,
  string,
  string,
]
const texts = async (who: Actor, graph_id: number) =>
  (await who.call(listAnnotations, { graph_id })).map(({ text }) => text)

describe('Annotations of a graph [D22]', () => {
  test('mark an instant or a range, by those who may write in the logbook, and everybody is told who may read it', async () => {
    const { tom, maya, ana, lena, zoe, server } = counter
    const logbook_id = await counter.logbook('Counter log')
    const { graph_id } = await counter.graph(logbook_id)
    const shut = { graph_id, text: ' Till 2 was shut ', from: nine, to: ten }
    const made = await tom.call(addAnnotation, shut)
    expect(made).toMatchObject({
      ...{ graph_id, text: 'Till 2 was shut', from: nine, to: ten, is_editable: true },
      author: { user_id: tom.user_id },
    })
    expect((await counter.events('graph.annotated')).at(-1)).toMatchObject({
      payload: { kind: 'graph.annotated', graph_id, doc_id: logbook_id },
      audience: { to: 'document', doc_id: logbook_id },
    })
    await expect(ana.call(addAnnotation, shut)).rejects.toMatchObject(noGraph)
    await expect(ana.call(listAnnotations, { graph_id })).rejects.toMatchObject(noGraph)

    await counter.gives(logbook_id, ana, 'viewer')
    await counter.gives(logbook_id, lena, 'editor')
    await expect(ana.call(addAnnotation, shut)).rejects.toMatchObject(readOnly)
    await lena.call(addAnnotation, { graph_id, text: 'Market day', from: eight })
    expect(await ana.call(listAnnotations, { graph_id })).toMatchObject([
      { text: 'Market day', from: eight, to: null, is_editable: false, author: { user_id: lena.user_id } },
      { text: 'Till 2 was shut', is_editable: false },
    ])
    const mayChange = async (who: Actor) =>
      (await who.call(listAnnotations, { graph_id })).map(({ is_editable }) => is_editable)
    expect(await mayChange(lena)).toEqual([true, false])
    expect(await mayChange(tom)).toEqual([true, true])
    expect(await mayChange(maya)).toEqual([true, true])
    await expect(zoe.call(listAnnotations, { graph_id })).rejects.toMatchObject(noGraph)
    await expect(server.stranger().call(listAnnotations, { graph_id })).rejects.toMatchObject({ status: 401 })
  })

  test('have a text of at most two hundred characters and an end after their start', async () => {
    const { tom } = counter
    const { graph_id } = await counter.graph(await counter.logbook('Limits'))
    const wrong = (fields: object) =>
      expect(tom.call(addAnnotation, { graph_id, text: 'Rain', from: nine, ...fields })).rejects
    await wrong({ text: ' ' }).toMatchObject({ status: 400, issues: [{ path: 'text' }] })
    await wrong({ text: 'x'.repeat(limits.textLength + 1) }).toMatchObject({ status: 400, issues: [{ path: 'text' }] })
    for (const to of [nine, eight]) await wrong({ to }).toMatchObject({ status: 400, issues: [{ path: 'to' }] })
    // Both are rounded to the same millisecond.
    const short = { from: '2026-11-20T09:00:00.0006Z', to: '2026-11-20T09:00:00.0014Z' }
    expect(await tom.call(addAnnotation, { graph_id, text: 'Blink', ...short })).toMatchObject({ text: 'Blink' })
  })

  test('are changed by their author while they may write, and by whoever manages the logbook', async () => {
    const { tom, ana, lena, zoe } = counter
    const logbook_id = await counter.logbook('Changes')
    const { graph_id } = await counter.graph(logbook_id)
    for (const who of [ana, lena]) await counter.gives(logbook_id, who, 'editor')
    const { annotation_id } = await lena.call(addAnnotation, { graph_id, text: 'Rain', from: nine })
    const change = { annotation_id, text: 'Hail', from: eight, to: ten }
    expect(await lena.call(changeAnnotation, change)).toMatchObject({ text: 'Hail', from: eight, to: ten })
    expect(await tom.call(changeAnnotation, { ...change, text: 'Snow', to: null })).toMatchObject({
      ...{ text: 'Snow', to: null },
      author: { user_id: lena.user_id },
    })
    await expect(ana.call(changeAnnotation, change)).rejects.toMatchObject(notYours)
    await expect(ana.call(deleteAnnotation, { annotation_id })).rejects.toMatchObject(notYours)
    await expect(zoe.call(changeAnnotation, change)).rejects.toMatchObject(missing)
    await counter.gives(logbook_id, lena, 'viewer')
    await expect(lena.call(changeAnnotation, change)).rejects.toMatchObject(readOnly)
    await expect(lena.call(deleteAnnotation, { annotation_id })).rejects.toMatchObject(readOnly)
    await expect(tom.call(changeAnnotation, { ...change, to: eight })).rejects.toMatchObject({ status: 400 })
    expect(await texts(tom, graph_id)).toEqual(['Snow'])
  })

  test('are deleted by the same people, who can bring them back for a day', async () => {
    const { tom, ana, lena, server } = counter
    const logbook_id = await counter.logbook('Deleted')
    const { graph_id } = await counter.graph(logbook_id)
    for (const who of [ana, lena]) await counter.gives(logbook_id, who, 'editor')
    const [first, second] = [
      await lena.call(addAnnotation, { graph_id, text: 'Rain', from: nine }),
      await lena.call(addAnnotation, { graph_id, text: 'Hail', from: ten }),
    ]
    const { annotation_id } = first
    await expect(lena.call(restoreAnnotation, { annotation_id })).rejects.toMatchObject(missing)
    await lena.call(deleteAnnotation, { annotation_id })
    await tom.call(deleteAnnotation, { annotation_id: second.annotation_id })
    expect(await texts(ana, graph_id)).toEqual([])
    const [audited] = await server.asOwner<{ kind: string; details: unknown }>(
      `select kind, details from audit where subject = 'graph:' || $1::text`,
      [graph_id],
    )
    expect(audited).toEqual({ kind: 'annotation.deleted', details: { author: lena.user_id } })
    await expect(lena.call(deleteAnnotation, { annotation_id })).rejects.toMatchObject(missing)
    await expect(lena.call(changeAnnotation, { annotation_id, text: 'Sun', from: nine })).rejects.toMatchObject(missing)
    await expect(ana.call(restoreAnnotation, { annotation_id })).rejects.toMatchObject(notYours)
    expect(await lena.call(restoreAnnotation, { annotation_id })).toMatchObject(first)
    expect(await texts(ana, graph_id)).toEqual(['Rain'])

    await server.asOwner('update graph_annotations set deleted_at = deleted_at - $1::interval where graph_id = $2', [
      '1 day 1 second',
      graph_id,
    ])
    const gone = { annotation_id: second.annotation_id }
    await expect(lena.call(restoreAnnotation, gone)).rejects.toMatchObject(missing)
    await runCleanups(server, [deletedAnnotations])
    const rows = await server.asOwner('select text from graph_annotations where graph_id = $1', [graph_id])
    expect(rows).toEqual([{ text: 'Rain' }])
  })

  test('are limited in number, and go with their graph', async () => {
    const { tom, maya, server } = counter
    const { graph_id } = await counter.graph(await counter.logbook('Many'))
    const { annotation_id } = await tom.call(addAnnotation, { graph_id, text: 'Rain', from: nine })
    await tom.call(deleteAnnotation, { annotation_id })
    await server.asOwner(
      `insert into graph_annotations (organization_id, graph_id, text, starts_at, created_at)
       select $1, $2, 'Note ' || nr, $3, $3 from generate_series(1, ${limits.perGraph}) as nr`,
      [maya.organization_id, graph_id, nine],
    )
    const full = { status: 409, code: 'annotation.too_many' }
    await expect(tom.call(addAnnotation, { graph_id, text: 'Hail', from: nine })).rejects.toMatchObject(full)
    await expect(tom.call(restoreAnnotation, { annotation_id })).rejects.toMatchObject(full)
    expect(await texts(tom, graph_id)).toHaveLength(limits.perGraph)
    await tom.call(deleteGraph, { graph_id })
    expect(await server.asOwner('select from graph_annotations where graph_id = $1', [graph_id])).toEqual([])
  })
})
