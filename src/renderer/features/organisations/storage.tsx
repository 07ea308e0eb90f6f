import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStorage, type StorageUse } from '#shared/contract/attachments/storage'
import { call } from '../../platform/api'
import { useFileSize } from '../../platform/file-size'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { SkeletonRows } from '../../ui/skeleton'

type StorageState = StorageUse | 'loading' | 'failed'

/** The storage that files of the workspace use, by kind and by person, and its limit [D31]. */
export function Storage() {
  const { t } = useTranslation(['workspace', 'app'])
  const [held, setHeld] = useState<StorageState>('loading')
  useEffect(() => {
    if (held !== 'loading') return
    let isOver = false
    void call(readStorage, {}).then(outcome => {
      if (!isOver) setHeld(outcome.ok ? outcome.data : 'failed')
    })
    return () => {
      isOver = true
    }
  }, [held])
  return (
    <section aria-labelledby="storage" className="flex flex-col gap-3 border-t border-line p-4">
      <h3 id="storage" className="font-semibold">
        {t('storage.title')}
      </h3>
      {held === 'loading' && <SkeletonRows label={t('storage.loading')} rows={3} />}
      {held === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('storage.failed')}
          <Button size="sm" icon={RefreshCw} onClick={() => setHeld('loading')}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {typeof held === 'object' && <Use use={held} />}
    </section>
  )
}

function Use({ use: { used_bytes, quota_bytes, kinds, people } }: { use: StorageUse }) {
  const { t } = useTranslation('workspace')
  const size = useFileSize()
  const used = size(used_bytes)
  const sum = quota_bytes === null ? t('storage.used', { used }) : t('storage.of', { used, quota: size(quota_bytes) })
  return (
    <>
      <div className="grid gap-2 text-sm">
        <p>{sum}</p>
        {quota_bytes !== null && <ProgressBar value={used_bytes / quota_bytes} label={sum} />}
        {quota_bytes !== null && used_bytes >= quota_bytes && <p className="text-danger-ink">{t('storage.full')}</p>}
        <p className="text-muted">{t('storage.count')}</p>
      </div>
      {used_bytes === 0 && <p className="text-sm text-muted">{t('storage.none')}</p>}
      <Shares title={t('storage.kinds')}>
        {kinds.map(({ kind, bytes }) => (
          <Share key={kind} name={t(`storage.kind.${kind}`)} size={size(bytes)} />
        ))}
      </Shares>
      <Shares title={t('storage.people')}>
        {people.map(({ user_id, user_displayname, bytes }) => (
          <Share key={user_id} name={user_displayname} size={size(bytes)} />
        ))}
      </Shares>
    </>
  )
}

function Shares({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div>
      <h4 className="mb-1.5 text-xs font-semibold text-muted">{title}</h4>
      <ul aria-label={title} className="grid gap-1.5 text-sm">
        {children}
      </ul>
    </div>
  )
}

function Share({ name, size }: { name: string; size: string }) {
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="text-muted whitespace-nowrap tabular-nums">{size}</span>
    </li>
  )
}
