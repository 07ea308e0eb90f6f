import { Email, Id, Phone } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import type {
  acceptInvite,
  declineInvite,
  deleteInvite,
  Invite,
  InviteResult,
  invitePeople,
  listInvites,
} from '#shared/contract/organisations/invites'
import { invites as limits } from '#shared/contract/organisations/limits'
import { apiError, type ErrorCode, errors } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import { createCursor } from '../../platform/cursor'
import type { Group } from '../../platform/groups'
import type { Membership } from '../../platform/identity'
import { portsOf } from '../../platform/registry'
import type { MemberContext, OrganizationContext, UserContext } from '../../platform/request-context'
import { addInvited, branchesFor } from './branch-service'
import { inviteMessage } from './invite-messages'
import * as store from './invite-store'
import * as memberships from './membership-store'
import { organisationOf } from './organisation-service'
import { isDeleted } from './organisation-store'
import { hasAllCapabilities, lockRights, opensMoreThanOwn, placesFor, requireRoomForMember } from './rights'
import * as roles from './role-store'

type InviteParams = Body<typeof invitePeople>['invites'][number]
type Checked = { address: string; role_id: number; branch_id: number | null } | { refused: InviteResult }

const cursor = createCursor(Id)
const isEmail = (address: string) => address.includes('@')

