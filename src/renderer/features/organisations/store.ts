import type { Input } from '#shared/contract/endpoint'
import {
  type Branch,
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
  type InviteResult,
  invitePeople,
  listInvites,
} from '#shared/contract/organisations/invites'
import type { OpenInvite, Profile } from '#shared/contract/profile/endpoints'
import { type Capability, can } from '#shared/rules/capabilities'
import type { Address } from '../../platform/address'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { onEvent, onResync, reloadOn, useLive } from '../../platform/live'
import { reloadToRoot } from '../../platform/reload'
import { noOrganisation, useSession } from '../../platform/session'
import { changeProfile, useCapabilities, useProfile } from '../profile/store'

/** The person's workspaces. Stored on the device, so that the rail shows at once on the next visit. */
export const useOrganisations = createListSlice('organisations', {
  // Also fails when the answer is not a list of organisations [5.3, 4.16b].
  list: () => call(listOrganisations, {}),
  key: organisation => organisation.organization_id,
  scope: 'person',
  persist: ['items'],
  actions: ({ changer }) => ({
    put: (organisation: Organisation) => changer()(items => withItem(items, organisation)),
  }),
})

function withItem(items: readonly Organisation[], organisation: Organisation): Organisation[] {
  const at = items.findIndex(item => item.organization_id === organisation.organization_id)
  return at < 0 ? [...items, organisation] : items.with(at, organisation)
}

// A changed plan changes the navigation and the answers of the server, so the app restarts at the root [4.5b].
useOrganisations.subscribe((now, before) => {
  if (now.items === before.items) return
  const [is, was] = [isPremium(now.items), isPremium(before.items)]
  if (is !== undefined && was !== undefined && is !== was) reloadToRoot()
})

function isPremium(list: readonly Organisation[]): boolean | undefined {
  const { organizationId } = useSession.getState()
  return list.find(organisation => organisation.organization_id === organizationId)?.is_premium
}

/** The chosen workspace, if it is known. */
export function useOrganisation(): Organisation | undefined {
  const id = useSession(state => state.organizationId)
  return useOrganisations(state => state.items.find(organisation => organisation.organization_id === id))
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

/** Roles and sent invites of the chosen workspace, newest first; loaded when its panel opens. */
export const useInvites = createListSlice('invites', {
  async list(page) {
    const [info, invites] = await Promise.all([
      page.cursor === undefined ? call(organisationInfo, {}) : null,
      call(listInvites, page),
    ])
    if (info?.ok === false) return info
    return { ...invites, ...(info && { extra: { roles: info.data.roles } }) }
  },
  key: invite => invite.invite_id,
  extra: { roles: [] as Role[] },
  refreshOn: ['invite.changed', 'role.changed'],
  actions: ({ changer }) => ({
    /** Invites people; returns one result for each address, in order. Only filled-in fields are sent [5.6a]. */
    async inviteTo(
      people: readonly { address: Address; role_id: number; branch_id?: number }[],
    ): Promise<Outcome<InviteResult[]>> {
      const change = changer()
      const invites = people.map(({ address, ...group }) => ({
        ...group,
        ...('email' in address ? { email_id: address.email } : { phone_number: address.phone_number }),
      }))
      const outcome = await call(invitePeople, { invites })
      const sent = outcome.ok ? outcome.data.flatMap(result => result.invite ?? []) : []
      const ids = new Set(sent.map(({ invite_id }) => invite_id))
      change(items => [...sent, ...items.filter(({ invite_id }) => !ids.has(invite_id))])
      return outcome
    },
    async revoke(invite_id: number): Promise<Outcome<null>> {
      const change = changer()
      const outcome = await call(deleteInvite, { invite_id })
      if (outcome.ok) change(items => items.filter(item => item.invite_id !== invite_id))
      return outcome
    },
  }),
})

/** The people of the chosen workspace, with its roles and its branches that exist. */
export const useDirectory = createListSlice('directory', {
  async list() {
    const outcome = await call(organisationInfo, {})
    if (!outcome.ok) return outcome
    const { all_users: data, roles, branches } = outcome.data
    return { ...outcome, data, extra: { roles, branches: branches.filter(branch => !branch.branch_softdelete) } }
  },
  key: person => person.user_id,
  extra: { roles: [] as Role[], branches: [] as Branch[] },
  refreshOn: ['member.joined', 'member.changed', 'member.removed', 'role.changed', 'branch.changed'],
})

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

/** Updates workspaces when others change them. Called once when the app starts. */
export function followOrganisations(): void {
  reloadOn(
    ['organisation.updated', 'organisation.plan_changed', 'member.joined', 'branch.changed'],
    () => void useOrganisations.getState().load(),
  )
  // The person's own roles, and with them what the app offers, may have changed.
  reloadOn('role.changed', () => void useProfile.getState().load())
  onEvent(['member.removed', 'member.changed'], ({ user_id }) => {
    if (user_id !== useSession.getState().userId) return
    void useProfile.getState().load()
    void useOrganisations.getState().load()
  })
  // The server closes the stream of events for people who are no members any more.
  useLive.subscribe(({ state }) => {
    if (state === 'refused') void useProfile.getState().load()
  })
  onResync(() => {
    if (useSession.getState().organizationId !== noOrganisation) void useOrganisations.getState().load()
  })
}
