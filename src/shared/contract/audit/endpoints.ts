import { z } from 'zod'
import { Id, Instant } from '../common'
import { member, pagedList } from '../endpoint'

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

export const readAudit = pagedList({
  method: 'POST',
  reads: true,
  path: '/audit',
  summary: 'The audit log of the organisation, newest first. `kind` matches the beginning of an entry’s kind.',
  access: member({ orgRole: 'owner' }),
  body: z.object({
    from: Instant.optional(),
    to: Instant.optional(),
    actor: Id.optional(),
    kind: z.string().max(80).optional(),
  }),
  item: AuditEntry,
})
