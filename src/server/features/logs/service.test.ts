import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../test/actor'
import { inTransaction } from '../../platform/database/transaction'
import { underPlan } from '../../platform/identity'
import {
  createRequestContext,
  inOrganisation,
  type MemberContext,
  pendingEffects,
  withCaller,
} from '../../platform/request-context'
import { documentsFor } from '../documents/service'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { membershipOf } from '../organisations/service'
import { callerOf } from '../session/store'
import { findLogs, logsOfDay } from './service'

let workshop: Workshop
let bay: number

/** Runs work as somebody in their organisation, as another feature does during their call. */
async function as<T>({ user_id, organization_id }: Actor, work: (ctx: MemberContext) => Promise<T>): Promise<T> {
  const { context } = workshop.server.app
  return inTransaction(context.pool, { readOnly: true, organization_id, user_id }, async tx => {
    const [session] = await workshop.server.asOwner<{ id: string }>(
      'select max(id) as id from sessions where user_id = $1',
      [user_id],
    )
    const caller = await callerOf(tx, user_id, Number(session?.id))
    const member = await membershipOf(tx, organization_id, user_id)
    if (!caller || !member) throw new Error('There is no such member.')
    const effects = pendingEffects()
    const ctx = withCaller(
      createRequestContext({ tx, app: context, ip: '10.0.0.1', request_id: 'test' }, effects),
      caller,
      effects,
    )
    return work({ ...inOrganisation(ctx, organization_id, effects), member: underPlan(context.settings, member) })
  })
}

beforeAll(async () => {
  workshop = await openWorkshop()
  const { tom, ana, maya } = workshop
  bay = await workshop.logbook('Bay log', { access: 'organisation' })
  const hidden = await workshop.logbook('Hidden log', {}, maya)
  await workshop.writes(tom, bay, 'Brake pads worn', 'Chain replaced')
  await workshop.writes(ana, bay, 'Brake cable replaced')
  await workshop.writes(maya, hidden, 'Brake budget')
})

describe('What Mate reads in logbooks, with the rights of the asking person [D26]', () => {
  test('documents, last written first', async () => {
    const names = (who: Actor, query?: string) =>
      as(who, async ctx => (await documentsFor(ctx, { query, limit: 5 })).map(listedItem => listedItem.doc_name))
    expect(await names(workshop.maya)).toEqual(['Hidden log', 'Bay log'])
    expect(await names(workshop.ana, 'log')).toEqual(['Bay log'])
  })

  test('the newest matching logs, and the total number', async () => {
    const brakes = (who: Actor, limit: number) =>
      as(who, async ctx => {
        const { logs, total } = await findLogs(ctx, { words: 'brake', limit })
        return { contents: logs.map(log => log.content), total }
      })
    expect(await brakes(workshop.maya, 2)).toEqual({ contents: ['Brake budget', 'Brake cable replaced'], total: 3 })
    expect(await brakes(workshop.ana, 1)).toEqual({ contents: ['Brake cable replaced'], total: 2 })
    expect(await brakes(workshop.zoe, 5)).toEqual({ contents: [], total: 0 })
  })

  test('the logs of a day of the person’s zone', async () => {
    const { server, maya, tom, ana } = workshop
    await server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_at)
       values ($1, $2, 'Late', 'Half past eleven in London', '2026-11-18T23:30:00Z')`,
      [maya.organization_id, bay],
    )
    const titles = (who: Actor, day: string) =>
      as(who, async ctx => (await logsOfDay(ctx, { day, limit: 5 })).logs.map(log => log.title))
    expect(await titles(ana, '2026-11-18')).toEqual(['Late'])
    expect(await titles(tom, '2026-11-18')).toEqual([])
    expect(await titles(tom, '2026-11-19')).toEqual(['Late'])
    expect(await as(ana, ctx => logsOfDay(ctx, { day: '2026-11-20', limit: 2 }))).toMatchObject({ total: 3 })
  })
})
