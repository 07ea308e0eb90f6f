import type { exportAudit } from '#shared/contract/audit/endpoints'
import type { Answer, Body } from '#shared/contract/endpoint'
import { csvLine, encodingMark } from '../../platform/files/csv-line'
import { timeIn } from '../../platform/files/times'
import type { DownloadFile, PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'

/** The most entries in memory at a time. */
const batchSize = 500
/** Column names for programs, the same in every language. */
const columns = ['time', 'person', 'kind', 'subject', 'details', 'address'] as const

export const describe = async ({ caller }: MemberContext): Promise<Answer<typeof exportAudit>> => ({
  exported_by: caller.displayname,
})

/** The audit log as comma-separated values, newest first. The export itself is recorded and not part of it. */
export async function offer(preflight: PreflightContext, body: Body<typeof exportAudit>): Promise<DownloadFile> {
  const { format: _, ...filter } = body
  const { zone, newest, day } = await preflight.runAsMember(async ctx => {
    const [entry] = await store.entries(ctx, { limit: 1 })
    await ctx.audit({ kind: 'audit.exported', details: filter })
    return { zone: ctx.caller.timezone, newest: entry?.id ?? 0, day: ctx.now.slice(0, 10) }
  })
  return { name: `audit ${day}.csv`, content: csvOf(preflight, filter, { zone, newest }) }
}

type Filter = Omit<Body<typeof exportAudit>, 'format'>

/** Each batch is read with the rights of that moment, when the previous one was consumed. */
async function* csvOf(
  preflight: PreflightContext,
  filter: Filter,
  { zone, newest }: { zone: string; newest: number },
): AsyncGenerator<string> {
  yield `${encodingMark}${csvLine(columns)}`
  for (let before = newest + 1; ; ) {
    const rows = await preflight.runAsMember(ctx => store.entries(ctx, { ...filter, before, limit: batchSize }))
    if (rows.length > 0) yield rows.map(row => lineOf(row, zone)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
  }
}

const lineOf = ({ at, actor_name, kind, subject, details, ip }: store.AuditRow, zone: string) =>
  csvLine([
    timeIn(zone, at),
    actor_name,
    kind,
    subject ?? '',
    Object.keys(details).length > 0 ? JSON.stringify(details) : '',
    ip ?? '',
  ])