function inviteFrom(ctx: MemberContext, row: store.InviteRow): Invite {
  return {
    invite_id: row.id,
    email_id: isEmail(row.address) ? row.address : null,
    phone_number: isEmail(row.address) ? null : row.address,
    role_id: row.role_id,
    role_name: row.role_name,
    branch_id: row.branch_id,
    branch_name: row.branch_name,
    status: row.status === 'pending' && row.expires_at <= ctx.now ? 'expired' : row.status,
    invited_by: row.invited_by,
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
}

export async function list(ctx: MemberContext, body: Body<typeof listInvites>): Promise<Page<Invite>> {
  const rows = await store.page(ctx, cursor.read(body.cursor), body.limit + 1)
  const { shown, next_cursor } = cursor.cut(rows, body.limit, row => row.id)
  return { items: shown.map(row => inviteFrom(ctx, row)), next_cursor }
}

function refused(code: ErrorCode, message?: string): { refused: InviteResult } {
  return { refused: { status: errors[code][0], code, message: message ?? errors[code][1] } }
}

/** The normalised address of an invitation [5.6a]; an empty field counts as missing. */
function addressIn({ email_id, phone_number }: InviteParams): { address: string } | { refused: InviteResult } {
  const email = email_id?.trim()
  const phone = phone_number?.trim()
  if (email && phone) return refused('request.invalid', 'Give either an e-mail or a phone number.')
  if (email) {
    const { data: address } = Email.safeParse(email)
    return address ? { address } : refused('request.invalid', 'This is not an e-mail address.')
  }
  if (!phone) return refused('request.invalid', 'Give an e-mail or a phone number.')
  const { data: address } = Phone.safeParse(phone)
  return address ? { address } : refused('request.invalid', 'Begin the phone number with + and the country code.')
}

/** Checks every invitation separately, so that a refused one does not stop the others. */
async function checkInvitations(
  ctx: MemberContext,
  member: Membership,
  wishes: readonly InviteParams[],
): Promise<Checked[]> {
  const addressed = wishes.map(addressIn)
  const addresses = addressed.flatMap(entry => ('address' in entry ? [entry.address] : []))
  const [members, named] = await Promise.all([
    store.addressesOfMembers(ctx, addresses),
    roles.roles(
      ctx,
      wishes.map(params => params.role_id),
    ),
  ])
  const opening = await Promise.all(
    named.map(async ({ id }) => (await opensMoreThanOwn(ctx, { kind: 'role', id })) && id),
  )
  const refusalOf = await branchCheck(ctx, member, wishes)
  return wishes.map(({ role_id, branch_id = null }, index) => {
    const entry = addressed[index]
    if (!entry || 'refused' in entry) return entry ?? refused('request.invalid')
    const role = named.find(({ id }) => id === role_id)
    if (!role) return refused('role.not_found')
    if (!hasAllCapabilities(member, role.capabilities)) return refused('grant.too_much')
    if (opening.includes(role_id)) return refused('grant.owner_needed')
    const refusal = branch_id !== null && refusalOf(branch_id)
    if (refusal) return refused(refusal)
    if (members.has(entry.address)) return refused('invite.already_member')
    return { address: entry.address, role_id, branch_id }
  })
}

/** Refuses the invitations for which the plan has no place, beside the members and those invited already [D31]. */
async function withinPlan(ctx: MemberContext, checked: readonly Checked[]): Promise<Checked[]> {
  const addresses = [...new Set(checked.flatMap(entry => ('address' in entry ? [entry.address] : [])))]
  const { places, refusal } = await placesFor(ctx, addresses)
  if (!refusal) return [...checked]
  return checked.map(entry =>
    'address' in entry && addresses.indexOf(entry.address) >= places
      ? refused('plan.required', refusal.message)
      : entry,
  )
}

/** Why people may not be invited into a branch: the rules for adding them to it apply. */
async function branchCheck(
  ctx: MemberContext,
  member: Membership,
  wishes: readonly InviteParams[],
): Promise<(branch_id: number) => ErrorCode | null> {
  const named = [...new Set(wishes.flatMap(({ branch_id }) => branch_id ?? []))]
  if (named.length === 0) return () => null
  const visible = (await branchesFor({ ...ctx, member })).map(branch => branch.id)
  const opening = await Promise.all(
    named.map(async id => visible.includes(id) && (await opensMoreThanOwn(ctx, { kind: 'branch', id })) && id),
  )
  return branch_id => {
    if (!visible.includes(branch_id)) return 'branch.not_found'
    if (!can(member, 'branches.manage')) return 'permission.missing'
    return opening.includes(branch_id) ? 'grant.owner_needed' : null
  }
}

/**
 * Invites people [D5]. An address that occurs twice gets one invite, with the last role. Messages are sent after the
 * invites are stored; an address that could not be reached keeps its invite, and its result says so.
 */
export async function invite(
  ctx: MemberContext,
  { invites: wishes }: Body<typeof invitePeople>,
): Promise<InviteResult[]> {
  const member = await lockRights(ctx, { can: 'people.invite' })
  const checked = await withinPlan(ctx, await checkInvitations(ctx, member, wishes))
  const accepted = new Map(
    checked.flatMap(invitation => ('address' in invitation ? [[invitation.address, invitation] as const] : [])),
  )
  const expires_at = new Date(Date.parse(ctx.now) + limits.lifetime).toISOString()
  const kept = await store.inviteOrRenew(ctx, [...accepted.values()], expires_at)
  const rows = await store.byIds(
    ctx,
    kept.map(renewal => renewal.id),
  )
  const byAddress = new Map(rows.map(row => [row.address, inviteFrom(ctx, row)]))
  for (const { id } of kept) ctx.record({ kind: 'invite.changed', invite_id: id }, { to: 'managers' })
  await Promise.all(
    kept.map(({ id, address, is_new }) =>
      ctx.audit({
        kind: is_new ? 'invite.sent' : 'invite.renewed',
        subject: `invite:${id}`,
        details: { address, role_id: accepted.get(address)?.role_id, branch_id: accepted.get(address)?.branch_id },
      }),
    ),
  )
  const results = (unreached: ReadonlySet<string>): InviteResult[] =>
    checked.map(invitation =>
      'refused' in invitation
        ? invitation.refused
        : sentResult(byAddress.get(invitation.address), unreached.has(invitation.address)),
    )
  if (kept.length > 0) {
    const send = await inviteSender(ctx, expires_at)
    ctx.beforeResponse(async () => {
      const reached = await Promise.all(
        [...accepted.keys()].map(async address => [address, await send(address)] as const),
      )
      return results(new Set(reached.filter(([, isReached]) => !isReached).map(([address]) => address)))
    })
  }
  return results(new Set())
}

function sentResult(invite: Invite | undefined, isUnreached: boolean): InviteResult {
  if (isUnreached) return { ...refused('invite.not_sent').refused, ...(invite && { invite }) }
  return { status: 200, message: 'Invite sent.', ...(invite && { invite }) }
}

/** Sends the invitation to an address, and returns whether that worked. */
async function inviteSender(ctx: MemberContext, expires_at: string): Promise<(address: string) => Promise<boolean>> {
  const { caller, app } = ctx
  const { organization_name } = await organisationOf(ctx, ctx.organization_id)
  const message = inviteMessage({
    inviter: caller.displayname,
    organisation: organization_name,
    expires_at,
    publicUrl: app.publicUrl(),
    language: caller.language,
    timezone: caller.timezone,
  })
  return async to => {
    try {
      await app.messenger.send({ to, ...message })
      return true
    } catch (error) {
      app.log.warn({ err: error, request_id: ctx.request_id }, 'An invite could not be sent.')
      return false
    }
  }
}

/** Revokes an unanswered invite; revoking it again does no harm. */
export async function revoke(ctx: MemberContext, { invite_id }: Body<typeof deleteInvite>): Promise<null> {
  const invite = await store.lockInvite(ctx, invite_id)
  if (!invite) throw apiError('invite.not_found')
  if (invite.status === 'revoked') return null
  if (invite.status !== 'pending') throw apiError('invite.answered')
  await store.setStatus(ctx, invite_id, 'revoked')
  ctx.record({ kind: 'invite.changed', invite_id }, { to: 'managers' })
  await ctx.audit({ kind: 'invite.revoked', subject: `invite:${invite_id}`, details: { address: invite.address } })
  return null
}

/**
 * The invite, with its organisation entered, if it was sent to a verified address of the caller; somebody else's looks
 * missing [D6]. It is read again under a lock, because it may have been revoked a moment ago.
 */
async function requireReceived(ctx: UserContext, invite_id: number) {
  const found = await store.findReceived(ctx, invite_id, await store.ownAddresses(ctx))
  if (!found) throw apiError('invite.not_found')
  const inside = await ctx.enter(found.organization_id)
  await memberships.lockOrganisation(inside)
  const invite = await store.lockInvite(inside, invite_id)
  if (!invite || (await isDeleted(inside))) throw apiError('invite.not_found')
  return { inside, invite }
}

/**
 * Refuses an invite to a role or branch that by now gives access that the inviter does not have, because they cannot
 * give it [D41].
 */
async function requireInviterAccess(
  ctx: OrganizationContext,
  { role_id, branch_id, invited_by }: store.ReceivedInvite,
): Promise<void> {
  const { app, tx, organization_id, now } = ctx
  const groups: Group[] = [{ kind: 'role', id: role_id }]
  if (branch_id !== null) groups.push({ kind: 'branch', id: branch_id })
  for (const group of groups)
    if (await portsOf(app).opensMore(app, tx, { organization_id, group, user_id: invited_by, now }))
      throw apiError('invite.owner_needed')
}

/** Accepts an invite [D5]. Accepting again gives the same answer, as long as the person is still a member. */
export async function accept(ctx: UserContext, { invite_id }: Body<typeof acceptInvite>): Promise<Organisation> {
  const { inside, invite } = await requireReceived(ctx, invite_id)
  const { user_id, displayname } = ctx.caller
  if (invite.status === 'accepted' && (await memberships.isMember(inside, invite.organization_id, user_id))) {
    return organisationOf(inside, invite.organization_id)
  }
  if (invite.status !== 'pending') throw apiError('invite.not_found')
  if (invite.expires_at <= ctx.now) throw apiError('invite.expired')
  await requireInviterAccess(inside, invite)
  if (!(await memberships.isMember(inside, invite.organization_id, user_id))) await requireRoomForMember(inside)
  const isNew = await memberships.join(inside)
  await roles.addRoleMembers(inside, invite.role_id, [user_id], invite.invited_by)
  const { branch_id, invited_by } = invite
  if (branch_id !== null) await addInvited(inside, { branch_id, invited_by })
  await store.setStatus(inside, invite_id, 'accepted')
  inside.record(
    isNew ? { kind: 'member.joined', user_id, user_displayname: displayname } : { kind: 'member.changed', user_id },
    { to: 'organisation' },
  )
  inside.record({ kind: 'invite.changed', invite_id }, { to: 'managers' })
  await inside.audit({
    kind: 'invite.accepted',
    subject: `invite:${invite_id}`,
    details: { address: invite.address, role_id: invite.role_id, branch_id: invite.branch_id },
  })
  return organisationOf(inside, invite.organization_id)
}

export async function decline(ctx: UserContext, { invite_id }: Body<typeof declineInvite>): Promise<null> {
  const { inside, invite } = await requireReceived(ctx, invite_id)
  if (invite.status === 'declined') return null
  if (invite.status !== 'pending') throw apiError('invite.not_found')
  await store.setStatus(inside, invite_id, 'declined')
  inside.record({ kind: 'invite.changed', invite_id }, { to: 'managers' })
  await inside.audit({
    kind: 'invite.declined',
    subject: `invite:${invite_id}`,
    details: { address: invite.address },
  })
  return null
}
