import type { Body } from '#shared/contract/endpoint'
import type { Grant, grantAccess, listAccess, revokeAccess } from '#shared/contract/logbooks'
import { type ErrorCode, refuse } from '#shared/errors'
import type { MemberScene } from '../../platform/scene'
import { branchesFor } from '../organisations/service'
import { lockDocument } from './documents-store'
import * as store from './grants-store'
import { tellAccessChange } from './readers'
import { requireFound, requireReadable, requireRight } from './rights'

/**
 * Who was given access to a document [6.8a]. Every reader may know, but a branch that they may not see is left out, unless the
 * grants are theirs to change.
 */
export async function list(at: MemberScene, { doc_id }: Body<typeof listAccess>): Promise<Grant[]> {
  const [{ managed }, grants] = await Promise.all([requireReadable(at, doc_id), store.listGrants(at, doc_id)])
  if (managed || !grants.some(one => one.grantee_kind === 'branch')) return grants
  const seen = new Set((await branchesFor(at)).map(branch => branch.id))
  return grants.filter(one => one.grantee_kind !== 'branch' || seen.has(one.grantee_id))
}

/** A document whose grants are the caller's to change, held until the call ends. They hold every right on it, so none they give is too much [D41]. */
async function lockManaged(at: MemberScene, doc_id: number): Promise<void> {
  requireRight(requireFound(await lockDocument(at, doc_id)), 'managed')
}

const missing: Record<store.Grantee['grantee_kind'], ErrorCode> = {
  user: 'person.not_found',
  role: 'role.not_found',
  branch: 'branch.not_found',
}

async function requireGrantee(at: MemberScene, grantee: store.Grantee): Promise<void> {
  const found = await store.holdGrantee(at, grantee)
  const visible =
    grantee.grantee_kind !== 'branch' || (await branchesFor(at)).some(branch => branch.id === grantee.grantee_id)
  if (!found || !visible) throw refuse(missing[grantee.grantee_kind])
}

/** Gives access; giving it again changes level and expiry. */
export async function grant(at: MemberScene, { doc_id, ...given }: Body<typeof grantAccess>): Promise<Grant[]> {
  const { grantee_kind, grantee_id, level } = given
  const expires_at = given.expires_at ?? null
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(at.now)) {
    throw refuse('request.invalid', {
      issues: [{ path: 'expires_at', message: 'Choose a time that is still to come.' }],
    })
  }
  await lockManaged(at, doc_id)
  await requireGrantee(at, given)
  await tellAccessChange(at, doc_id, () => store.putGrant(at, doc_id, { grantee_kind, grantee_id, level, expires_at }))
  await at.audit({
    kind: 'document.access_granted',
    subject: `document:${doc_id}`,
    details: { grantee_kind, grantee_id, level, expires_at },
  })
  return store.listGrants(at, doc_id)
}

/** Takes access away; taking away what is not there changes nothing. */
export async function revoke(
  at: MemberScene,
  { doc_id, grantee_kind, grantee_id }: Body<typeof revokeAccess>,
): Promise<Grant[]> {
  await lockManaged(at, doc_id)
  const before = await store.listGrants(at, doc_id)
  const taken = before.find(one => one.grantee_kind === grantee_kind && one.grantee_id === grantee_id)
  if (!taken) return before
  await tellAccessChange(at, doc_id, () => store.takeGrant(at, doc_id, { grantee_kind, grantee_id }))
  await at.audit({
    kind: 'document.access_revoked',
    subject: `document:${doc_id}`,
    details: { grantee_kind, grantee_id, level: taken.level },
  })
  return store.listGrants(at, doc_id)
}
