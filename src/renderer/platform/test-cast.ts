import { type NotificationPreferences, notificationKinds } from '#shared/contract/notifications/endpoints'
import type { Branch, Organisation, OrganisationDetail, Role } from '#shared/contract/organisations/endpoints'
import type { Invite } from '#shared/contract/organisations/invites'
import type { Config, OpenInvite, Profile, SignInOptions } from '#shared/contract/profile/endpoints'

/** Maya, the owner of Ridgeway Cycles. Tests and stories share these names. */
export function profileOf(more: Partial<Profile> = {}): Profile {
  return {
    user_id: 7,
    user_displayname: 'Maya Okafor',
    user_image: null,
    user_phone: null,
    user_email: 'maya@ridgeway.example',
    user_language: 'en',
    selected_organizationId: 3,
    user_timezone: 'America/Chicago',
    is_owner: true,
    branch_info: [],
    role_info: [],
    isNewUser: false,
    open_invites: [],
    ...more,
  }
}

/** A server that offers only codes, and has a speech model. */
/** Everything is on, there are no quiet hours and no digest. */
export function preferencesOf(more: Partial<NotificationPreferences> = {}): NotificationPreferences {
  const on = { in_app: true, push: true, mail: true }
  const kinds = Object.fromEntries(notificationKinds.map(kind => [kind, on])) as NotificationPreferences['kinds']
  return { kinds, quiet: null, digest: 'off', deadline_minutes: 1_440, ...more }
}

export function signInOptionsOf(more: Partial<SignInOptions> = {}): SignInOptions {
  return {
    google: null,
    outbox: null,
    guests: false,
    words: true,
    captions: false,
    terms: null,
    privacy: null,
    ...more,
  }
}

/** A server with the built-in model, for somebody who is no super user. */
export function configOf(more: Partial<Config> = {}): Config {
  return {
    is_super_user: false,
    assistant: { name: 'Mate', model: 'built-in' },
    plans: [],
    push_public_key: null,
    reads_words: false,
    features: [],
    ...more,
  }
}

export function organisationOf(more: Partial<Organisation> = {}): Organisation {
  return {
    plan_id: more.is_premium ? 'team' : 'free',
    organization_id: 3,
    organization_name: 'Ridgeway Cycles',
    organization_description: null,
    organization_image: null,
    is_premium: false,
    org_role: 'owner',
    branch_count: 3,
    member_count: 24,
    opened_at: null,
    ...more,
  }
}

export const lakeside = organisationOf({
  organization_id: 5,
  organization_name: 'Lakeside Physio Clinic',
  org_role: 'member',
  branch_count: 1,
  member_count: 1,
})

export const roles: readonly Role[] = [
  { role_id: 1, role_name: 'Manager', capabilities: ['people.invite', 'logbooks.create'], users: [] },
  { role_id: 2, role_name: 'Member', capabilities: ['logbooks.create'], users: [] },
]

export function detailOf(more: Partial<OrganisationDetail> = {}): OrganisationDetail {
  return { ...organisationOf(), owners: [{ user_id: 7 }], all_users: [], branches: [], roles: [...roles], ...more }
}

/** A branch; closed or without an address if `more` says so. */
export function branchOf(id: number, branch_name: string, more: Partial<Branch> = {}): Branch {
  const at = '2026-10-01T09:00:00.000Z'
  return {
    ...{ id, branch_name, branch_description: null, branch_organization: 3 },
    ...{ branch_address: '14 Quay Lane', branch_city: 'Port Ellery', branch_country: null },
    ...{ branch_created: at, branch_softdelete: false, branch_deleted: null, createdby: 7, created_timestamp: at },
    ...{ updatedby: 7, updated_timestamp: at, is_open_branch: true, is_primary_branch: false, users: [] },
    ...more,
  }
}

export function inviteOf(more: Partial<Invite> = {}): Invite {
  return {
    invite_id: 1,
    email_id: 'kira@ridgeway.example',
    phone_number: null,
    role_id: 2,
    role_name: 'Member',
    branch_id: null,
    branch_name: null,
    status: 'pending',
    invited_by: 'Maya Okafor',
    created_at: '2026-11-18T10:00:00.000Z',
    expires_at: '2026-12-18T10:00:00.000Z',
    ...more,
  }
}

export const openInvite: OpenInvite = {
  invite_id: 4,
  organization_id: 9,
  organization_name: 'Tidewater Rowing Club',
  role_name: 'Boat bosun',
  invited_by: 'Noor Haddad',
  expires_at: '2026-12-20T10:00:00.000Z',
}
