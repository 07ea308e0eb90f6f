import { onDraftCleared } from '../../platform/drafts'
import { account, onAccountChange } from '../../platform/guest'
import { onEvent, onResync } from '../../platform/live'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { noOrganisation, useSession } from '../../platform/session'
import { correctionMutation, correctionPrefix, useCorrections } from '../logs/corrections/corrections'
import { adoptFormerOutbox } from '../logs/former-outbox'
import { arrived, followOutbox, startOutbox } from '../logs/outbox'
import { useTimelines } from '../logs/timelines'
import { useDocuments } from './store'

/** Updates documents and timelines when others change them. Called once when the app starts. */
export function followDocuments(): void {
  onEvent('log.added', ({ log }) => {
    arrived(log)
    useDocuments.getState().written(log)
  })
  onEvent('log.corrected', ({ log }) => {
    useTimelines.getState().correct(log)
    const { opened, readInfo } = useDocuments.getState()
    const { from, to } = opened[log.doc_id]?.info?.summary ?? {}
    // The corrected log is part of the summary, which is now outdated.
    if (from && to && log.created_at >= from && log.created_at <= to) void readInfo(log.doc_id)
  })
  onEvent('log.titled', ({ doc_id, log_id, title }) => useTimelines.getState().title(doc_id, log_id, title))
  // The list now shows the speakers.
  onEvent('diarization.status', ({ doc_id, status }) => {
    if (status.stage === 'done' && useDocuments.getState().items[doc_id]?.recording === null) reloadList()
  })
  onEvent('document.deleted', ({ doc_id }) => useDocuments.getState().forget(doc_id))
  onEvent(['document.created', 'document.updated', 'document.access_changed', 'document.restored'], ({ doc_id }) => {
    const { opened, items, readInfo } = useDocuments.getState()
    if (opened[doc_id]) {
      const wasClosed = opened[doc_id].info === null
      void readInfo(doc_id).then(() => {
        const { shown, catchUp } = useTimelines.getState()
        // The reader got access again while the page said that there was none.
        if (wasClosed && shown === doc_id && useDocuments.getState().opened[doc_id]?.info) {
          void (useTimelines.getState().timelines[doc_id]
            ? catchUp(doc_id)
            : useTimelines.getState().open(doc_id, null))
        }
      })
    }
    // For an inaccessible or unknown document, the list tells whether it is readable and what its name is.
    if (!opened[doc_id]?.info || !items[doc_id]) reloadList()
  })
  // Roles, branches and organization roles affect access, too.
  onEvent(['role.changed', 'branch.changed', 'member.changed'], refresh)
  onResync(() => {
    if (useSession.getState().organizationId === noOrganisation) return
    refresh()
    useTimelines.getState().resync()
  })
  followOutbox()
  const start = () => {
    if (account() === null) return
    adoptFormerOutbox()
    startOutbox()
  }
  onAccountChange(start)
  start()
  followCorrections()
}

/** Sends corrections that earlier pages left, and shows how far they are. */
function followCorrections(): void {
  const { follow, keepAgain } = useCorrections.getState()
  mutationQueue().register(correctionMutation)
  useMutations.subscribe(() => follow())
  onDraftCleared(correctionPrefix, key => keepAgain(Number(key.slice(correctionPrefix.length))))
}

function reloadList(): void {
  const { all, load } = useDocuments.getState()
  // A list that is loading was requested earlier, so its answer may miss this change.
  if (all.status !== 'idle') void load()
}

function refresh(): void {
  reloadList()
  const { shown } = useTimelines.getState()
  if (shown !== null) void useDocuments.getState().readInfo(shown)
}
