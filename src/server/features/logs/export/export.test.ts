import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { correctLog } from '#shared/contract/logs/corrections'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { addCamera } from '#shared/contract/sources/cameras'
import { eventually } from '#shared/testing/eventually'
import { textOfPdf } from '../../../platform/pdf/testing/pdf-text'
import { picture, sends, text } from '../../attachments/test-files'
import { notFound, openWorkshop, type Workshop } from '../../documents/test-workshop'
import { batchSize } from './batches'
import { cellsOf } from './testing/cells'
import { download } from './testing/download'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

const range = { start_time: '2026-01-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z' }
const csv = { ...range, type: 'csv' } as const
const pdf = { ...range, type: 'pdf' } as const
const json = { ...range, type: 'json' } as const

/** Logs at the given instants, inserted as jobs insert theirs. */
const logsAt = (doc_id: number, instants: string[], content = '') =>
  workshop.server.asOwner(
    `insert into logs (organization_id, doc_id, title, content, created_at)
     select $1, $2, 'Log ' || nr, $4, at from unnest($3::timestamptz[]) with ordinality as t (at, nr) order by nr`,
    [workshop.maya.organization_id, doc_id, instants, content],
  )

describe('Logs as comma-separated values [7.14c]', () => {
  test('have one line per log, oldest first, with all its data', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
    const { graph_id } = await tom.call(createGraph, {
      logbook_id: doc_id,
      name: 'Bay',
      labels: { 0: 'Clear', 1: 'Queue' },
    })
    const labels = [0, 1].map(label => ({ graph_id, label }))
    const { file_id } = await sends(tom, text('bill, paid.txt', '1'))
    const urls = ['https://pictures.example/1.jpg']
    const first = await tom.call(writeLog, { doc_id, title: 'Tandem', content: 'Chain, "new"\nand oiled', labels })
    server.clock.advance(1_000)
    const happened_at = first.created_at
    const second = await tom.call(writeLog, {
      doc_id,
      content: 'Bezahlt: 50 €',
      file_ids: [file_id],
      urls,
      happened_at,
    })
    const { status, headers, text: file } = await download(workshop.ana, { doc_id, ...csv })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.startsWith('\ufefftime,writer,')).toBe(true)
    const link = (log: Log) => `${server.app.context.publicUrl()}/#/docs/${doc_id}?log=${log.id}`
    const at = (log: Log) => expect.stringContaining(log.created_at.slice(0, 19))
    expect(cellsOf(file.slice(1))).toEqual([
      ['time', 'writer', 'title', 'text', 'labels', 'link', 'pictures', 'files', 'happened'],
      [at(first), 'Tom Reyes', 'Tandem', 'Chain, "new"\nand oiled', 'Clear; Queue', link(first), '', '', ''],
      [
        at(second),
        'Tom Reyes',
        'Bezahlt: 50 €',
        'Bezahlt: 50 €',
        '',
        link(second),
        urls[0],
        'bill, paid.txt',
        at(first),
      ],
    ])
  })

  test("show times in the reader's time zone, with its offset", async () => {
    const doc_id = await workshop.logbook('Nights', { access: 'organisation' })
    await logsAt(doc_id, ['2026-07-01T22:30:00Z', '2026-11-01T22:30:00.5Z'])
    const times = async (who: Workshop['tom']) =>
      cellsOf((await download(who, { doc_id, ...csv })).text)
        .map(([time]) => time)
        .slice(1)
    expect(await times(workshop.tom)).toEqual(['2026-07-02T00:30:00+02:00', '2026-11-01T23:30:00.5+01:00'])
    expect(await times(workshop.ana)).toEqual(['2026-07-01T22:30:00+00:00', '2026-11-01T22:30:00.5+00:00'])
  })

  test('are harmless when a spreadsheet opens them', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Formulas')
    const harmful = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '=HYPERLINK("http://x.example","y")']
    for (const content of harmful) await tom.call(writeLog, { doc_id, content, title: content })
    const rows = cellsOf((await download(tom, { doc_id, ...csv })).text).slice(1)
    // Titles are trimmed; texts stay as written.
    expect(rows.map(([, , , content]) => content)).toEqual(harmful.map(content => `'${content}`))
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t＝]/)
  })
})

