import type { Grant, Grantee, GranteeKind, GrantInput } from '#shared/contract/access'
import { apiError, type ErrorCode } from '#shared/errors'
import type { Grantable } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import * as requests from './requests-store'
import * as store from './store'

/**
 * Who was given access [6.8a]. Everybody who sees the subject may know, but a branch that they may not see is left out, unless the
 * grants are theirs to change.
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

/** See the store. For callers that may know of all of them. */
export const granteesOf = store.listGrantees

/** Gives access; giving it again changes level and expiry. Answers all grants. */
export async function giveAccess(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  gift: GrantInput,
): Promise<Grant[]> {
  const { grantee_kind, grantee_id, level, expires_at = null } = gift
  if (!grantable.levels.includes(level)) {
    throw apiError('request.invalid', { issues: [{ path: 'level', message: 'This can be looked at, not edited.' }] })
  }
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(ctx.now)) {
    throw apiError('request.invalid', {
      issues: [{ path: 'expires_at', message: 'Choose a time that is still to come.' }],
    })
  }
  const subject = { kind: grantable.kind, id }
  await grantable.hold(ctx, id)
  await requireGrantees(ctx, grantee_kind, [grantee_id])
  const given = { grantee_kind, grantee_id, level, expires_at }
  await changeReaders(ctx, grantable, id, () => store.putGrant(ctx, subject, given))
  await ctx.audit({ kind: `${subject.kind}.access_granted`, subject: `${subject.kind}:${id}`, details: given })
  return store.listGrants(ctx, subject)
}

/** Takes access away; taking away what is not there changes nothing. Answers the grants that are left. */
export async function takeAccess(
  ctx: MemberContext,
  grantable: Grantable,
  id: number,
  grantee: Grantee,
): Promise<Grant[]> {
  const { grantee_kind, grantee_id } = grantee
  const subject = { kind: grantable.kind, id }
  await grantable.hold(ctx, id)
  const before = await store.listGrants(ctx, subject)
  const taken = before.find(one => one.grantee_kind === grantee_kind && one.grantee_id === grantee_id)
  if (!taken) return before
  await changeReaders(ctx, grantable, id, () => store.takeGrant(ctx, subject, { grantee_kind, grantee_id }))
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

/** Refuses strangers, and branches that the caller may not see unless they are `known` to be named already. */
export async function requireGrantees(
  ctx: MemberContext,
  kind: GranteeKind,
  ids: readonly number[],
  known: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const here = await store.holdGrantees(ctx, kind, ids)
  const seen = kind === 'branch' ? [...known, ...(await branchesFor(ctx)).map(branch => branch.id)] : ids
  if (ids.some(id => !here.includes(id) || !seen.includes(id))) throw apiError(missing[kind])
}

/**
 * Changes who may see something and tells everybody who could before or can now, by name: when the event is handed out they could
 * no longer be found. Whoever asked for access and has it now has their answer.
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
  const answered = await requests.takeRequests(ctx, subject, after.everyone ? null : [...after.user_ids])
  await tellAnswers(ctx, grantable, id, { to: answered, is_given: true })
}

/** Tells those who asked for access what became of it, and those who could answer that they need not any more. */
export async function tellAnswers(
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

/** Takes back every grant on something that is deleted for good. */
export const forgetGrants = store.forgetGrants

/**
 * Nobody is asked for access to what is deleted. The asker is not told, and the request counts as before: they could not see it, so
 * they do not learn that it was there.
 */
export const emptyRequests = requests.emptyRequests
