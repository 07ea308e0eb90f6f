import { CircleAlert, Clock, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/contract/common'
import { useErrorText } from '../../i18n/texts'
import { DraftNote } from '../../platform/draft-note'
import { journalKey } from '../../platform/mutation-queue/keys'
import { useOfflineSince } from '../../platform/online'
import { Button } from '../../ui/button'
import { UploadList } from '../attachments/slots'
import { uploadsStateOf, useUploadStore } from '../attachments/store'
import { Bubble, Quote } from './message-row'
import { MessageText, useMentioned } from './message-text'
import { type Entry, filesLost, filesOf, useOutbox } from './outbox'

interface Props {
  entry: Entry
  people: readonly Person[]
  onShow: (message_id: number) => void
}

/** A message that the server does not have yet. */
export function EntryRow({ entry, people, onShow }: Props) {
  const { t } = useTranslation('messages')
  const { client_id, text, reply, mentions, uploads } = entry
  const mentioned = useMentioned(people, mentions)
  return (
    <article aria-label={t('waits')} className="flex flex-col items-end pb-1.5">
      <Bubble isOwn>
        {reply && <Quote quoted={reply} isOwn onShow={onShow} />}
        {text !== '' && <MessageText text={text} mentioned={mentioned} isOwn />}
        {uploads.length > 0 && (
          <div className="rounded-md bg-surface-1 p-2 text-default">
            <UploadList place={filesOf(client_id)} isFixed />
          </div>
        )}
      </Bubble>
      <Status entry={entry} />
      <p className="mt-1 text-xs empty:hidden">
        <DraftNote drafts={[journalKey(client_id)]} />
      </p>
    </article>
  )
}

function Status({ entry: { client_id, uploads, state, failure, isUnsent } }: { entry: Entry }) {
  const { t } = useTranslation(['messages', 'app', 'attachments'])
  const errorText = useErrorText()
  const isOffline = useOfflineSince() !== null
  const files = useUploadStore(() => uploadsStateOf(uploads))
  const { retry, discard } = useOutbox.getState()
  if (state !== 'failed' || !failure) {
    const what = isOffline
      ? t('waiting.network')
      : files === 'stuck'
        ? t('attachments:log.stuck')
        : files === 'busy'
          ? t('attachments:log.waits')
          : t('waiting.sending')
    return (
      <p role="status" className="mt-0.5 mr-1 flex items-center gap-1 text-xs text-muted">
        <Clock size={12} />
        {what}
        {files === 'stuck' && (
          <Button size="sm" variant="quiet" onClick={() => discard(client_id, t('discarded'))}>
            {t('discard')}
          </Button>
        )}
      </p>
    )
  }
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm text-danger-ink">
      <CircleAlert size={16} />
      {failure.code === filesLost ? t('filesLost') : t('notSent', { why: errorText(failure) })}
      {failure.code !== filesLost && (
        <Button size="sm" icon={RefreshCw} onClick={() => retry(client_id)}>
          {t('app:action.tryAgain')}
        </Button>
      )}
      {(isUnsent || !failure.isPassing) && (
        <Button size="sm" variant="quiet" onClick={() => discard(client_id, t('discarded'))}>
          {t('discard')}
        </Button>
      )}
    </div>
  )
}
