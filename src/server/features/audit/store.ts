import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { isView, viewKinds } from './views-store'

export interface AuditRow {
  id: number
  actor_id: number | null
  actor_name: string
  kind: string
  subject: string | null
  details: Record<string, unknown>
  ip: string | null
  at: string
}

export interface AuditParams {
  /** Entries from this instant on. */
  from?: string | undefined
  /** Entries before this instant. */
  to?: string | undefined
  actor?: number | undefined
  kind?: string | undefined
  before?: number | undefined
  limit: number
}

/** Entries of the organisation, newest first; only those older than `before`, if given. */
export function entries(
  ctx: MemberContext,
  { from, to, actor, kind, before, limit }: AuditParams,
): Promise<AuditRow[]> {
  return (
    ctx.tx
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.actor_id')
      .select([
        'audit.id',
        'audit.actor_id',
        sql<string>`coalesce(users.displayname, '')`.as('actor_name'),
        'audit.kind',
        'audit.subject',
        sql<Record<string, unknown>>`audit.details`.as('details'),
        'audit.ip',
        'audit.at',
      ])
      .where('audit.organization_id', '=', ctx.organization_id)
      .$if(from !== undefined, query => query.where('audit.at', '>=', from ?? ''))
      .$if(to !== undefined, query => query.where('audit.at', '<', to ?? ''))
      .$if(actor !== undefined, query => query.where('audit.actor_id', '=', actor ?? null))
      .$if(kind !== undefined, query => query.where(sql<boolean>`starts_with(audit.kind, ${kind}::text)`))
      // Stated explicitly so that PostgreSQL uses the index without views.
      .$if(kind !== undefined && !viewKinds.some(viewKind => viewKind.startsWith(kind)), query =>
        query.where(sql<boolean>`not ${isView}`),
      )
      .$if(before !== undefined, query => query.where('audit.id', '<', before ?? 0))
      .orderBy('audit.id', 'desc')
      .limit(limit)
      .execute()
  )
}
