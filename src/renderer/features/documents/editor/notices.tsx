import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast'
import type { Info } from '../store'
import { keepText, keptText } from './kept'
import { useWriting } from './writing'

/**
 * Texts that exist on this device only: those set aside in favour of somebody else's, and those that may no longer be
 * saved.
 */
export function Notices({ info, onEdit }: { info: Info; onEdit: (() => void) | null }) {
  const { t } = useTranslation('documents')
  const { doc_id } = info
  const aside = useWriting(state => state.aside[doc_id])
  const [kept, setKept] = useState(() => (onEdit ? null : keptText(doc_id)))
  return (
    <>
      {aside !== undefined && (
        <Notice text={t('edit.aside')}>
          {onEdit && (
            <Button size="sm" onClick={() => useWriting.getState().bringBack(info)}>
              {t('edit.bringBack')}
            </Button>
          )}
          <CopyAndDrop text={aside} onDrop={() => useWriting.getState().dropAside(doc_id)} />
        </Notice>
      )}
      {!onEdit && kept && (
        <Notice text={t('edit.kept')}>
          <CopyAndDrop
            text={kept.text}
            onDrop={() => {
              keepText(doc_id, null)
              setKept(null)
            }}
          />
        </Notice>
      )}
    </>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="mx-5 mt-4 flex max-w-measure shrink-0 flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink"
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  )
}

function CopyAndDrop({ text, onDrop }: { text: string; onDrop: () => void }) {
  const { t } = useTranslation('documents')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('edit.copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS.
      toast.failure(t('edit.notCopied'))
    }
  }
  return (
    <>
      <Button size="sm" onClick={() => void copy()}>
        {t('edit.copy')}
      </Button>
      <Button size="sm" variant="quiet" onClick={onDrop}>
        {t('edit.drop')}
      </Button>
    </>
  )
}
