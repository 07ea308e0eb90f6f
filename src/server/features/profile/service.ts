import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { Config, createProfile, Profile, trackEvents, updateProfile } from '#shared/contract/profile'
import type { changeAddress } from '#shared/contract/session'
import { refuse } from '#shared/errors'
import type { CallerScene, Scene } from '../../platform/scene'
import { openInvitesFor, openOrganisation, placeOf } from '../organisations/service'
import { proveOwnAddress, takeProfileToken } from '../session/service'
import { personFrom, selectOrganisation } from './person-service'
import { forgetPicture, keepPicture } from './picture'
import * as store from './store'

/** The profile of a person, with their place in the organisation they have selected and the invites that wait for them. */
async function profileOf(at: Scene, user_id: number): Promise<Profile> {
  const user = await store.findUser(at, user_id)
  const addresses = [user.email, user.phone].filter(address => address !== null)
  const open_invites = await openInvitesFor(at, user_id, addresses)
  const place = user.selected_organization_id ? await placeOf(at, user.selected_organization_id, user_id) : null
  return {
    ...(await personFrom(at, user)),
    user_language: Language.catch('en').parse(user.language),
    user_timezone: user.timezone,
    selected_organizationId: place ? (user.selected_organization_id ?? -1) : -1,
    is_owner: place?.standing === 'owner',
    branch_info: place?.branches ?? [],
    role_info: place?.roles ?? [],
    isNewUser: user.displayname.trim() === '',
    open_invites,
  }
}

export const fetch = (at: CallerScene) => profileOf(at, at.caller.user_id)

/** Fills in a new profile [5.1]. Addresses may be repeated but must be the proven ones. */
export async function create(at: Scene, body: Body<typeof createProfile>): Promise<Profile> {
  const user_id = await takeProfileToken(at, body.profile_token)
  await at.narrow({ user_id })
  const user = await store.findUser(at, user_id)
  for (const kind of ['email', 'phone'] as const) {
    if (body[kind] !== undefined && body[kind] !== user[kind]) {
      throw refuse('request.invalid', { issues: [{ path: kind, message: 'Prove this address with a code first.' }] })
    }
  }
  await store.updateUser(at, user_id, {
    displayname: body.displayname,
    language: body.language,
    timezone: body.timezone,
    ...(body.image && { image_key: await keepPicture(at, user_id, body.image, user.image_key) }),
  })
  tellChanged(at, user_id)
  return profileOf(at, user_id)
}

export async function update(at: CallerScene, body: Body<typeof updateProfile>): Promise<Profile> {
  const { user_id } = at.caller
  await store.updateUser(at, user_id, {
    ...(body.user_displayname !== undefined && { displayname: body.user_displayname }),
    ...(body.user_language !== undefined && { language: body.user_language }),
    ...(body.user_timezone !== undefined && { timezone: body.user_timezone }),
    ...(body.user_image !== undefined && { image_key: await changedPicture(at, body.user_image) }),
  })
  tellChanged(at, user_id)
  if (body.selected_organizationId !== undefined) {
    if (body.selected_organizationId > 0) await openOrganisation(at, body.selected_organizationId)
    await selectOrganisation(at, body.selected_organizationId)
  }
  return profileOf(at, user_id)
}

const tellChanged = (at: Scene, user_id: number) =>
  at.after(() => at.house.bus.publish({ topic: 'person_changed', user_id }))

async function changedPicture(at: CallerScene, image: string | null): Promise<string | null> {
  const { image_key } = await store.findUser(at, at.caller.user_id)
  if (image) return keepPicture(at, at.caller.user_id, image, image_key)
  if (image_key) forgetPicture(at, image_key)
  return null
}

/** Makes a proven phone or e-mail the caller's. */
export async function changeOwnAddress(at: CallerScene, body: Body<typeof changeAddress>): Promise<Profile> {
  const address = await proveOwnAddress(at, body)
  if (!(await store.setAddress(at, at.caller.user_id, address))) throw refuse('address.taken')
  await at.audit({ kind: 'profile.address_changed', details: { kind: address.includes('@') ? 'email' : 'phone' } })
  return profileOf(at, at.caller.user_id)
}

/** What this server offers [3.17]; a super user is named in its settings by a verified address [D7]. */
export async function config(at: CallerScene): Promise<Config> {
  const user = await store.findUser(at, at.caller.user_id)
  const { SUPER_USERS, MODEL_NAME } = at.house.settings
  return {
    is_super_user: [user.email, user.phone].some(address => address !== null && SUPER_USERS.includes(address)),
    assistant: { name: 'Mate', model: at.house.model ? (MODEL_NAME ?? '') : 'built-in' },
    plans: [],
    push_public_key: null,
    features: [...at.house.features],
  }
}

export async function track(at: CallerScene, { events }: Body<typeof trackEvents>): Promise<null> {
  await store.insertProductEvents(at, at.caller.user_id, events)
  return null
}
