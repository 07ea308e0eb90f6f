import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { excessOf, isUnsaved, useWriting, type Writing } from './writing'

/** Shows whether the text is saved; if not, why, and what the person can do. */
export function SaveState({ writing }: { writing: Writing }) {
  const { t } = useTranslation(['documents', 'app'])
  const errorText = useErrorText()
  const { doc_id, state, failure, newerBy } = writing
  const excess = excessOf(writing)
  const isFailed = excess > 0 || state === 'failed'
  const now = () => {
    if (isFailed) return ''
    if (state === 'saving') return t('save.saving')
    return isUnsaved(writing) ? t('save.changed') : t('save.saved')
  }
  const byThem = () => {
    if (newerBy !== null) return newerBy ? t('save.newer', { name: newerBy }) : t('save.newerBySomebody')
    return ''
  }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <p role="status" className="text-muted">
        {[now(), byThem()].filter(Boolean).join(' · ')}
      </p>
      {isFailed && (
        <>
          <p role="alert" className="text-danger-ink">
            {t('save.failed')} {excess > 0 ? t('save.tooLong', { count: excess }) : failure && errorText(failure)}
          </p>
          {excess === 0 && (
            <Button size="sm" onClick={() => void useWriting.getState().save(doc_id)}>
              {t('app:action.tryAgain')}
            </Button>
          )}
          <Discard doc_id={doc_id} />
        </>
      )}
    </div>
  )
}

function Discard({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('documents')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        {t('save.discard')}
      </Button>
      {isAsking && (
        <DiscardDialog onDiscard={() => useWriting.getState().stop(doc_id)} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

/** Asks for confirmation before unsaved text is discarded. */
export function DiscardDialog({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const { t } = useTranslation(['documents', 'app'])
  return (
    <ConfirmDialog
      needsServer={false}
      danger
      title={t('save.discardTitle')}
      text={t('save.discardText')}
      confirmLabel={t('save.discard')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={async () => {
        onDiscard()
        return null
      }}
    />
  )
}
