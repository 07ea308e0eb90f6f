import type { Grant, Grantee, GranteeKind, GrantInput } from '#shared/contract/access/endpoints'
import { apiError, type ErrorCode } from '#shared/errors'
import type { Grantable } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import * as requests from './requests-store'
import * as store from './store'

/**
 * Lists who was granted access [6.8a]. Everybody who sees the subject may know. Branches that the caller may not see
 * are left out, unless the caller may change the grants.
 */
export async function listGrants(ctx: MemberContext, grantable: Grantable, id: number): Promise<Grant[]> {
  const [found, grants] = await Promise.all([
    grantable.find(ctx, id),
    store.listGrants(ctx, { kind: grantable.kind, id }),
  ])
  if (!found) throw apiError(grantable.missing)
  if (found.managed || !grants.some(grant => grant.grantee_kind === 'branch')) return grants
  const seen = new Set((await branchesFor(ctx)).map(branch => branch.id))
  return grants.filter(grant => grant.grantee_kind !== 'branch' || seen.has(grant.grantee_id))
}

/** See the store. For callers that may see all of them. */
export const granteesOf = store.listGrantees

/** Grants access; granting again replaces level and expiry. Returns all grants. */
export async function grantAccess(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  input: GrantInput,
): Promise<Grant[]> {
  const { grantee_kind, grantee_id, level, expires_at = null } = input
  if (!grantable.levels.includes(level)) {
    throw apiError('request.invalid', { issues: [{ path: 'level', message: 'This can only be viewed, not edited.' }] })
  }
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(ctx.now)) {
    throw apiError('request.invalid', {
      issues: [{ path: 'expires_at', message: 'Choose a time in the future.' }],
    })
  }
  const subject = { kind: grantable.kind, id }
  await grantable.lock(ctx, id)
  await requireGrantees(ctx, grantee_kind, [grantee_id])
  const given = { grantee_kind, grantee_id, level, expires_at }
  await changeReaders(ctx, grantable, id, () => store.upsertGrant(ctx, subject, given))
  await ctx.audit({ kind: `${subject.kind}.access_granted`, subject: `${subject.kind}:${id}`, details: given })
  return store.listGrants(ctx, subject)
}

/** Revokes access; revoking a missing grant changes nothing. Returns the remaining grants. */
export async function revokeAccess(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  grantee: Grantee,
): Promise<Grant[]> {
  const { grantee_kind, grantee_id } = grantee
  const subject = { kind: grantable.kind, id }
  await grantable.lock(ctx, id)
  const before = await store.listGrants(ctx, subject)
  const taken = before.find(grant => grant.grantee_kind === grantee_kind && grant.grantee_id === grantee_id)
  if (!taken) return before
  await changeReaders(ctx, grantable, id, () => store.deleteGrant(ctx, subject, { grantee_kind, grantee_id }))
  await ctx.audit({
    kind: `${subject.kind}.access_revoked`,
    subject: `${subject.kind}:${id}`,
    details: { grantee_kind, grantee_id, level: taken.level },
  })
  return store.listGrants(ctx, subject)
}

/** See the store. */
export const replaceGrants = store.replaceGrants

const missing: Record<GranteeKind, ErrorCode> = {
  user: 'person.not_found',
  role: 'role.not_found',
  branch: 'branch.not_found',
}

/** Refuses strangers, and branches that the caller may not see unless they are `known` to be on the list already. */
export async function requireGrantees(
  ctx: MemberContext,
  kind: GranteeKind,
  ids: readonly number[],
  known: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const here = await store.lockGrantees(ctx, kind, ids)
  const seen = kind === 'branch' ? [...known, ...(await branchesFor(ctx)).map(branch => branch.id)] : ids
  if (ids.some(id => !here.includes(id) || !seen.includes(id))) throw apiError(missing[kind])
}

/**
 * Changes who may see something and tells everybody who could before or can now. They are listed by name, because they
 * could no longer be found when the event is delivered. Requests of people who now have access are answered.
 */
export async function changeReaders(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await grantable.readersOf(ctx, id)
  await change()
  const after = await grantable.readersOf(ctx, id)
  ctx.record(
    grantable.changed(id),
    before.everyone || after.everyone
      ? { to: 'organisation' }
      : { to: 'users', user_ids: [...new Set([...before.user_ids, ...after.user_ids])] },
  )
  const subject = { kind: grantable.kind, id }
  const answered = await requests.deleteRequests(ctx, subject, after.everyone ? null : [...after.user_ids])
  await announceAnswers(ctx, grantable, id, { to: answered, is_given: true })
}

/** Tells people who asked for access about the outcome, and those who could answer that they no longer need to. */
export async function announceAnswers(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  { to, is_given }: { to: readonly number[]; is_given: boolean },
): Promise<void> {
  if (to.length === 0) return
  const givers = await grantable.giversOf(ctx, id)
  const subject = { kind: grantable.kind, id }
  for (const user_id of to) {
    const user_ids = [...new Set([user_id, ...givers])]
    ctx.record({ kind: 'access.request_answered', subject, user_id, is_given }, { to: 'users', user_ids })
  }
}

/** Deletes every grant on something that is deleted for good. */
export const deleteGrants = store.deleteGrants

/**
 * Withdraws requests for something deleted. The people who asked are not told, and the requests still count: they could
 * not see it, so they must not learn that it existed.
 */
export const emptyRequests = requests.emptyRequests
