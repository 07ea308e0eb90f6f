import type { Input } from '#shared/contract/endpoint'
import {
  type Config,
  createProfile,
  fetchProfile,
  getConfig,
  type Profile,
  updateProfile,
} from '#shared/contract/profile'
import { changeAddress } from '#shared/contract/session'
import { Capability } from '#shared/rules/capabilities'
import type { Address } from '../../platform/address'
import { identify } from '../../platform/analytics'
import { call, type Outcome } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { saveTogether } from '../../platform/persist'
import { usePreferences } from '../../platform/preferences'
import { noOrganisation, useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'

interface ProfileState {
  profile: Profile | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last load failed. */
  failure: { code: string; message: string } | null
  config: Config | null
}

const initial: ProfileState = { profile: null, status: 'idle', failure: null, config: null }
const askProfile = latestOnly()

/** The signed-in person. Kept on the device, so that the app stands at once on the next visit. */
export const useProfile = createSlice(
  'profile',
  initial,
  (set, _get, writer) => ({
    async load() {
      const write = writer()
      const isNews = askProfile()
      write({ status: 'loading', failure: null })
      let outcome = await call(fetchProfile, {})
      if (!outcome.ok && outcome.code === 'organization.not_member') {
        // Removed from the workspace that this device had chosen: ask again without it.
        useSession.getState().choose(noOrganisation)
        outcome = await call(fetchProfile, {})
      }
      // What was asked for before the person chose another workspace, say, must not lead them back.
      if (!isNews()) return
      if (outcome.ok) {
        write({ status: 'ready' })
        show(outcome.data)
        identify(outcome.data)
      } else write({ status: 'failed', failure: { code: outcome.code, message: outcome.message } })
    },
    async loadConfig() {
      const write = writer()
      const outcome = await call(getConfig, {})
      if (outcome.ok) write({ config: outcome.data })
    },
    /** An invite was answered: it no longer waits. */
    forgetInvite(invite_id: number) {
      set(state => {
        const { profile } = state
        if (profile)
          profile.open_invites = profile.open_invites.filter(open_invite => open_invite.invite_id !== invite_id)
      })
    },
  }),
  { persist: ['profile'] },
)

/** Takes over what the server says about the person, wherever the app keeps it. */
function show(profile: Profile): void {
  // The answer to a call of somebody who has signed out meanwhile.
  if (profile.user_id !== useSession.getState().userId) return
  // The workspace first, and both in one piece: a named person without one would be led away to choose it, here or in another tab.
  saveTogether(() => {
    useSession.getState().choose(profile.selected_organizationId)
    useProfile.setState({ profile, status: 'ready', failure: null })
  })
  usePreferences.getState().prefer({ language: profile.user_language, timeZone: profile.user_timezone || null })
}

/** Shows what a change made of the profile. */
function shown(outcome: Outcome<Profile>): Outcome<Profile> {
  if (outcome.ok) {
    // As if asked for only now: whatever is read meanwhile may have been read before the change.
    const isNews = askProfile()
    if (isNews()) show(outcome.data)
  }
  return outcome
}

/** What somebody says about themselves at the beginning. `image` is a data URL. */
export interface FirstProfile {
  displayname: string
  language: Profile['user_language']
  timezone: string
  image?: string
}

/**
 * Fills in the first profile with the one-time token of the sign-in. The phone goes along if there is one, the e-mail only
 * without it [5.1a, 5.1b]. A token that has run out does not matter to somebody who is signed in: then it is an update.
 */
export async function registerInProfile({
  displayname,
  language,
  timezone,
  image,
}: FirstProfile): Promise<Outcome<Profile>> {
  const { profileToken } = useSession.getState()
  const { user_phone, user_email } = useProfile.getState().profile ?? { user_phone: null, user_email: null }
  if (profileToken) {
    const address = user_phone ? { phone: user_phone } : { email: user_email ?? undefined }
    const params = { profile_token: profileToken, displayname, language, timezone, image, ...address }
    const created = shown(await call(createProfile, params))
    if (created.ok) useSession.getState().profileCreated()
    if (created.ok || created.code !== 'profile.token_required') return created
  }
  return changeProfile({
    user_displayname: displayname,
    user_language: language,
    user_timezone: timezone,
    ...(image && { user_image: image }),
  })
}

/** Changes the named parts. */
export async function changeProfile(change: Input<typeof updateProfile>): Promise<Outcome<Profile>> {
  return shown(await call(updateProfile, change))
}

/** Proves a new phone number or e-mail with its code, and makes it the person's. */
export async function proveAddress(address: Address, OTP: string): Promise<Outcome<Profile>> {
  return shown(await call(changeAddress, { ...address, OTP }))
}

/** What the person's roles allow in the chosen workspace; the organization role comes on top (organisations). */
export function useCapabilities(): readonly Capability[] {
  return useProfile(state => state.profile?.role_info ?? none)
    .flatMap(role => role.capabilities)
    .filter((name): name is Capability => Capability.safeParse(name).success)
}
const none: Profile['role_info'] = []

/** Changes the language at once; the profile follows, so that it is the same on other devices. */
export async function chooseLanguage(language: Profile['user_language']): Promise<void> {
  usePreferences.getState().prefer({ language })
  if (useProfile.getState().profile) await changeProfile({ user_language: language })
}
