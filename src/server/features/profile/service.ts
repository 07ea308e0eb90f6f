import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { Config, createProfile, Profile, trackEvents, updateProfile } from '#shared/contract/profile/endpoints'
import type { changeAddress } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { personFrom } from '../../platform/people/person'
import { deletePicture, storePicture } from '../../platform/people/stored-picture'
import { vapidKeys } from '../../platform/push/vapid'
import type { RequestContext, UserContext } from '../../platform/request-context'
import { wordReader } from '../../platform/vision/words'
import { announceCaller, openInvitesFor, openOrganisation, placeOf, selectOrganisation } from '../organisations/service'
import { takeProfileToken, verifyOwnAddress } from '../session/service'
import * as store from './store'

/** The profile of a person, with their membership in the selected organisation and their open invites. */
async function profileOf(ctx: RequestContext, user_id: number): Promise<Profile> {
  const user = await store.findUser(ctx, user_id)
  const addresses = [user.email, user.phone].filter(address => address !== null)
  const open_invites = await openInvitesFor(ctx, user_id, addresses)
  const place = user.selected_organization_id ? await placeOf(ctx, user.selected_organization_id, user_id) : null
  return {
    ...(await personFrom(ctx, user, user)),
    user_language: Language.catch('en').parse(user.language),
    user_timezone: user.timezone,
    selected_organizationId: place ? (user.selected_organization_id ?? -1) : -1,
    is_owner: place?.org_role === 'owner',
    branch_info: place?.branches ?? [],
    role_info: place?.roles ?? [],
    isNewUser: user.displayname.trim() === '',
    open_invites,
  }
}

export const fetch = (ctx: UserContext) => profileOf(ctx, ctx.caller.user_id)

/** Completes a new profile [5.1]. It may repeat the verified addresses, but no others. */
export async function create(ctx: RequestContext, body: Body<typeof createProfile>): Promise<Profile> {
  const user_id = await takeProfileToken(ctx, body.profile_token)
  await ctx.setTenant({ user_id })
  const user = await store.findUser(ctx, user_id)
  for (const kind of ['email', 'phone'] as const) {
    if (body[kind] !== undefined && body[kind] !== user[kind]) {
      throw apiError('request.invalid', { issues: [{ path: kind, message: 'Verify this address with a code first.' }] })
    }
  }
  await store.updateUser(ctx, user_id, {
    displayname: body.displayname,
    language: body.language,
    timezone: body.timezone,
    ...(body.image && { image_key: await storePicture(ctx, `people/${user_id}`, body.image, user.image_key) }),
  })
  announceChange(ctx, user_id)
  return profileOf(ctx, user_id)
}

export async function update(ctx: UserContext, body: Body<typeof updateProfile>): Promise<Profile> {
  const { user_id } = ctx.caller
  await store.updateUser(ctx, user_id, {
    ...(body.user_displayname !== undefined && { displayname: body.user_displayname }),
    ...(body.user_language !== undefined && { language: body.user_language }),
    ...(body.user_timezone !== undefined && { timezone: body.user_timezone }),
    ...(body.user_image !== undefined && { image_key: await changedPicture(ctx, body.user_image) }),
  })
  announceChange(ctx, user_id)
  if (body.selected_organizationId !== undefined) {
    if (body.selected_organizationId > 0) await openOrganisation(ctx, body.selected_organizationId)
    await selectOrganisation(ctx, body.selected_organizationId)
  }
  const profile = await profileOf(ctx, user_id)
  const seen = [body.user_displayname, body.user_timezone, body.user_image]
  if (seen.some(field => field !== undefined)) await announceCaller(ctx)
  return profile
}

const announceChange = (ctx: RequestContext, user_id: number) =>
  ctx.afterCommit(() => ctx.app.bus.publish({ topic: 'person_changed', user_id }))

async function changedPicture(ctx: UserContext, image: string | null): Promise<string | null> {
  const { image_key } = await store.findUser(ctx, ctx.caller.user_id)
  if (image) return storePicture(ctx, `people/${ctx.caller.user_id}`, image, image_key)
  if (image_key) deletePicture(ctx, image_key)
  return null
}

/** Adds a verified phone or e-mail to the caller's account. */
export async function changeOwnAddress(ctx: UserContext, body: Body<typeof changeAddress>): Promise<Profile> {
  const address = await verifyOwnAddress(ctx, body)
  if (!(await store.setAddress(ctx, ctx.caller.user_id, address))) throw apiError('address.taken')
  await ctx.audit({ kind: 'profile.address_changed', details: { kind: address.includes('@') ? 'email' : 'phone' } })
  const profile = await profileOf(ctx, ctx.caller.user_id)
  await announceCaller(ctx)
  return profile
}

/** Whether the settings of the server name the caller as a super user, by a verified address [D7]. */
export async function isSuperUser(ctx: UserContext): Promise<boolean> {
  const { email, phone } = await addressesOf(ctx)
  return [email, phone].some(address => address !== null && ctx.app.settings.SUPER_USERS.includes(address))
}

/** What this server offers [3.17]. */
export async function config(ctx: UserContext): Promise<Config> {
  const { MODEL_NAME } = ctx.app.settings
  return {
    is_super_user: await isSuperUser(ctx),
    assistant: { name: 'Mate', model: ctx.app.model ? (MODEL_NAME ?? '') : 'built-in' },
    plans: [],
    push_public_key: vapidKeys(ctx.app).publicKey,
    reads_words: await wordReader(ctx.app).isAvailable(),
    features: [...ctx.app.features],
  }
}

export async function track(ctx: UserContext, { events }: Body<typeof trackEvents>): Promise<null> {
  await store.insertProductEvents(ctx, ctx.caller.user_id, events)
  return null
}

/** The verified addresses of the caller. */
export async function addressesOf(ctx: UserContext): Promise<{ email: string | null; phone: string | null }> {
  const { email, phone } = await store.findUser(ctx, ctx.caller.user_id)
  return { email, phone }
}