describe('Logs as JSON [7.14c]', () => {
  test('are as on the wire, after a description of the file', async () => {
    const { tom, ana, server } = workshop
    const doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
    const [first, second] = await workshop.writes(tom, doc_id, 'First', 'Second')
    const corrected = await tom.call(correctLog, { doc_id, log_id: second?.id ?? 0, content: 'Other', revision: 0 })
    const { headers, text: file } = await download(ana, { doc_id, ...json })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(file)).toEqual({
      logbook: { doc_id, document_name: 'Bay log' },
      ...range,
      zone: 'UTC',
      made_at: new Date(server.clock.now()).toISOString(),
      made_by: { user_id: ana.user_id, user_displayname: 'Ana Lima' },
      logs: [first, { ...second, ...corrected, content: 'Other' }],
    })
  })

  test('of an empty logbook are an empty list', async () => {
    const doc_id = await workshop.logbook('Empty')
    const files = {
      json: await download(workshop.tom, { doc_id, ...json }),
      csv: await download(workshop.tom, { doc_id, ...csv }),
    }
    expect(JSON.parse(files.json.text).logs).toEqual([])
    expect(cellsOf(files.csv.text)).toHaveLength(1)
  })
})

describe('Logs on paper [7.14c]', () => {
  test('are grouped by day of the reader’s zone, in their language', async () => {
    const { tom, lena } = workshop
    const doc_id = await workshop.logbook('Werkstatt', { access: 'organisation' })
    await logsAt(doc_id, ['2026-11-19T22:30:00Z', '2026-11-19T23:30:00Z'], 'Bremse **neu**')
    const { headers, bytes } = await download(tom, { doc_id, ...pdf })
    expect(headers.get('content-type')).toBe('application/pdf')
    const { lines } = textOfPdf(bytes)
    expect(lines.filter(line => line.includes('2026') && line.includes('day'))).toEqual([
      'Thursday, November 19, 2026',
      'Friday, November 20, 2026',
    ])
    const german = textOfPdf((await download(lena, { doc_id, ...pdf })).bytes).lines
    expect(german).toEqual(expect.arrayContaining(['Werkstatt', 'Zeiten in UTC', 'Donnerstag, 19. November 2026']))
    expect(german).toContainEqual(expect.stringMatching(/^Exportiert von Lena Fuchs am Fr\., 20\. Nov\. 2026, /))
    expect(german.filter(line => line === 'Bremse neu')).toHaveLength(2)
  })

  test('show a title that says more than the text, labels, files and corrections', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Bay log')
    const { graph_id } = await tom.call(createGraph, { logbook_id: doc_id, name: 'Bay', labels: { 0: 'Clear' } })
    const { file_id } = await sends(tom, text('bill.txt', '1'))
    const labels = [{ graph_id, label: 0 }]
    await tom.call(writeLog, { doc_id, title: 'Tandem', content: 'Chain replaced', labels, file_ids: [file_id] })
    const happened_at = '2026-11-19T08:10:00.000Z'
    const own = await tom.call(writeLog, { doc_id, content: 'Pads ar worn', happened_at })
    await tom.call(correctLog, { doc_id, log_id: own.id, title: '', content: 'Pads are worn', revision: 0 })
    const { lines } = textOfPdf((await download(tom, { doc_id, ...pdf })).bytes)
    const from = lines.indexOf('Tandem')
    expect(lines.slice(from, from + 4)).toEqual(['Tandem', 'Chain replaced', 'Labels: Clear', 'Files: bill.txt'])
    expect(lines[from + 4]).toMatch(/ Tom Reyes · happened Thu, Nov 19, 2026, 9:10.* · corrected /)
    expect(lines.slice(from + 5)).toEqual(['Pads are worn'])
  })

  test('have pictures for readers who may see their source, and the number of hidden ones', async () => {
    const { maya, tom, dev, server } = workshop
    const doc_id = await workshop.logbook('Gate', { access: 'organisation' })
    const { camera_id } = await dev.call(addCamera, { name: 'Gate', url: 'http://9.9.9.9/still.jpg' })
    const [seen, gone] = [randomUUID(), randomUUID()]
    const jpeg = await picture(640, 480).jpeg().toBuffer()
    await server.app.context.objects.put(`frames/${seen}.jpg`, jpeg, 'image/jpeg')
    await server.asOwner(
      `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
       select $1, id, 'camera', $2, now(), 'frames/' || id || '.jpg', 1 from unnest($3::uuid[]) id`,
      [maya.organization_id, camera_id, [seen, gone]],
    )
    await maya.call(writeLog, { doc_id, content: 'At the gate', frame_ids: [seen, gone] })
    const shown = async (who: Workshop['tom']) => {
      const { lines, objects } = textOfPdf((await download(who, { doc_id, ...pdf })).bytes)
      const pictures = [...objects.values()].filter(head => head.includes('/DCTDecode')).length
      return { pictures, said: lines.filter(line => line.startsWith('Pictures')) }
    }
    expect(await shown(maya)).toEqual({ pictures: 1, said: ['Pictures that are not shown here: 1'] })
    expect(await shown(tom)).toEqual({ pictures: 0, said: ['Pictures that are not shown here: 2'] })
  })
})

