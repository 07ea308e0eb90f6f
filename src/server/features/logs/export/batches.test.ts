import { beforeAll, describe, expect, test } from 'vitest'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { PreflightContext } from '../../../platform/http/route'
import { runAsMember } from '../../../platform/run-as'
import { openWorkshop, type Workshop } from '../../documents/test-workshop'
import { batchesOf, batchSize } from './batches'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

/** A logbook readable by all with this many logs of Tom's, Ana's export of it, and how often it ran queries. */
async function reading(count: number) {
  const { server, tom, ana } = workshop
  const doc_id = await workshop.logbook('Long', { access: 'organisation' })
  await server.asOwner(
    `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
     select $1, $2, 'Log ' || n, '', $3, '2026-11-01T00:00:00Z'::timestamptz + make_interval(secs => n / 7)
     from generate_series(1, $4::int) n`,
    [tom.organization_id, doc_id, tom.user_id, count],
  )
  const [session] = await server.asOwner<{ id: number }>('select max(id)::int as id from sessions where user_id = $1', [
    ana.user_id,
  ])
  const { user_id, organization_id } = ana
  const who = { user_id, organization_id, session_id: session?.id ?? 0, ip: '10.0.0.1', request_id: 'test' }
  const asked = { times: 0 }
  const act: PreflightContext['runAsMember'] = work => {
    asked.times += 1
    return runAsMember(server.app.context, who, work)
  }
  const params = { doc_id, type: 'csv', start_time: '2026-01-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z' } as const
  const batches = batchesOf({ runAsMember: act }, params, async (_at, logs) => logs.map(log => log.title))
  return { doc_id, asked, batches }
}

describe('The logs of an export', () => {
  test('are read batch by batch, each only after the previous one was consumed', async () => {
    const { asked, batches } = await reading(2 * batchSize + 1)
    const found: string[][] = []
    for await (const titles of batches) {
      found.push(titles)
      expect(asked.times).toBe(found.length)
    }
    expect(found.map(titles => titles.length)).toEqual([batchSize, batchSize, 1])
    expect(found.flat()).toEqual(Array.from({ length: 2 * batchSize + 1 }, (_, n) => `Log ${n + 1}`))
  })

  test('end when their reader loses access [D41]', async () => {
    const { batches, doc_id } = await reading(2 * batchSize)
    expect((await batches.next()).value).toHaveLength(batchSize)
    await workshop.server.asOwner("update documents set access = 'private' where id = $1", [doc_id])
    await expect(batches.next()).rejects.toMatchObject({ code: 'document.not_found' })
  })

  test('that are written meanwhile are included, in their place', async () => {
    const { batches, doc_id } = await reading(batchSize)
    await batches.next()
    workshop.server.clock.advance(1_000)
    await workshop.tom.call(writeLog, { doc_id, content: '', title: 'Late' })
    expect((await batches.next()).value).toEqual(['Late'])
    expect((await batches.next()).done).toBe(true)
  })
})
