import type { Grant } from '#shared/contract/access/endpoints'
import type { grantAccess, listAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import type { Body } from '#shared/contract/endpoint'
import type { Grantable } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import * as access from '../access/service'
import { lockDocument } from './documents-store'
import { documents } from './grantable'
import { requireFound, requireRight } from './rights'

/** Somebody who may only read a document is refused with its own error here, as by every endpoint under `/notes`. */
const notes: Grantable = {
  ...documents,
  lock: async (ctx, doc_id) => requireRight(requireFound(await lockDocument(ctx, doc_id)), 'managed'),
}

export function list(ctx: MemberContext, { doc_id }: Body<typeof listAccess>): Promise<Grant[]> {
  return access.listGrants(ctx, notes, doc_id)
}

export function grant(ctx: MemberContext, { doc_id, ...gift }: Body<typeof grantAccess>): Promise<Grant[]> {
  return access.grantAccess(ctx, notes, doc_id, gift)
}

export function revoke(ctx: MemberContext, { doc_id, ...grantee }: Body<typeof revokeAccess>): Promise<Grant[]> {
  return access.revokeAccess(ctx, notes, doc_id, grantee)
}