describe('Attached pictures of a printed logbook', () => {
  const file = (name: string, bytes: Buffer) => ({ name, bytes })
  const read = async (who: Workshop['tom'], doc_id: number) =>
    textOfPdf((await download(who, { doc_id, ...pdf })).bytes)

  test('are printed with their names; other files are named, and a broken picture is reported as missing', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Photos')
    const png = await picture(800, 400).png().toBuffer()
    const sent = [file('Pads.png', png), file('Worn.png', png), text('bill.txt', '1')]
    const file_ids: string[] = []
    for (const sentFile of sent) file_ids.push((await sends(tom, sentFile)).file_id)
    await tom.call(writeLog, {
      doc_id,
      content: 'Pads are worn ![the pads](https://elsewhere.example/1.png)',
      file_ids,
    })
    const before = await read(tom, doc_id)
    expect(before.images).toHaveLength(2)
    for (const image of before.images) expect(image.width / image.height).toBeCloseTo(2)
    expect(before.lines).toEqual(
      expect.arrayContaining(['Pads are worn the pads', 'Files: bill.txt', 'Pads.pngWorn.png']),
    )
    await server.app.context.objects.put(
      `attachments/${tom.organization_id}/${file_ids[1]}/file`,
      png.subarray(0, 40),
      'image/png',
    )
    const after = await read(tom, doc_id)
    expect(after.images).toHaveLength(1)
    expect(after.lines).toEqual(
      expect.arrayContaining(['Files: Worn.png, bill.txt', 'Pictures that are not shown here: 1', 'Pads.png']),
    )
  })

  test('are 200 at most, and the rest is counted', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Album')
    const { file_id } = await sends(tom, file('One.png', await picture().png().toBuffer()))
    const log = await tom.call(writeLog, { doc_id, content: 'Many', file_ids: [file_id] })
    // Each row has the bytes of the first.
    const rows = await server.asOwner<{ id: string }>(
      `insert into attachments
       select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
       from attachments a cross join generate_series(1, 211) where a.id = $1 returning id`,
      [file_id],
    )
    for (const { id } of rows)
      await server.app.context.objects.put(
        `attachments/${tom.organization_id}/${id}/file`,
        await picture(20, 20).png().toBuffer(),
        'image/png',
      )
    expect(log.file_ids).toHaveLength(1)
    const { images, lines } = await read(tom, doc_id)
    expect(images).toHaveLength(200)
    expect(lines).toContain('Pictures that are not shown here: 12')
  })
})

test('The person whose screen is on an exported picture learns who looked [D34]', async () => {
  const { maya, dev, tom, server } = workshop
  const doc_id = await workshop.logbook('Screens', { access: 'organisation' })
  const id = randomUUID()
  await server.app.context.objects.put(`frames/${id}.jpg`, await picture().jpeg().toBuffer(), 'image/jpeg')
  await server.asOwner(
    `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
     values ($1, $2, 'screen', $3, now(), $4, 1)`,
    [maya.organization_id, id, tom.user_id, `frames/${id}.jpg`],
  )
  await maya.call(writeLog, { doc_id, content: 'His screen', frame_ids: [id] })
  const viewers = async () =>
    (
      await server.asOwner<{ viewer_id: number }>('select viewer_id::int from frame_views where frame_id = $1', [id])
    ).map(view => view.viewer_id)
  await download(dev, { doc_id, ...csv })
  expect(await viewers()).not.toContain(dev.user_id)
  await download(dev, { doc_id, ...pdf })
  await eventually(async () => expect(await viewers()).toContain(dev.user_id))
})

