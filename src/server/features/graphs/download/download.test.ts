import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { addAnnotation } from '#shared/contract/graphs/annotations'
import { type Graph, updateGraph } from '#shared/contract/graphs/endpoints'
import { addThreshold } from '#shared/contract/graphs/thresholds'
import type { Actor } from '../../../../../test/actor'
import { type Counter, noGraph, openCounter } from '../test-graphs'

let counter: Counter
let graph: Graph

const from = '2026-11-19T00:00:00Z'
const to = '2026-11-21T00:00:00Z'
const hostile = '=cmd|" /C calc"!A0</text><script>alert(1)</script>'

beforeAll(async () => {
  counter = await openCounter()
  const doc_id = await counter.logbook('Counter log')
  graph = await counter.graph(doc_id, { 0: 'Clear', 1: hostile }, 'Front <desk> & "till"')
  const logs = await counter.logsAt(doc_id, ['2026-11-19T09:00:00Z', '2026-11-19T10:00:00Z', '2026-11-20T09:00:00Z'])
  const [first = 0, second = 0, third = 0] = logs
  await counter.marks(graph, [
    [first, 0],
    [second, 0],
    [third, 1],
  ])
})

function download(who: Actor, format: string, more = `&from=${from}&to=${to}&unit=day&zone=UTC`) {
  const ids = `organization_id=${who.organization_id}&user_id=${who.user_id}&origin_id=${who.user_id}`
  return fetch(`${counter.server.url}/graph/${graph.graph_id}?${ids}&format=${format}${more}`, {
    headers: { accept: 'application/json', authorization: `Bearer ${who.tokens?.IdToken}` },
  })
}

describe('Downloading a graph [7.24, D22]', () => {
  test('as values that no spreadsheet executes', async () => {
    const response = await download(counter.tom, 'csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
    expect(head).toBe(`from,to,Clear,"'${hostile.replaceAll('"', '""')}"`)
    expect(lines).toEqual([
      '2026-11-19T00:00:00+00:00,2026-11-20T00:00:00+00:00,2,0',
      '2026-11-20T00:00:00+00:00,2026-11-21T00:00:00+00:00,0,1',
    ])
  })

  test('as a drawing in which every text is only text', async () => {
    const response = await download(counter.tom, 'svg')
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const svg = await response.text()
    expect(svg).toContain('Front &lt;desk&gt; &amp; &quot;till&quot;')
    expect(svg).not.toMatch(/<script|<\/text><s|href|<image|<foreignObject/)
    // A bar for each of the two days that have logs, twice as high if there are two.
    const bars = [...svg.matchAll(/height="([\d.]+)" fill="#(?:17835a|bf6e00)"/g)].map(([, height]) => Number(height))
    expect(bars).toEqual([410, 205, 14, 14])
  })

  test('as a picture', async () => {
    const response = await download(counter.tom, 'png')
    expect(response.headers.get('content-type')).toBe('image/png')
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1_200, height: 600 })
  })

  test('with the thresholds that are counted as it is, as lines with what they say', async () => {
    const set = { graph_id: graph.graph_id, label: 0, side: 'above', value: 5, unit: 'day', zone: 'UTC' } as const
    await counter.tom.call(addThreshold, set)
    await counter.tom.call(addThreshold, { ...set, label: 1, side: 'below', value: 2 })
    await counter.tom.call(addThreshold, { ...set, value: 4_321, unit: 'hour' })
    const svg = await (await download(counter.tom, 'svg')).text()
    expect(svg).toContain('>Clear &gt; 5</text>')
    expect(svg).toMatch(/script&gt;.* &lt; 2<\/text>/)
    expect(svg).not.toContain('4321')
    // The scale reaches the line, and the bars of both labels stand on its ground beside each other.
    expect(svg).toContain('>6</text>')
    const ends = [
      ...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#(?!f|e|d)/g),
    ]
      .map(([, x, y, width, height]) => ({ x, width: Number(width), bottom: Number(y) + Number(height) }))
      .filter(({ width }) => width > 100)
    expect(ends.map(({ bottom }) => Math.round(bottom))).toEqual([530, 530])
    const png = await sharp(Buffer.from(await (await download(counter.tom, 'png')).arrayBuffer())).metadata()
    expect(png.width).toBe(1_200)
  })

  test('with names in any script', async () => {
    const named = { '0': 'e\u0301\u0302\u0303'.repeat(15), '1': '\u202e\u200b', '2': '永'.repeat(60) } as const
    const name = '永'.repeat(100)
    await counter.tom.call(updateGraph, { graph_id: graph.graph_id, name, labels: named })
    for (const format of ['csv', 'svg', 'png']) {
      const response = await download(counter.tom, format)
      expect(
        response.status,
        counter.server.logLines.findLast(line => line.includes('A call failed')),
      ).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
  })

  test('with the annotations of its time', async () => {
    const note = { graph_id: graph.graph_id, text: 'Till <2> was shut' }
    await counter.tom.call(addAnnotation, { ...note, from: '2026-11-18T20:00:00Z', to: '2026-11-19T08:00:00Z' })
    await counter.tom.call(addAnnotation, { ...note, text: '=Rain', from: '2026-11-20T12:00:00Z' })
    await counter.tom.call(addAnnotation, { ...note, text: 'Later', from: to })
    const [head, ...lines] = (await (await download(counter.tom, 'csv')).text()).trimEnd().split('\r\n')
    expect(head).toMatch(/,annotations$/)
    expect(lines.map(line => line.split(',').at(-1))).toEqual(['Till <2> was shut', "'=Rain"])
    const svg = await (await download(counter.tom, 'svg')).text()
    expect(svg).toMatch(
      />1 {2}Till &lt;2&gt; was shut \(18 Nov, .* – 19 Nov, .*\)<|>1 {2}Till &lt;2&gt; was shut \(Nov 18, .* – Nov 19, .*\)</,
    )
    expect(svg).toContain('>2  =Rain (')
    expect(svg).not.toContain('Later')
    const png = await sharp(Buffer.from(await (await download(counter.tom, 'png')).arrayBuffer())).metadata()
    expect(png.height).toBe(658)
  })

  test('over the shown range if none is given', async () => {
    for (const format of ['csv', 'svg', 'png']) expect((await download(counter.tom, format, '')).status).toBe(200)
  })

  test('is refused to people who may not read its logbook, and for other formats', async () => {
    for (const format of ['csv', 'svg', 'png']) {
      expect(await (await download(counter.zoe, format)).json()).toMatchObject(noGraph)
    }
    expect(await (await download(counter.tom, 'pdf')).json()).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(await (await download(counter.tom, 'csv', '&from=2026-11-19T00:00:00Z')).json()).toMatchObject({
      status: 400,
    })
  })

  test('is recorded in the owners’ audit log', async () => {
    const [entry] = await counter.maya.call(readAudit, { kind: 'graph.exported', limit: 1 })
    expect(entry).toMatchObject({ subject: `document:${graph.logbook_id}`, details: { graph_id: graph.graph_id } })
  })
})
