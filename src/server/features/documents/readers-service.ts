import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { AccessReason, listReaders, Reader } from '#shared/contract/documents/endpoints'
import type { Body, Page } from '#shared/contract/endpoint'
import { createCursor } from '../../platform/cursor'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import * as store from './readers-store'
import { requireReadable } from './rights'

const byName = createCursor(z.object({ name: z.string(), user_id: Id }))

/**
 * Lists who may see a document, and why [D41]. All its readers may know. Names of branches that are hidden from the
 * caller are left out, unless they manage its grants.
 */
export async function list(
  ctx: MemberContext,
  { doc_id, cursor, limit }: Body<typeof listReaders>,
): Promise<Page<Reader>> {
  const after = byName.read(cursor)
  const [rights, rows, branches] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.listReaders(ctx, doc_id, { after, limit: limit + 1 }),
    branchesFor(ctx),
  ])
  const seen = new Set(branches.map(branch => branch.id))
  const isSeen = (branch_id: number) => rights.managed || seen.has(branch_id)
  const placeOf = (row: store.ReaderRow) => ({ name: row.sort_name, user_id: row.person.user_id })
  const { shown, next_cursor } = byName.cut(rows, limit, placeOf)
  const items = shown.map(async row => ({
    person: await personFrom(ctx, row.person),
    may: mayOf(row),
    reasons: reasonsOf(row, isSeen),
  }))
  return { items: await Promise.all(items), next_cursor }
}

function mayOf({ managed, editable, writable }: store.ReaderRow): Reader['may'] {
  if (managed) return 'manage'
  if (editable) return 'edit'
  return writable ? 'write' : 'read'
}

function reasonsOf(row: store.ReaderRow, isSeen: (branch_id: number) => boolean): AccessReason[] {
  const { org_role, access, branch } = row
  return [
    ...(row.is_creator ? [{ kind: 'creator' as const }] : []),
    ...(org_role === 'member' ? [] : [{ kind: org_role }]),
    ...row.managing_roles.map(name => ({ kind: 'manager' as const, name })),
    ...(access === 'organisation' ? [{ kind: 'organisation' as const }] : []),
    ...(branch ? [{ kind: 'branch' as const, name: isSeen(branch.id) ? branch.name : null, ...addedOf(branch) }] : []),
    ...row.grants.map(({ grantee_id, name, added, ...grant }) => {
      const isHidden = grant.grantee_kind === 'branch' && !isSeen(grantee_id)
      return { kind: 'grant' as const, ...grant, name: isHidden ? null : name, ...addedOf({ added }) }
    }),
  ]
}

/** Who added the person is part of the reason, even if the branch itself is hidden. */
const addedOf = ({ added }: Pick<store.ReaderRow['grants'][number], 'added'>) => (added ? { added } : {})