describe('A file of logs', () => {
  test('is a download named after the logbook and the days, and is never executed', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Büro "A"/../B: log')
    const params = {
      doc_id,
      type: 'csv',
      start_time: '2026-11-01T23:00:00Z',
      end_time: '2026-11-03T23:00:00Z',
    } as const
    const { headers } = await download(tom, params)
    const named = headers.get('content-disposition') ?? ''
    expect(named).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''/)
    // In Berlin it begins on the second day and ends on the third.
    expect(decodeURIComponent(named.split("UTF-8''")[1] ?? '')).toBe('B_ log 2026-11-02 - 2026-11-03.csv')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test('includes its first instant and excludes its last', async () => {
    const doc_id = await workshop.logbook('Range')
    await logsAt(doc_id, [
      '2026-11-01T08:59:59.999Z',
      '2026-11-01T09:00:00Z',
      '2026-11-01T09:59:59.999Z',
      '2026-11-01T10:00:00Z',
    ])
    const params = {
      doc_id,
      type: 'json',
      start_time: '2026-11-01T09:00:00Z',
      end_time: '2026-11-01T10:00:00Z',
    } as const
    const { logs } = JSON.parse((await download(workshop.tom, params)).text) as { logs: Log[] }
    expect(logs.map(log => log.title)).toEqual(['Log 2', 'Log 3'])
  })

  test('has every log once, however many there are and however many share an instant', async () => {
    const doc_id = await workshop.logbook('Long')
    const count = 3 * batchSize
    const instants = Array.from({ length: count }, (_, n) =>
      new Date(Date.UTC(2026, 10, 1, 0, Math.floor(n / 150))).toISOString(),
    )
    await logsAt(doc_id, instants, 'A log')
    const titles = Array.from({ length: count }, (_, n) => `Log ${n + 1}`)
    const asJson = JSON.parse((await download(workshop.tom, { doc_id, ...json })).text) as { logs: Log[] }
    expect(asJson.logs.map(log => log.title)).toEqual(titles)
    const asCsv = cellsOf((await download(workshop.tom, { doc_id, ...csv })).text)
    expect(asCsv.slice(1).map(([, , title]) => title)).toEqual(titles)
    const { lines } = textOfPdf((await download(workshop.tom, { doc_id, ...pdf })).bytes)
    expect(lines.filter(line => line.startsWith('Log '))).toEqual(titles)
  })

  test('can be limited to labels and writers', async () => {
    const { tom, ana } = workshop
    const doc_id = await workshop.logbook('Narrow', { access: 'organisation' })
    const { graph_id } = await tom.call(createGraph, { logbook_id: doc_id, name: 'Bay', labels: { 0: 'Clear' } })
    const labels = [{ graph_id, label: 0 }]
    await tom.call(writeLog, { doc_id, content: 'Clear', labels })
    await tom.call(writeLog, { doc_id, content: 'Toms' })
    await ana.call(writeLog, { doc_id, content: 'Anas' })
    const contents = async (params: object) =>
      (JSON.parse((await download(tom, { doc_id, ...json, ...params })).text) as { logs: Log[] }).logs.map(
        log => log.content,
      )
    expect(await contents({ labels })).toEqual(['Clear'])
    expect(await contents({ user_ids: [ana.user_id] })).toEqual(['Anas'])
    const { lines } = textOfPdf((await download(tom, { doc_id, ...pdf, labels })).bytes)
    expect(lines).toContain('Only some of the logs: those with certain labels or by certain people')
  })

  test('is recorded in the audit log [D8]', async () => {
    const doc_id = await workshop.logbook('Watched')
    await download(workshop.tom, { doc_id, ...csv })
    expect(await workshop.audited(doc_id)).toContainEqual({
      kind: 'document.exported',
      actor_id: workshop.tom.user_id,
      details: { type: 'csv', ...range },
    })
  })
})

describe('A file of logs is refused with a JSON error', () => {
  const refused = async (who: Workshop['tom'], params: Parameters<typeof download>[1]) => {
    const { status, headers, text: body } = await download(who, params)
    expect(headers.get('content-disposition')).toBeNull()
    return { status, ...(JSON.parse(body) as Record<string, unknown>) }
  }

  test('for those who may not read the logbook, and for strangers [D6, D21]', async () => {
    const { ana, zoe, server } = workshop
    const doc_id = await workshop.logbook('Private')
    for (const type of ['csv', 'json', 'pdf'] as const) {
      expect(await refused(ana, { doc_id, ...range, type }), type).toMatchObject(notFound)
      expect(await refused(zoe, { doc_id, ...range, type }), type).toMatchObject(notFound)
    }
    expect(await refused(server.stranger(), { doc_id, ...csv })).toMatchObject({
      status: 401,
      code: 'session.required',
    })
    expect(await workshop.audited(doc_id)).toEqual([])
  })

  test('without a range that begins before it ends, without a type, and with an unknown type', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Wrong')
    const invalid = (path: string) => ({
      status: 400,
      code: 'request.invalid',
      issues: [expect.objectContaining({ path })],
    })
    const { start_time, end_time } = range
    expect(await refused(tom, { doc_id, type: 'csv', start_time })).toMatchObject(invalid('end_time'))
    expect(await refused(tom, { doc_id, type: 'csv', end_time })).toMatchObject(invalid('start_time'))
    expect(await refused(tom, { doc_id, start_time, end_time })).toMatchObject(invalid('type'))
    expect(await refused(tom, { doc_id, ...range, type: 'xls' as 'csv' })).toMatchObject(invalid('type'))
    expect(await refused(tom, { doc_id, ...csv, on: '2026-11-01' })).toMatchObject(invalid('on'))
    for (const end of [start_time, '2025-12-31T00:00:00Z'])
      expect(await refused(tom, { doc_id, ...csv, end_time: end })).toMatchObject(invalid('end_time'))
    expect(await refused(tom, { doc_id, ...csv, start_time: 'yesterday' })).toMatchObject(invalid('start_time'))
  })
})

test('A page of the timeline is still the answer to a call without a type', async () => {
  const doc_id = await workshop.logbook('Page')
  expect(await workshop.tom.call(readLogs, { doc_id })).toEqual({ logs: [], has_newer: false, has_older: false })
})
