import type { Grant, grantSubjectAccess, revokeSubjectAccess, Subject } from '#shared/contract/access/endpoints'
import type { Body } from '#shared/contract/endpoint'
import type { MemberContext } from '../../platform/request-context'
import { grantableOf } from './grantables'
import * as access from './service'

export function list(ctx: MemberContext, { kind, id }: Subject): Promise<Grant[]> {
  return access.listGrants(ctx, grantableOf(ctx.app, kind), id)
}

export function grantAccess(
  ctx: MemberContext,
  { kind, id, ...input }: Body<typeof grantSubjectAccess>,
): Promise<Grant[]> {
  return access.grantAccess(ctx, grantableOf(ctx.app, kind), id, input)
}

export function revokeAccess(
  ctx: MemberContext,
  { kind, id, ...grantee }: Body<typeof revokeSubjectAccess>,
): Promise<Grant[]> {
  return access.revokeAccess(ctx, grantableOf(ctx.app, kind), id, grantee)
}
