import i18next from 'i18next'
import { Inbox, NotebookText, Plus } from 'lucide-react'
import { Capability, can } from '#shared/rules/capabilities'
import { type Command, registerCommands } from '../../platform/commands'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { knownDocuments, useDocuments } from './store'

/** The address that opens the dialog for a new logbook. */
export const newLogbookPath = '/docs?new'

/** Adds commands to the palette: a new logbook, and every known document by its name. */
export function offerCommands(): void {
  const source = { id: 'logbooks', commands }
  registerCommands(source)
  // Registering the source again makes the palette read it again.
  useDocuments.subscribe((now, before) => {
    if (now.items !== before.items) registerCommands({ ...source })
  })
}

function commands(): Command[] {
  if (!isSignedIn() || useSession.getState().organizationId === noOrganisation) return []
  const { all, load } = useDocuments.getState()
  if (all.status === 'idle') queueMicrotask(() => void load())
  const create: Command = {
    id: 'logbooks.new',
    label: i18next.t('logbooks:new.open'),
    icon: Plus,
    run: () => {
      location.hash = `#${newLogbookPath}`
    },
  }
  const catchUp: Command = {
    id: 'logbooks.unread',
    label: i18next.t('logbooks:list.catchUp'),
    icon: Inbox,
    run: () => {
      location.hash = '#/docs/unread'
    },
  }
  const open = knownDocuments().map(({ doc_id, doc_name, document_type }) => ({
    id: `logbooks.${doc_id}`,
    label: doc_name,
    kind: i18next.t(`logbooks:type.${document_type}`),
    icon: NotebookText,
    run: () => {
      location.hash = `#/docs/${doc_id}`
    },
  }))
  return mayCreate() ? [create, catchUp, ...open] : [catchUp, ...open]
}

/** Whether the person may create logbooks, for code outside of components, which cannot use `useCan`. */
function mayCreate(): boolean {
  const { organizationId } = useSession.getState()
  const organisation = useOrganisations.getState().items.find(candidate => candidate.organization_id === organizationId)
  const capabilities = (useProfile.getState().profile?.role_info ?? [])
    .flatMap(role => role.capabilities)
    .filter((name): name is Capability => Capability.safeParse(name).success)
  return can({ org_role: organisation?.org_role ?? 'member', capabilities }, 'logbooks.create')
}
