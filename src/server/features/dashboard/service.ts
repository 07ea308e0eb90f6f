import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type {
  Dashboard,
  DashboardEntry,
  DashboardTile,
  listDashboard,
  readDashboard,
} from '#shared/contract/dashboard/endpoints'
import type { Body, Page } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import { createCursor } from '../../platform/cursor'
import type { DashboardSource } from '../../platform/dashboard'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import { periodBefore, periodOf, startsOf } from './period'
import * as store from './store'

/**
 * The numbers of a period and what is the case now. Every feature contributes its own; all are queried at the same time,
 * and each counts only what the caller may see.
 */
export async function read(ctx: MemberContext, body: Body<typeof readDashboard>): Promise<Dashboard> {
  const period = periodOf(ctx, body)
  const scope = await scopeOf(ctx, body.branch_ids)
  const starts = startsOf(period, ctx.caller.timezone)
  const params = { ...period, starts, before: periodBefore(period, ctx.now), scope }
  const sources = registryOf(ctx.app).dashboard
  const [tiles, lists] = await Promise.all([
    Promise.all(
      sources
        .filter(({ counts }) => counts === 'period')
        .map(async source => tileFrom(source, await store.countPeriod(ctx, source, params), starts.length)),
    ),
    Promise.all(
      sources
        .filter(({ counts }) => counts !== 'period')
        .map(async source => {
          const rows = await store.countNow(ctx, source, scope)
          return {
            name: source.name,
            needs_attention: source.counts === 'attention',
            total: rows[0]?.total ?? 0,
            entries: rows.map(entryFrom),
          }
        }),
    ),
  ])
  return { ...period, before: params.before, starts, tiles, lists }
}

/**
 * What is counted: the branches asked for; without any, all that the caller may see. Without `dashboard.see_all` [D2] that
 * is only what belongs to their own branches, or to none. People in no branch belong to the primary one.
 */
async function scopeOf(ctx: MemberContext, ids: readonly number[] | undefined): Promise<store.Scope> {
  const seesAll = can(ctx.member, 'dashboard.see_all')
  if (!ids && seesAll) return null
  const visible = await branchesFor(ctx)
  if (ids?.some(id => !visible.some(branch => branch.id === id))) throw apiError('branch.not_found')
  if (ids && seesAll) return { branch_ids: ids, orNone: false }
  const { branch_ids } = ctx.member
  const own =
    branch_ids.length > 0 ? branch_ids : visible.filter(branch => branch.is_primary_branch).map(({ id }) => id)
  if (ids?.some(id => !own.includes(id))) throw apiError('permission.missing')
  return { branch_ids: ids ?? own, orNone: !ids }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function tileFrom({ name }: DashboardSource, rows: readonly store.CountRow[], parts: number): DashboardTile {
  const courses = (by: store.CountRow['by']) => {
    const found = new Map<number | null, { name: string; counts: number[] }>()
    for (const row of rows.filter(row => row.by === by && row.part > 0)) {
      const course = found.get(row.id) ?? { name: row.name ?? '', counts: Array<number>(parts).fill(0) }
      course.counts[row.part - 1] = row.count
      found.set(row.id, course)
    }
    return [...found].sort(
      ([, one], [, other]) => sum(other.counts) - sum(one.counts) || one.name.localeCompare(other.name),
    )
  }
  const branches = courses('branch')
  return {
    name,
    total: sum(branches.map(([, { counts }]) => sum(counts))),
    before: sum(rows.filter(row => row.by === 'branch' && row.part === 0).map(row => row.count)),
    branches: branches.map(([branch_id, { counts }]) => ({ branch_id, counts })),
    parents: courses('parent').flatMap(([parent_id, course]) => (parent_id === null ? [] : [{ parent_id, ...course }])),
  }
}

const entryFrom = ({ id, at, title, detail, parent_id }: DashboardEntry): DashboardEntry => ({
  id,
  at,
  title,
  detail,
  parent_id,
})

const cursors = createCursor(z.object({ at: Instant, id: Id }))

/** What a number counts, by the same query. */
export async function list(ctx: MemberContext, body: Body<typeof listDashboard>): Promise<Page<DashboardEntry>> {
  const { name, branch_ids, parent_id, cursor, limit } = body
  const source = registryOf(ctx.app).dashboard.find(candidate => candidate.name === name)
  if (!source) throw apiError('request.invalid', { issues: [{ path: 'name', message: 'There is no such number.' }] })
  const scope = await scopeOf(ctx, branch_ids)
  const period = source.counts === 'period' ? periodOf(ctx, body) : null
  const after = cursors.read(cursor)
  const rows = await store.listEntries(ctx, source, { period, scope, parent_id, after, limit: limit + 1 })
  const { shown, next_cursor } = cursors.cut(rows, limit, ({ at, id }) => ({ at, id }))
  return { items: shown, next_cursor }
}
