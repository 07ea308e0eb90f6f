import { CircleAlert, Clock, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { logTitle } from '#shared/rules/log-title'
import { useErrorText } from '../../i18n/texts'
import { DraftNote } from '../../platform/draft-note'
import { useFormat } from '../../platform/format'
import { journalKey } from '../../platform/mutation-queue/keys'
import { unsure } from '../../platform/mutation-queue/mutation'
import { usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { WritingDots } from '../../ui/writing-dots'
import { UploadList } from '../attachments/slots'
import { uploadsStateOf, useUploadStore } from '../attachments/store'
import { LogPictures } from '../sources/slots'
import { LogWords } from './log-words'
import { type Entry, filesLost, filesOf, isUnsaved, useOutbox } from './outbox'

interface Props {
  entry: Entry
  titleId: string
  isOffline: boolean
  onEdit: (entry: Entry) => void
  /** The labels that the log will carry. */
  labels: ReactNode
}

/** The placeholder of a log that the server does not have yet; the real one replaces it [4.7a]. */
export function PendingBody({ entry, titleId, isOffline, onEdit, labels }: Props) {
  const { t } = useTranslation('logs')
  const { dayAndTime } = useFormat()
  const language = usePreferences(state => state.language)
  const { client_id, content, uploads, frame_ids, happened_at, state } = entry
  const said = { content, pictures: frame_ids.length, files: uploads.length }
  const title = entry.title || logTitle(said, language)
  return (
    // Reserves the width of the menu button, so that lines break in the same places later.
    <div className="pr-7">
      <LogWords title={title} content={content} titleId={titleId}>
        {happened_at !== null && (
          <p className="mt-px text-sm text-muted">{t('happened.said', { when: dayAndTime(happened_at) })}</p>
        )}
        <Status entry={entry} isOffline={isOffline} />
      </LogWords>
      {frame_ids.length > 0 && <LogPictures frame_ids={frame_ids} />}
      {uploads.length > 0 && (
        <div className="mt-2 max-w-[640px]">
          <UploadList
            place={filesOf(client_id)}
            // A log that was sent once must be sent again unchanged.
            isFixed={entry.tried_at !== null}
            onRemove={id => useOutbox.getState().without(client_id, id)}
          />
        </div>
      )}
      {labels}
      {state !== 'sending' && <Choices entry={entry} onEdit={onEdit} />}
      <p className="mt-1 text-xs empty:hidden">
        <DraftNote drafts={[journalKey(client_id)]} />
      </p>
    </div>
  )
}

function Status({ entry: { state, failure, uploads }, isOffline }: { entry: Entry; isOffline: boolean }) {
  const { t } = useTranslation(['logbooks', 'attachments'])
  const errorText = useErrorText()
  const uploadsState = useUploadStore(() => uploadsStateOf(uploads))
  const waitsFor = () => {
    if (isOffline) return t('pending.waiting')
    if (uploadsState === 'stuck') return t('attachments:log.stuck')
    return uploadsState === 'busy' ? t('attachments:log.waits') : t('pending.queued')
  }
  if (state === 'failed' && failure) {
    const { code } = failure
    const what = failure.isPassing ? t('pending.unconfirmed') : t('pending.failed')
    return (
      <p role="alert" className="mt-px flex gap-1.5 text-sm text-danger-ink">
        <CircleAlert size={16} className="mt-0.5" />
        <span>
          {code === unsure && t('pending.unsure')}
          {code === filesLost && t('attachments:log.lost')}
          {code !== unsure && code !== filesLost && `${what} ${errorText(failure)}`}
        </span>
      </p>
    )
  }
  if (state === 'waiting') {
    return (
      <p role="status" className="mt-px flex items-center gap-1.5 text-sm text-muted">
        <Clock size={14} />
        {waitsFor()}
      </p>
    )
  }
  return (
    <p role="status" className="mt-px flex items-center gap-2 text-sm text-muted">
      {t('pending.saving')}
      <WritingDots className="text-accent" />
    </p>
  )
}

function Choices({ entry, onEdit }: { entry: Entry; onEdit: (entry: Entry) => void }) {
  const { t } = useTranslation(['logbooks', 'app', 'logs'])
  const { client_id, state } = entry
  const isFailed = state === 'failed'
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {isFailed && entry.failure?.code !== filesLost && (
        <Button size="sm" icon={RefreshCw} onClick={() => void useOutbox.getState().retry(client_id)}>
          {t('app:action.tryAgain')}
        </Button>
      )}
      {isUnsaved(entry) && (
        <Button size="sm" variant="quiet" onClick={() => onEdit(entry)}>
          {t('pending.edit')}
        </Button>
      )}
      {(isFailed || isUnsaved(entry)) && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => useOutbox.getState().discardWithUndo(client_id, t('logs:pendingDiscarded'))}
        >
          {t('pending.discard')}
        </Button>
      )}
    </div>
  )
}
