import { z } from 'zod'
import type { AuditEntry, readAudit } from '#shared/contract/audit'
import type { Body, Page } from '#shared/contract/endpoint'
import { refuse } from '#shared/errors'
import type { MemberScene } from '../../platform/scene'
import * as store from './store'

function entryFrom({ id, ...rest }: store.AuditRow): AuditEntry {
  return { audit_id: id, ...rest }
}

const Cursor = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

function placeIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const place = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString())
  if (!place.success)
    throw refuse('request.invalid', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] })
  return place.data
}

/** The audit log of the organisation [D8], newest first. */
export async function read(
  at: MemberScene,
  { cursor, limit, ...filter }: Body<typeof readAudit>,
): Promise<Page<AuditEntry>> {
  const rows = await store.entries(at, { ...filter, before: placeIn(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(entryFrom),
    next_cursor: last ? Buffer.from(String(last.id)).toString('base64url') : null,
  }
}
