import type { EventLog } from '#shared/contract/logs/events'
import type { Log } from '#shared/contract/logs/log'
import { onDraftCleared } from '../../platform/drafts'
import { account, onAccountChange } from '../../platform/guest'
import { onEvent, onResync } from '../../platform/live'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { noOrganisation, useSession } from '../../platform/session'
import { onDocumentGone, useDocuments } from '../documents/store'
import { correctionMutation, correctionPrefix, useCorrections } from './corrections/corrections'
import { readCut } from './cut-logs'
import { useLogComments } from './discussion/store'
import { adoptFormerOutbox } from './former-outbox'
import { arrived, followOutbox, startOutbox } from './outbox'
import { useTimelines } from './store'
import { offerUnreadable } from './unreadable'

/** Updates timelines when others write, and sends unsent logs. Called once when the app starts. */
export function followLogs(): void {
  onEvent('log.added', ({ log }) => {
    useDocuments.getState().written(log)
    if (log.is_cut) readCut(log)
    else arrived(wholeOf(log))
  })
  onEvent('log.discussed', ({ doc_id, log_id, comment_count, reactions }) => {
    useTimelines.getState().discuss(doc_id, log_id, { comment_count, reactions })
    void useLogComments.getState().refresh({ doc_id, log_id })
  })
  onEvent('logs.removed', ({ doc_id, log_ids }) => useTimelines.getState().remove(doc_id, log_ids))
  onEvent('log.corrected', ({ log }) => {
    if (log.is_cut) readCut(log)
    else useTimelines.getState().correct(log)
    const { opened, readInfo } = useDocuments.getState()
    const { from, to } = opened[log.doc_id]?.info?.summary ?? {}
    // The corrected log is part of the summary, which is now outdated.
    if (from && to && log.created_at >= from && log.created_at <= to) void readInfo(log.doc_id)
  })
  onEvent('log.titled', ({ doc_id, log_id, title }) => useTimelines.getState().title(doc_id, log_id, title))
  onResync(() => {
    if (useSession.getState().organizationId === noOrganisation) return
    useTimelines.getState().resync()
    useLogComments.getState().refreshAll()
  })
  onDocumentGone(doc_id => useTimelines.getState().forget(doc_id))
  useDocuments.subscribe(reopen)
  followOutbox()
  offerUnreadable()
  const start = () => {
    if (account() === null) return
    adoptFormerOutbox()
    startOutbox()
  }
  onAccountChange(start)
  start()
  followCorrections()
}

const wholeOf = ({ is_cut, ...log }: EventLog): Log => log

/** Loads the timeline on screen when the reader got access again while the page said that there was none. */
function reopen({ opened }: ReturnType<typeof useDocuments.getState>, before: { opened: typeof opened }): void {
  const { shown, timelines, catchUp, open } = useTimelines.getState()
  if (shown === null || !opened[shown]?.info || !before.opened[shown] || before.opened[shown].info) return
  if (!timelines[shown]) void open(shown, null)
  else if (timelines[shown].status === 'failed') void catchUp(shown)
}

/** Sends corrections that earlier pages left, and shows how far they are. */
function followCorrections(): void {
  const { follow, keepAgain } = useCorrections.getState()
  mutationQueue().register(correctionMutation)
  useMutations.subscribe(() => follow())
  onDraftCleared(correctionPrefix, key => keepAgain(Number(key.slice(correctionPrefix.length))))
}
