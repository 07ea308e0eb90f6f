import { randomBytes } from 'node:crypto'
import type { Answer, Body } from '#shared/contract/endpoint'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import type {
  createJoinLink,
  JoinLink,
  joinByLink,
  readJoinLink,
  revokeJoinLink,
} from '#shared/contract/organisations/join-links'
import { joinLinks as limits } from '#shared/contract/organisations/limits'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import { can } from '#shared/rules/capabilities'
import type { AppContext } from '../../platform/app-context'
import { portsOf } from '../../platform/registry'
import type { MemberContext, OrganizationContext, UserContext } from '../../platform/request-context'
import { keyedHash } from '../../platform/secrets'
import { ownAddresses } from './invite-store'
import * as store from './join-link-store'
import * as memberships from './membership-store'
import { organisationOf } from './organisation-service'
import { organisationName } from './organisation-store'
import { hasAllCapabilities, lockRights, requireOwnAccess, requireRoomForUninvited } from './rights'
import * as roles from './role-store'

/** How many links are listed. */
const listed = 50
/** The token names the organisation, so that the row is found under row level security. */
const tokenPattern = /^(\d{1,15})\.[\w-]{43}$/

const hashOf = ({ secrets }: AppContext, token: string) => keyedHash(secrets.derive('join links'), token)

function linkFrom({ now }: Pick<MemberContext, 'now'>, row: store.JoinLinkRow): JoinLink {
  const { id, creator_name, revoked_at, ...rest } = row
  const isUsedUp = row.uses >= row.max_uses
  const status = revoked_at ? 'revoked' : isUsedUp ? 'used_up' : row.expires_at <= now ? 'expired' : 'open'
  return { ...rest, link_id: id, created_by: creator_name, status }
}

export async function list(ctx: MemberContext): Promise<JoinLink[]> {
  const rows = await store.newestLinks(ctx, listed)
  return rows.map(row => linkFrom(ctx, row))
}

async function requireLink(ctx: MemberContext, link_id: number): Promise<store.JoinLinkRow> {
  const row = await store.findLink(ctx, link_id)
  if (!row) throw apiError('join_link.not_found')
  return row
}

/** Creates a link to a role that the caller may give [D41]. Only its hash is stored. */
export async function create(
  ctx: MemberContext,
  { role_id, expires_in_days, max_uses }: Body<typeof createJoinLink>,
): Promise<Answer<typeof createJoinLink>> {
  const member = await lockRights(ctx, { can: 'people.invite' })
  const [role] = await roles.roles(ctx, [role_id])
  if (!role) throw apiError('role.not_found')
  if (!hasAllCapabilities(member, role.capabilities)) throw apiError('grant.too_much')
  await requireOwnAccess({ ...ctx, member }, { kind: 'role', id: role_id })
  if ((await store.countOpenLinks(ctx)) >= limits.open) throw apiError('join_link.too_many')
  const token = `${ctx.organization_id}.${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(Date.parse(ctx.now) + expires_in_days * day).toISOString()
  const link_id = await store.insertLink(ctx, { token_hash: hashOf(ctx.app, token), role_id, expires_at, max_uses })
  ctx.record({ kind: 'join_link.changed', link_id }, { to: 'managers' })
  await ctx.audit({
    kind: 'invite.link_created',
    subject: `join_link:${link_id}`,
    details: { role_id, expires_at, max_uses },
  })
  return { link: linkFrom(ctx, await requireLink(ctx, link_id)), token }
}

/** Ends a link; ending it again does no harm. */
export async function revoke(ctx: MemberContext, { link_id }: Body<typeof revokeJoinLink>): Promise<null> {
  const row = await requireLink(ctx, link_id)
  if (row.revoked_at) return null
  await store.revokeLink(ctx, link_id)
  ctx.record({ kind: 'join_link.changed', link_id }, { to: 'managers' })
  await ctx.audit({ kind: 'invite.link_revoked', subject: `join_link:${link_id}`, details: { uses: row.uses } })
  return null
}

/** The link of a token, with its organisation entered. Everything that does not work is answered alike. */
async function requireOpenLink(
  ctx: UserContext,
  token: string,
  isLocked: boolean,
): Promise<{ inside: OrganizationContext; link: store.JoinLinkRow }> {
  const organization_id = Number(tokenPattern.exec(token)?.[1])
  if (!Number.isSafeInteger(organization_id)) throw apiError('join_link.not_found')
  const inside = await ctx.enter(organization_id)
  if (isLocked) await memberships.lockOrganisation(inside)
  const link = await store.findOpenLink(inside, hashOf(ctx.app, token))
  if (!link) throw apiError('join_link.not_found')
  return { inside, link }
}

export async function read(
  ctx: UserContext,
  { join_token }: Body<typeof readJoinLink>,
): Promise<Answer<typeof readJoinLink>> {
  const { inside, link } = await requireOpenLink(ctx, join_token, false)
  const { organization_id } = inside
  return {
    organization_id,
    organization_name: await organisationName(inside),
    role_name: link.role_name,
    invited_by: link.creator_name,
    is_member: await memberships.isMember(inside, organization_id, ctx.caller.user_id),
  }
}

/** Refuses a link whose creator could not give its role any more, or left [D41]. */
async function requireCreatorAccess(ctx: OrganizationContext, { role_id, created_by }: store.JoinLinkRow) {
  const { app, tx, organization_id, now } = ctx
  const creator = await memberships.membershipOf(tx, organization_id, created_by)
  const capabilities = await roles.capabilitiesOfRole(ctx, role_id)
  const group = { kind: 'role', id: role_id } as const
  const isAllowed =
    creator !== null &&
    can(creator, 'people.invite') &&
    hasAllCapabilities(creator, capabilities) &&
    !(await portsOf(app).opensMore(app, tx, { organization_id, group, user_id: created_by, now }))
  if (!isAllowed) throw apiError('invite.owner_needed')
}

/** Joins by a link. Uses are counted under the lock of the organisation, so that none is counted twice. */
export async function join(ctx: UserContext, { join_token }: Body<typeof joinByLink>): Promise<Organisation> {
  const { inside, link } = await requireOpenLink(ctx, join_token, true)
  const { user_id, displayname } = ctx.caller
  const { organization_id } = inside
  if (await memberships.isMember(inside, organization_id, user_id)) return organisationOf(inside, organization_id)
  await requireCreatorAccess(inside, link)
  await requireRoomForUninvited(inside, await ownAddresses(ctx))
  await memberships.join(inside)
  await roles.addRoleMembers(inside, link.role_id, [user_id], link.created_by)
  await store.countUse(inside, link.id)
  inside.record({ kind: 'member.joined', user_id, user_displayname: displayname }, { to: 'organisation' })
  inside.record({ kind: 'join_link.changed', link_id: link.id }, { to: 'managers' })
  await inside.audit({
    kind: 'invite.accepted',
    subject: `join_link:${link.id}`,
    details: { link_id: link.id, role_id: link.role_id },
  })
  return organisationOf(inside, organization_id)
}
