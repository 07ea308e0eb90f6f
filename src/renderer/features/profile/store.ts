import type { Input } from '#shared/contract/endpoint'
import {
  type Config,
  createProfile,
  fetchProfile,
  getConfig,
  type Profile,
  updateProfile,
} from '#shared/contract/profile/endpoints'
import { changeAddress } from '#shared/contract/session/endpoints'
import { Capability } from '#shared/rules/capabilities'
import type { Address } from '../../platform/address'
import { identify } from '../../platform/analytics'
import { call, type Outcome } from '../../platform/api'
import type { Failure } from '../../platform/failure'
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

/** The signed-in person. Stored on the device, so that the app shows at once on the next visit. */
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
        // The person was removed from the workspace chosen on this device, so the request is repeated without it.
        useSession.getState().choose(noOrganisation)
        outcome = await call(fetchProfile, {})
      }
      // An older answer must not undo a change made since, such as choosing another workspace.
      if (!isNews()) return
      if (outcome.ok) {
        write({ status: 'ready' })
        show(outcome.data)
        identify(outcome.data)
      } else write({ status: 'failed', failure: { code: outcome.code, message: outcome.message } })
    },
    /** Returns why it failed, or null. */
    async loadConfig(): Promise<Failure | null> {
      const write = writer()
      const outcome = await call(getConfig, {})
      if (outcome.ok) write({ config: outcome.data })
      return outcome.ok ? null : outcome
    },
    /** Removes an invite that was answered. */
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

/** Applies the server's profile wherever the app uses it. */
function show(profile: Profile): void {
  // The person of this call has signed out meanwhile.
  if (profile.user_id !== useSession.getState().userId) return
  // Sets the workspace first and saves both in one write. A named person without a workspace would be redirected to
  // choose one, here or in another tab.
  saveTogether(() => {
    useSession.getState().choose(profile.selected_organizationId)
    useProfile.setState({ profile, status: 'ready', failure: null })
  })
  usePreferences.getState().prefer({ language: profile.user_language, timeZone: profile.user_timezone || null })
}

/** Shows the profile that a change returned. */
function shown(outcome: Outcome<Profile>): Outcome<Profile> {
  if (outcome.ok) {
    // Counts as a newer request, because a profile read meanwhile may be older than the change.
    const isNews = askProfile()
    if (isNews()) show(outcome.data)
  }
  return outcome
}

/** What a new person enters. `image` is a data URL. */
export interface FirstProfile {
  displayname: string
  language: Profile['user_language']
  timezone: string
  image?: string
}

/**
 * Submits the first profile with the one-time token of the sign-in. It includes the phone if there is one, and the
 * e-mail only without a phone [5.1a, 5.1b]. If the token has expired but the person is signed in, it becomes an update.
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

/** Changes the given fields. */
export async function changeProfile(change: Input<typeof updateProfile>): Promise<Outcome<Profile>> {
  return shown(await call(updateProfile, change))
}

/** Confirms a new phone number or e-mail with its code and sets it. */
export async function confirmAddress(address: Address, OTP: string): Promise<Outcome<Profile>> {
  return shown(await call(changeAddress, { ...address, OTP }))
}

/** What the person's roles allow in the chosen workspace; the organization role adds to it (organisations). */
export function useCapabilities(): readonly Capability[] {
  return useProfile(state => state.profile?.role_info ?? none)
    .flatMap(role => role.capabilities)
    .filter((name): name is Capability => Capability.safeParse(name).success)
}
const none: Profile['role_info'] = []

/** Changes the language at once; the profile follows, so that other devices use it too. */
export async function chooseLanguage(language: Profile['user_language']): Promise<void> {
  usePreferences.getState().prefer({ language })
  if (useProfile.getState().profile) await changeProfile({ user_language: language })
}
