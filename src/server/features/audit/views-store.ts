import { sql } from 'kysely'
import type { AuditKind } from '#shared/contract/audit/kinds'
import type { SystemContext } from '../../platform/run-as'

export const viewKinds = ['document.viewed', 'frame.viewed'] as const satisfies readonly AuditKind[]

/** A view: somebody saw something. */
export interface View {
  organization_id: number
  actor_id: number
  kind: (typeof viewKinds)[number]
  subject: string
  details: {
    /** Set if Mate read it for them. */
    via?: 'mate'
    /** The source of a picture. */
    source?: string
  }
  ip: string
  at: string
}

/** The condition that an entry of `audit` is a view, exactly as in the indexes. */
export const isView = sql<boolean>`audit.kind in ('document.viewed', 'frame.viewed')`

/** Writes views of one organisation, except those that any server wrote within the period, in milliseconds. */
export async function insertViews(
  { tx, organization_id }: SystemContext,
  views: readonly View[],
  period: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit views', ${organization_id}))`.execute(tx)
  await sql`
    insert into audit (organization_id, actor_id, kind, subject, details, ip, at)
    select ${organization_id}::bigint, v.actor_id, v.kind, v.subject, v.details, v.ip, v.at
    from json_to_recordset(${JSON.stringify(views)}::json)
      as v (actor_id bigint, kind text, subject text, details jsonb, ip text, at timestamptz)
    where not exists (
      select from audit
      where audit.organization_id = ${organization_id} and audit.actor_id = v.actor_id and audit.subject = v.subject
        and ${isView} and audit.kind = v.kind and audit.details ->> 'via' is not distinct from v.details ->> 'via'
        and audit.at > v.at - make_interval(secs => ${period / 1_000}) and audit.at < v.at + make_interval(secs => ${period / 1_000})
    )
    order by v.at`.execute(tx)
}
