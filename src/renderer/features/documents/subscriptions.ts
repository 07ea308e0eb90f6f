import { useCopiesShown } from '../../platform/copies-shown'
import { type EventOf, onEvent, onResync, reloadOn } from '../../platform/live'
import { noOrganisation, useSession } from '../../platform/session'
import { documentCopy } from './last-read'
import { useDocuments } from './store'

/** Updates documents when others change them. Called once when the app starts. */
export function followDocuments(): void {
  // The list now shows the speakers.
  onEvent('diarization.status', ({ doc_id, status }) => {
    if (status.stage === 'done' && useDocuments.getState().items[doc_id]?.recording === null) reloadList()
  })
  onEvent('document.deleted', ({ doc_id }) => useDocuments.getState().forget(doc_id))
  onEvent('document.access_changed', ({ doc_id }) => readAgain(doc_id))
  reloadOn(
    ['document.created', 'document.restored', 'document.updated'],
    ({ doc_id }) => readAgain(doc_id),
    change => (change.kind === 'document.updated' && isKnown(change) ? undefined : change.doc_id),
  )
  // Roles, branches and organization roles affect access, too.
  reloadOn(['role.changed', 'branch.changed', 'member.changed'], refresh)
  onResync(() => {
    if (useSession.getState().organizationId !== noOrganisation) refresh()
  })
}

/** Whether the document in memory is as new as an event says, as after one's own changes. */
function isKnown({ doc_id, version, updated_at }: EventOf<'document.updated'>): boolean {
  const info = useDocuments.getState().opened[doc_id]?.info
  return Boolean(info && version !== undefined && updated_at && info.version >= version && info.updatedat >= updated_at)
}

function readAgain(doc_id: number): void {
  const { opened, items, readInfo } = useDocuments.getState()
  if (opened[doc_id]) void readInfo(doc_id)
  // For an inaccessible or unknown document, the list tells whether it is readable and what its name is.
  if (!opened[doc_id]?.info || !items[doc_id]) reloadList()
}

function reloadList(): void {
  const { all, load } = useDocuments.getState()
  // A list that is loading was requested earlier, so its answer may miss this change.
  if (all.status !== 'idle') void load()
}

function refresh(): void {
  reloadList()
  const { shown, opened, readInfo } = useDocuments.getState()
  // Also those that were left, whose copies would be reported for ever.
  const copies = useCopiesShown.getState().shown
  for (const doc_id of Object.keys(opened).map(Number))
    if (doc_id === shown || documentCopy(doc_id) in copies) void readInfo(doc_id)
}
