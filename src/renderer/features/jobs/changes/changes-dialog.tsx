import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job, JobChange, JobFields } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LoadMore } from '../../../ui/load-more'
import { SkeletonRows } from '../../../ui/skeleton'
import { knownFields } from '../fields'
import { useJobChanges } from './store'

/** The parts of a job as people know them; every other field belongs to when it runs. */
const parts = {
  instruction_text: 'name',
  instruction_description: 'description',
  prompt: 'task',
  model: 'model',
  source: 'look',
  references: 'look',
  overlay: 'look',
  look: 'rules',
  graph_id: 'labels',
  destination: 'write',
  writes_when: 'write',
  status: 'status',
} as const
type Part = (typeof parts)[keyof typeof parts] | 'when'

const partOf = (field: string): Part => (Object.hasOwn(parts, field) ? parts[field as keyof typeof parts] : 'when')

interface Props {
  job: Job
  /** Puts former values into the editor, unsaved; null for people who may not change the job. */
  onUse: ((was: Partial<JobFields>) => void) | null
  onClose: () => void
}

/** Who changed a job when, and what it was before. */
export function ChangesDialog({ job: { instruction_id }, onUse, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const list = useJobChanges(state => state.lists[instruction_id])
  const [onMore] = useState(() => () => void useJobChanges.getState().loadMore(instruction_id))
  const load = () => void useJobChanges.getState().load(instruction_id)
  useEffect(() => void useJobChanges.getState().load(instruction_id), [instruction_id])
  return (
    <Dialog open size="lg" onClose={onClose} title={t('changes.title')} closeLabel={t('app:action.close')}>
      {list?.status === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {list.failure && errorText(list.failure)}
          <Button size="sm" onClick={load}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      ) : list?.status !== 'ready' ? (
        <SkeletonRows label={t('changes.loading')} />
      ) : list.items.length === 0 ? (
        <p className="text-sm text-muted">{t('changes.none')}</p>
      ) : (
        <>
          <ul aria-label={t('changes.title')} className="divide-y divide-line">
            {list.items.map(change => (
              <Change
                key={change.revision}
                change={change}
                onUse={
                  onUse &&
                  (was => {
                    onUse(was)
                    onClose()
                  })
                }
              />
            ))}
          </ul>
          <LoadMore
            label={t('changes.more')}
            failedText={t('changes.moreFailed')}
            state={list.more}
            next={list.next}
            onMore={onMore}
          />
        </>
      )}
    </Dialog>
  )
}

function Change({ change: { changed_by, changed_at, was }, onUse }: { change: JobChange; onUse: Props['onUse'] }) {
  const { t } = useTranslation('jobs')
  const { dayAndTime } = useFormat()
  const changed = [...new Set(Object.keys(was).map(partOf))]
  const former = knownFields(was)
  const texts = Object.entries(former).filter(([, value]) => typeof value === 'string' && value !== '')
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm wrap-anywhere">
          <span className="font-medium">{changed_by?.user_displayname ?? t('changes.somebody')}</span>{' '}
          {t('changes.what', { parts: changed.map(part => t(`changes.part.${part}`)).join(', ') })}
        </p>
        <p className="text-xs text-muted">{dayAndTime(changed_at)}</p>
        {texts.map(([name, value]) => (
          <blockquote
            key={name}
            className="mt-1 border-l-2 border-line pl-2 text-xs whitespace-pre-wrap text-muted wrap-anywhere"
          >
            {String(value)}
          </blockquote>
        ))}
      </div>
      {onUse && Object.keys(former).length > 0 && (
        <Button size="sm" variant="quiet" icon={Undo2} onClick={() => onUse(former)}>
          {t('changes.use')}
        </Button>
      )}
    </li>
  )
}
