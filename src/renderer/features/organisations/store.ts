import type { Input } from '#shared/contract/endpoint'
import {
  createOrganisation,
  listOrganisations,
  type Organisation,
  organisationInfo,
  type Role,
} from '#shared/contract/organisations/endpoints'
import {
  acceptInvite,
  declineInvite,
  deleteInvite,
  type Invite,
  type InviteResult,
  invitePeople,
  listInvites,
} from '#shared/contract/organisations/invites'
import type { OpenInvite, Profile } from '#shared/contract/profile/endpoints'
import { type Capability, can } from '#shared/rules/capabilities'
import type { Address } from '../../platform/address'
import { api, apiPage, call, type Outcome } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { onEvent, onResync } from '../../platform/live'
import { reloadToRoot } from '../../platform/reload'
import { noOrganisation, useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { changeProfile, useCapabilities, useProfile } from '../profile/store'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

interface OrganisationsState {
  list: Organisation[]
  /** Also `failed` when the answer is not a list of organisations [5.3, 4.16b]. */
  status: Loaded
}

const initial: OrganisationsState = { list: [], status: 'idle' }

/** The person's workspaces. Stored on the device, so that the rail shows at once on the next visit. */
export const useOrganisations = createSlice(
  'organisations',
  initial,
  (set, get, writer) => ({
    async load() {
      const write = writer()
      // A loaded list stays visible during a reload, so that nothing moves under the pointer.
      if (get().status !== 'ready') write({ status: 'loading' })
      const outcome = await call(listOrganisations, {})
      if (!outcome.ok) {
        write({ status: 'failed' })
        return
      }
      const wasPremium = isPremium(get().list)
      write({ list: outcome.data, status: 'ready' })
      const isNow = isPremium(outcome.data)
      // A changed plan changes the navigation and the answers of the server, so the app restarts at the root [4.5b].
      if (wasPremium !== undefined && isNow !== undefined && wasPremium !== isNow) reloadToRoot()
    },
    put(organisation: Organisation) {
      set(({ list }) => {
        const at = list.findIndex(
          writableNonArrayDraft => writableNonArrayDraft.organization_id === organisation.organization_id,
        )
        if (at < 0) list.push(organisation)
        else list[at] = organisation
      })
    },
  }),
  { persist: ['list'] },
)

function isPremium(list: readonly Organisation[]): boolean | undefined {
  const { organizationId } = useSession.getState()
  return list.find(organisation => organisation.organization_id === organizationId)?.is_premium
}

/** The chosen workspace, if it is known. */
export function useOrganisation(): Organisation | undefined {
  const id = useSession(state => state.organizationId)
  return useOrganisations(state => state.list.find(organisation => organisation.organization_id === id))
}

/**
 * Whether the person has a capability in the chosen workspace [D2]. The server decides; this hides what it would
 * refuse.
 */
export function useCan(capability: Capability): boolean {
  const org_role = useOrganisation()?.org_role ?? 'member'
  const capabilities = useCapabilities()
  return can({ org_role, capabilities }, capability)
}

interface PeopleState {
  roles: Role[]
  invites: Invite[]
  /** The cursor of the next page of invites; null at the end. */
  next: string | null
  status: Loaded
}

const nobody: PeopleState = { roles: [], invites: [], next: null, status: 'idle' }
const askInvites = latestOnly()

/** Roles and sent invites of the chosen workspace, loaded when its panel opens. */
export const useInvites = createSlice(
  'invites',
  nobody,
  (set, get, writer) => ({
    async load() {
      const write = writer()
      const isNews = askInvites()
      write({ status: 'loading' })
      try {
        const [{ roles }, page] = await Promise.all([api(organisationInfo, {}), apiPage(listInvites, {})])
        if (isNews()) write({ roles, invites: page.items, next: page.next_cursor, status: 'ready' })
      } catch {
        if (isNews()) write({ status: 'failed' })
      }
    },
    async loadMore() {
      const { next } = get()
      if (!next) return
      const write = writer()
      const page = await apiPage(listInvites, { cursor: next })
      write(state => {
        const known = new Set(state.invites.map(invite => invite.invite_id))
        state.invites.push(...page.items.filter(item => !known.has(item.invite_id)))
        state.next = page.next_cursor
      })
    },
    /** Puts new and renewed invites first, without duplicates. */
    putAll(sent: readonly Invite[]) {
      set(state => {
        const ids = new Set(sent.map(invite => invite.invite_id))
        state.invites = [...sent, ...state.invites.filter(invite => !ids.has(invite.invite_id))]
      })
    },
    async revoke(invite_id: number): Promise<Outcome<null>> {
      const write = writer()
      const outcome = await call(deleteInvite, { invite_id })
      if (outcome.ok) {
        write(state => {
          state.invites = state.invites.filter(invite => invite.invite_id !== invite_id)
        })
      }
      return outcome
    },
  }),
  { scope: 'organisation' },
)

/** Chooses the workspace to work in; the data of the previous one is cleared [4.5a]. */
export async function chooseOrganisation(organization_id: number): Promise<Outcome<Profile>> {
  const outcome = await changeProfile({ selected_organizationId: organization_id })
  // The answer still contains the roles in the previous workspace.
  if (outcome.ok) void useProfile.getState().load()
  return outcome
}

/** Creates a workspace; choosing it is the next step. */
export async function createWorkspace(params: Input<typeof createOrganisation>): Promise<Outcome<Organisation>> {
  const outcome = await call(createOrganisation, params)
  if (outcome.ok) useOrganisations.getState().put(outcome.data)
  return outcome
}

/** Joins the workspace that invited this person. */
export async function join({ invite_id }: OpenInvite): Promise<Outcome<Organisation>> {
  const outcome = await call(acceptInvite, { invite_id })
  if (outcome.ok) {
    useProfile.getState().forgetInvite(invite_id)
    useOrganisations.getState().put(outcome.data)
  }
  return outcome
}

export async function decline({ invite_id }: OpenInvite): Promise<Outcome<null>> {
  const outcome = await call(declineInvite, { invite_id })
  if (outcome.ok) useProfile.getState().forgetInvite(invite_id)
  return outcome
}

/** Invites people; returns one result for each address, in order. Only filled-in fields are sent [5.6a]. */
export async function invite(addresses: readonly Address[], role_id: number): Promise<Outcome<InviteResult[]>> {
  const invites = addresses.map(address => ({
    role_id,
    ...('email' in address ? { email_id: address.email } : { phone_number: address.phone_number }),
  }))
  const outcome = await call(invitePeople, { invites })
  if (outcome.ok) useInvites.getState().putAll(outcome.data.flatMap(result => (result.invite ? [result.invite] : [])))
  return outcome
}

/** Updates workspaces and invites when others change them. Called once when the app starts. */
export function followOrganisations(): void {
  const reloadInvites = () => {
    if (useInvites.getState().status !== 'idle') void useInvites.getState().load()
  }
  onEvent(['invite.changed', 'role.changed'], reloadInvites)
  onEvent(['organisation.updated', 'member.joined', 'branch.changed'], () => void useOrganisations.getState().load())
  onEvent(['member.removed', 'member.changed'], ({ user_id }) => {
    if (user_id !== useSession.getState().userId) return
    void useProfile.getState().load()
    void useOrganisations.getState().load()
  })
  onResync(() => {
    reloadInvites()
    if (useSession.getState().organizationId !== noOrganisation) void useOrganisations.getState().load()
  })
}
