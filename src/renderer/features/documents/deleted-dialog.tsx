import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeletedItem } from '#shared/contract/documents/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { typeIcons } from '../../ui/document-icons'
import { Loading, Skeleton } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { useDeleted } from './deleted'
import { useRestore } from './use-restore'

/** Lists deleted documents that can be restored, until when, and who deleted them. */
export function DeletedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['documents', 'app'])
  useEffect(() => void useDeleted.getState().load(), [])
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('deleted.title')}
      description={t('deleted.text')}
      closeLabel={t('app:action.close')}
    >
      <List />
    </Dialog>
  )
}

function List() {
  const { t } = useTranslation(['documents', 'app'])
  const errorText = useErrorText()
  const { status, failure, items, next, more } = useDeleted(state => state.deleted)
  const { load, loadMore } = useDeleted.getState()
  if (status === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-2 text-sm text-danger-ink">
        <p>
          {t('deleted.failed')} {failure && errorText(failure)}
        </p>
        <Button size="sm" onClick={() => void load()}>
          {t('app:action.tryAgain')}
        </Button>
      </div>
    )
  }
  if (status !== 'ready') {
    return (
      <Loading label={t('deleted.loading')} className="grid gap-4 py-2">
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </Loading>
    )
  }
  if (items.length === 0) return <p className="text-sm text-muted">{t('deleted.empty')}</p>
  return (
    <>
      <ul aria-label={t('deleted.title')} className="divide-y divide-line">
        {items.map(item => (
          <Row key={item.doc_id} item={item} />
        ))}
      </ul>
      {more === 'failed' && (
        <p role="alert" className="pt-2 text-xs text-danger-ink">
          {t('deleted.moreFailed')}
        </p>
      )}
      {next !== null && (
        <Button size="sm" className="mt-3" loading={more === 'loading'} onClick={() => void loadMore()}>
          {t('deleted.more')}
        </Button>
      )}
    </>
  )
}

function Row({ item }: { item: DeletedItem }) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  const format = useFormat()
  const bringBack = useRestore()
  const [isWorking, setWorking] = useState(false)
  const { doc_id, doc_name: name, document_type, deleted_at, deleted_by, gone_at } = item
  const Glyph = typeIcons[document_type]
  const when = format.dayAndTime(deleted_at)

  async function restore() {
    setWorking(true)
    const outcome = await bringBack({ doc_id, name })
    setWorking(false)
    if (outcome.ok) useDeleted.getState().isBack(doc_id)
    else toast.failure(t('deleted.notRestored', { name }), { text: errorText(outcome) })
  }
  return (
    <li className="flex min-h-row flex-wrap items-center gap-3 py-2">
      <span className="text-muted">
        <Glyph size={16} />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">
          {deleted_by ? t('deleted.row', { when, name: deleted_by }) : t('deleted.rowUnknown', { when })}
        </span>
        <span className="block text-xs text-muted">{t('deleted.until', { day: format.day(gone_at) })}</span>
      </span>
      <Button
        needsServer
        size="sm"
        loading={isWorking}
        aria-label={t('deleted.bringBackOf', { name })}
        onClick={() => void restore()}
      >
        {t('deleted.bringBack')}
      </Button>
    </li>
  )
}
