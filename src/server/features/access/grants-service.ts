import type { Grant, giveAccess, Subject, takeAccess } from '#shared/contract/access'
import type { Body } from '#shared/contract/endpoint'
import type { MemberScene } from '../../platform/scene'
import * as access from './service'
import { subjects } from './subjects'

export function list(at: MemberScene, { kind, id }: Subject): Promise<Grant[]> {
  return access.listGrants(at, subjects[kind], id)
}

export function give(at: MemberScene, { kind, id, ...gift }: Body<typeof giveAccess>): Promise<Grant[]> {
  return access.giveAccess(at, subjects[kind], id, gift)
}

export function take(at: MemberScene, { kind, id, ...grantee }: Body<typeof takeAccess>): Promise<Grant[]> {
  return access.takeAccess(at, subjects[kind], id, grantee)
}
