import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { useFormat } from '../../../platform/format'
import { Badge } from '../../../ui/badge'
import { Drawer } from '../../../ui/drawer'
import { lazyComponent } from '../../../ui/lazy-component'
import { OnceMarksLoaded } from '../../../ui/rich-text'
import { Skeleton } from '../../../ui/skeleton'
import { Words } from '../../../ui/words'
import { linkComponents } from '../../search/slots'

const Discussion = lazyComponent(async () => (await import('./discussion')).Discussion)

/** A log with its discussion, beside the timeline. */
export function LogDrawer({ log, onClose }: { log: Log; onClose: () => void }) {
  const { t } = useTranslation(['logs', 'logbooks', 'app'])
  const { dayAndTime } = useFormat()
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('discussion.title')}
      badge={log.comment_count > 0 && <Badge>{log.comment_count}</Badge>}
      closeLabel={t('app:action.close')}
    >
      <OnceMarksLoaded placeholder={<Skeleton width="60%" />}>
        <div className="mb-4 border-b border-line pb-4">
          <p className="text-xs text-muted">
            {log.created_by?.user_displayname ?? t('logbooks:mate')}, {dayAndTime(log.created_at)}
          </p>
          <div className="mt-1 line-clamp-6">
            <Words components={linkComponents}>{log.content || log.title}</Words>
          </div>
        </div>
        <Suspense fallback={<Skeleton width="60%" />}>
          <Discussion log={log} />
        </Suspense>
      </OnceMarksLoaded>
    </Drawer>
  )
}
