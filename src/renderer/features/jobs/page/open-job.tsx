import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { useSidebar } from '../../../platform/sidebar'
import { LoadFailed } from '../../../ui/load-failed'
import { Pane } from '../../../ui/pane'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { fieldsOf } from '../fields'
import { useJobDraft } from '../job-draft'
import { useJobs } from '../store'
import { JobEditor } from './job-editor'

/** A job that exists: it is loaded and then shown to be read or changed. */
export function OpenJob({ instruction_id }: { instruction_id: number }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const opened = useJobs(state => state.opened[instruction_id])
  const { read } = useJobs.getState()
  useEffect(() => void read(instruction_id), [instruction_id, read])
  const isThere = opened?.job != null
  useEffect(() => {
    if (isThere) useSidebar.getState().selectJob(instruction_id)
  }, [isThere, instruction_id])

  if (opened?.job) return <Loaded job={opened.job} />
  return (
    <Pane as="main" aria-label={t('one')}>
      {opened?.status === 'failed' ? (
        <LoadFailed
          title={t('failed')}
          text={opened.failure && errorText(opened.failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void read(instruction_id)}
          headingLevel={1}
        />
      ) : (
        <EditorSkeleton label={t('loading')} />
      )}
    </Pane>
  )
}

function Loaded({ job }: { job: Job }) {
  const base = useMemo(() => fieldsOf(job), [job])
  const draft = useJobDraft(`job.${job.instruction_id}`, base)
  return <JobEditor job={job} draft={draft} />
}

export function EditorSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="flex min-h-header items-center border-b border-line px-5">
        <Skeleton width={220} height={14} />
      </div>
      <div className="grid max-w-[700px] gap-8 p-6">
        {[110, 90, 60, 50].map(height => (
          <div key={height} className="flex gap-3.5">
            <Skeleton width={28} height={28} className="shrink-0 rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton width={80} />
              <Skeleton height={height} className="rounded-md" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
