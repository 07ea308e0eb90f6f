import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogRevision } from '#shared/contract/logs/corrections'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { OnceMarksLoaded } from '../../../ui/rich-text'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { Words } from '../../../ui/words'
import { Changes } from '../../documents/slots'
import { linkComponents } from '../../search/slots'
import { useRevisions } from './use-revisions'
import { wholeText } from './whole-text'

/** The earlier texts of a log, newest first, and what changed each time [D19]. */
export function LogHistory({ log, onClose }: { log: Log; onClose: () => void }) {
  const { t } = useTranslation(['logs', 'documents', 'app'])
  const errorText = useErrorText()
  const { read, again } = useRevisions(log)
  const loading = (
    <Loading label={t('documents:history.loading')} className="grid gap-4">
      {[70, 55, 62].map(width => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </Loading>
  )
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('history.title', { title: log.title })}
      closeLabel={t('documents:history.close')}
    >
      {read.status === 'loading' && loading}
      {read.status === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-danger-ink">
          <p>
            {t('documents:history.failed')} {errorText(read.failure)}
          </p>
          <Button size="sm" onClick={again}>
            {t('app:action.tryAgain')}
          </Button>
        </div>
      )}
      {read.status === 'ready' && (
        <OnceMarksLoaded placeholder={loading}>
          <Suspense fallback={loading}>
            <ol className="flex flex-col gap-5">
              {read.revisions.map((revision, at) => (
                <li key={revision.revision}>
                  <Revision revision={revision} before={read.revisions[at + 1] ?? null} isNewest={at === 0} />
                </li>
              ))}
            </ol>
          </Suspense>
        </OnceMarksLoaded>
      )}
    </Dialog>
  )
}

interface RevisionProps {
  revision: LogRevision
  /** The text before this one; null for the first one. */
  before: LogRevision | null
  isNewest: boolean
}

function Revision({ revision, before, isNewest }: RevisionProps) {
  const { t } = useTranslation(['logs', 'documents'])
  const format = useFormat()
  const writer = revision.written_by?.user_displayname ?? t('documents:history.unknown')
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2 pb-1.5 text-sm font-semibold">
        <span className="wrap-anywhere">
          {t('documents:history.row', { name: writer, time: format.dayAndTime(revision.written_at) })}
        </span>
        {isNewest && <Badge tone="accent">{t('documents:history.current')}</Badge>}
        {before === null && <Badge>{t('history.first')}</Badge>}
      </h3>
      {before === null ? (
        <div className="text-sm">
          <Words components={linkComponents}>{wholeText(revision)}</Words>
        </div>
      ) : (
        <Changes before={wholeText(before)} after={wholeText(revision)} />
      )}
    </>
  )
}
