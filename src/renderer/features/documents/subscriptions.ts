import { onEvent, onResync } from '../../platform/live'
import { noOrganisation, useSession } from '../../platform/session'
import { useDocuments } from './store'

/** Updates documents when others change them. Called once when the app starts. */
export function followDocuments(): void {
  // The list now shows the speakers.
  onEvent('diarization.status', ({ doc_id, status }) => {
    if (status.stage === 'done' && useDocuments.getState().items[doc_id]?.recording === null) reloadList()
  })
  onEvent('document.deleted', ({ doc_id }) => useDocuments.getState().forget(doc_id))
  onEvent(['document.created', 'document.updated', 'document.access_changed', 'document.restored'], ({ doc_id }) => {
    const { opened, items, readInfo } = useDocuments.getState()
    if (opened[doc_id]) void readInfo(doc_id)
    // For an inaccessible or unknown document, the list tells whether it is readable and what its name is.
    if (!opened[doc_id]?.info || !items[doc_id]) reloadList()
  })
  // Roles, branches and organization roles affect access, too.
  onEvent(['role.changed', 'branch.changed', 'member.changed'], refresh)
  onResync(() => {
    if (useSession.getState().organizationId !== noOrganisation) refresh()
  })
}

function reloadList(): void {
  const { all, load } = useDocuments.getState()
  // A list that is loading was requested earlier, so its answer may miss this change.
  if (all.status !== 'idle') void load()
}

function refresh(): void {
  reloadList()
  const { shown, readInfo } = useDocuments.getState()
  if (shown !== null) void readInfo(shown)
}
