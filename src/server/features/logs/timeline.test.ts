import { beforeAll, describe, expect, test } from 'vitest'
import { readLogs } from '#shared/contract/logs/endpoints'
import { dayIn } from '../../platform/day'
import { notFound, openWorkshop, type Workshop } from '../documents/test-workshop'

let workshop: Workshop
/** Ids of 100 logs, oldest first. Two share each instant: 1 and 2, 3 and 4, … */
let ids: number[]
let doc_id: number

/** Logs at the given instants, inserted as jobs insert theirs; returns their ids in that order. */
async function logsAt(doc_id: number, instants: string[]): Promise<number[]> {
  const rows = await workshop.server.asOwner<{ id: string }>(
    `insert into logs (organization_id, doc_id, title, content, created_at)
     select $1, $2, 'Log', '', at from unnest($3::timestamptz[]) with ordinality as t (at, nr) order by nr returning id`,
    [workshop.maya.organization_id, doc_id, instants],
  )
  return rows.map(row => Number(row.id))
}

beforeAll(async () => {
  workshop = await openWorkshop()
  doc_id = await workshop.logbook('Bay log')
  const other = await workshop.logbook('Another log')
  const start = Date.parse('2026-11-01T08:00:00Z')
  const instants = Array.from({ length: 100 }, (_, index) =>
    new Date(start + Math.floor(index / 2) * 60_000).toISOString(),
  )
  await logsAt(other, instants)
  ids = await logsAt(doc_id, instants)
  await logsAt(other, instants)
})

const read = async (
  params: { center_id?: number; start_after?: number; end_before?: number; on?: string },
  who = workshop.tom,
) => {
  const { logs, ...rest } = await who.call(readLogs, { doc_id, ...params })
  return { ids: logs.map(log => log.id), ...rest }
}
/** The ids between two positions, newest first, as on pages. */
const from = (start: number, end: number) => ids.slice(start, end).reverse()
const id = (position: number) => ids.at(position) ?? 0

describe('A timeline [4.8] [7.14c] [D20]', () => {
  test('begins with the newest 30 logs, newest first', async () => {
    expect(await read({})).toEqual({ ids: from(70, 100), has_newer: false, has_older: true })
  })

  test('continues with older logs, also between two of the same instant, to its end', async () => {
    expect(await read({ end_before: id(69) })).toEqual({ ids: from(39, 69), has_newer: true, has_older: true })
    expect(await read({ end_before: id(30) })).toEqual({ ids: from(0, 30), has_newer: true, has_older: false })
    expect(await read({ end_before: id(0) })).toEqual({ ids: [], has_newer: true, has_older: false })
  })

  test('continues with the logs right after one, so that nothing is skipped on the way to the newest', async () => {
    expect(await read({ start_after: id(20) })).toEqual({ ids: from(21, 51), has_newer: true, has_older: true })
    expect(await read({ start_after: id(69) })).toEqual({ ids: from(70, 100), has_newer: false, has_older: true })
    expect(await read({ start_after: id(99) })).toEqual({ ids: [], has_newer: false, has_older: true })
  })

  test('shows 15 logs on either side of one, and fewer near an end', async () => {
    expect(await read({ center_id: id(50) })).toEqual({ ids: from(35, 66), has_newer: true, has_older: true })
    expect(await read({ center_id: id(15) })).toEqual({ ids: from(0, 31), has_newer: true, has_older: false })
    expect(await read({ center_id: id(99) })).toEqual({ ids: from(84, 100), has_newer: false, has_older: true })
  })

  test('of a logbook without logs is empty', async () => {
    const empty = await workshop.logbook('Empty')
    expect(await workshop.tom.call(readLogs, { doc_id: empty })).toEqual({
      logs: [],
      has_newer: false,
      has_older: false,
    })
    expect(await workshop.tom.call(readLogs, { doc_id: empty, on: '2026-11-01' })).toEqual({
      logs: [],
      has_newer: false,
      has_older: false,
    })
  })

  test('is read from one position at a time, and only from logs of its own', async () => {
    const another = await workshop.logbook('Third')
    await expect(workshop.tom.call(readLogs, { doc_id, center_id: id(5), on: '2026-11-01' })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'center_id' }, { path: 'on' }],
    })
    for (const place of ['center_id', 'start_after', 'end_before']) {
      await expect(workshop.tom.call(readLogs, { doc_id: another, [place]: id(5) })).rejects.toMatchObject({
        status: 404,
        code: 'log.not_found',
      })
    }
    await expect(workshop.tom.call(readLogs, { doc_id, on: 'yesterday' })).rejects.toMatchObject({ status: 400 })
    await expect(workshop.ana.call(readLogs, { doc_id, center_id: id(5) })).rejects.toMatchObject(notFound)
  })
})

describe('A day of a timeline [4.8a] [D20]', () => {
  test('is a day of the reader’s zone, and says whether there is more before and after it', async () => {
    const { tom, ana } = workshop
    const berlin = await workshop.logbook('Nights', { access: 'organisation' })
    const [before, early, late, after] = await logsAt(berlin, [
      '2026-11-09T22:59:59.999Z',
      '2026-11-09T23:00:00Z',
      '2026-11-10T22:59:59.999Z',
      '2026-11-10T23:00:00Z',
    ])
    const on = async (who: typeof tom, day: string) => {
      const { logs, ...rest } = await who.call(readLogs, { doc_id: berlin, on: day })
      return { ids: logs.map(log => log.id), ...rest }
    }
    expect(await on(tom, '2026-11-10')).toEqual({ ids: [late, early], has_newer: true, has_older: true })
    expect(await on(ana, '2026-11-10')).toEqual({ ids: [after, late], has_newer: false, has_older: true })
    expect(await on(tom, '2026-11-09')).toEqual({ ids: [before], has_newer: true, has_older: false })
    expect(await on(tom, '2026-11-12')).toEqual({ ids: [], has_newer: false, has_older: true })
  })

  test('with many logs shows the newest 30 of them; the others follow as older ones', async () => {
    expect(await read({ on: '2026-11-01' })).toEqual({ ids: from(70, 100), has_newer: false, has_older: true })
    expect(await read({ on: '2026-10-31' })).toEqual({ ids: [], has_newer: true, has_older: false })
  })

  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
  ])('in %s begins and ends at local midnight, also when clocks change: %s', (zone, day, start, end) => {
    expect(dayIn(zone, day)).toEqual({ from: start, to: end })
  })
})
