import type { Subject } from '#shared/contract/access/endpoints'
import { Capability, can } from '#shared/rules/capabilities'
import { useSession } from '../../platform/session'
import { keyOf, useGrants } from '../access/store'
import { useCan, useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import type { Info } from './store'

/** Whether the person may create logbooks, for code outside of components, which cannot use `useCan`. */
export function mayCreate(): boolean {
  const { organizationId } = useSession.getState()
  const organisation = useOrganisations.getState().list.find(candidate => candidate.organization_id === organizationId)
  const capabilities = (useProfile.getState().profile?.role_info ?? [])
    .flatMap(role => role.capabilities)
    .filter((name): name is Capability => Capability.safeParse(name).success)
  return can({ org_role: organisation?.org_role ?? 'member', capabilities }, 'logbooks.create')
}

/** Returns a document as a subject of access. */
export const subjectOf = ({ doc_id }: Pick<Info, 'doc_id'>): Subject => ({ kind: 'document', id: doc_id })

/** Returns what the person may do with a document, as far as this client knows [D21, D41]. The server decides. */
export function useRights(info: Info | null): {
  managed: boolean
  /** Name, description, prompt and summary. */
  editable: boolean
  /** Logs. */
  writable: boolean
  /** The text: a page follows the right to write logs, a summary the right to edit. */
  rewritable: boolean
} {
  const managesAll = useCan('logbooks.manage_all')
  const userId = useSession(state => state.userId)
  const profile = useProfile(state => state.profile)
  const grants = useGrants(state => (info ? state.held[keyOf(subjectOf(info))]?.list : undefined))
  if (!info) return { managed: false, editable: false, writable: false, rewritable: false }
  const managed = managesAll || (info.createdby !== null && info.createdby.user_id === userId)
  const own = {
    user: userId === null ? [] : [userId],
    role: profile?.role_info.map(role => role.role_id) ?? [],
    branch: profile?.branch_info.map(branch => branch.id) ?? [],
  }
  const isEditor = (grants ?? []).some(
    grant => grant.level === 'editor' && own[grant.grantee_kind].includes(grant.grantee_id),
  )
  const editable = managed || isEditor
  return {
    managed,
    editable,
    writable: !info.read_only && info.document_type === 'logbook',
    rewritable: info.document_type === 'document' ? !info.read_only : editable,
  }
}
