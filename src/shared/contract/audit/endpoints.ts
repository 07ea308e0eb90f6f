import { z } from 'zod'
import { Id, Instant } from '../common'
import { downloadEndpoint, member, pagedList } from '../endpoint'

/** One entry of the audit log [D8]. */
export const AuditEntry = z.object({
  audit_id: Id,
  actor_id: Id.nullable(),
  actor_name: z.string(),
  kind: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  at: Instant,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = z.object({
  from: Instant.optional(),
  to: Instant.optional(),
  actor: Id.optional(),
  kind: z.string().max(80).optional(),
})

export const readAudit = pagedList({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/audit',
  summary: 'The audit log of the organisation, newest first. `kind` matches the beginning of an entry’s kind.',
  access: member({ orgRole: 'owner' }),
  body: filter,
  item: AuditEntry,
})

export const exportAudit = downloadEndpoint({
  method: 'GET',
  path: '/audit/export',
  summary:
    'The audit log as a file with `format`, the newest entry first; filtered like the list. Without `format`, who would be named as the one who exports.',
  access: member({ orgRole: 'owner' }),
  files: { by: 'format', types: { csv: 'text/csv; charset=utf-8' } },
  body: filter.extend({ format: z.enum(['csv']).optional() }),
  answer: z.object({ exported_by: z.string() }),
})
