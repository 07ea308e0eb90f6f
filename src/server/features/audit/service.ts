import type { AuditEntry, readAudit } from '#shared/contract/audit'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import { cursorOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import * as store from './store'

const cursor = cursorOf(Id)

function entryFrom({ id, ...rest }: store.AuditRow): AuditEntry {
  return { audit_id: id, ...rest }
}

/** The audit log of the organisation [D8], newest first. */
export async function read(at: MemberScene, { limit, ...wish }: Body<typeof readAudit>): Promise<Page<AuditEntry>> {
  const { cursor: from, ...filter } = wish
  const rows = await store.entries(at, { ...filter, before: cursor.read(from), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => row.id)
  return { items: shown.map(entryFrom), next_cursor }
}
