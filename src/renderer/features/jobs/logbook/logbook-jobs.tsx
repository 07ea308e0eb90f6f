import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogbookJobs } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { Skeleton } from '../../../ui/skeleton'
import { WritingDots } from '../../../ui/writing-dots'
import { followLogbook, useLogbookJobs } from './store'

/** Above the logs of a logbook: that Mate is writing one [D45], and which jobs have fallen silent since when [D29]. */
export function JobsOfThisLogbook({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('jobs')
  const known = useLogbookJobs(state => state.byLogbook[doc_id])
  useEffect(() => followLogbook(doc_id), [doc_id])
  const [writing, ...more] = known?.writing ?? []
  return (
    <div role="status" className="grid gap-2 px-7 pt-3 empty:hidden max-md:px-4 print:hidden">
      {known?.silent.map((job, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several jobs may be nameless to the reader.
        <Silent key={index} job={job} />
      ))}
      {writing && (
        <div className="grid gap-2 rounded-md border border-line border-dashed px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
            {t('feeding.writing', { count: more.length + 1 })}
            <WritingDots className="text-accent" />
            {writing.name && more.length === 0 && (
              <a href={`#/jobs/${writing.instruction_id}`} className="ml-auto text-xs font-normal">
                {writing.name}
              </a>
            )}
          </p>
          <Skeleton width="82%" />
        </div>
      )}
    </div>
  )
}

function Silent({ job }: { job: LogbookJobs['silent'][number] }) {
  const { t } = useTranslation('jobs')
  const { dayInSentence, dayKey, time } = useFormat()
  const { name, instruction_id, silent_since, reason, pause_cause } = job
  const why = pause_cause ? t(`pausedBy.${pause_cause}`) : reason && t(`reason.${reason}`)
  const day = dayKey(silent_since)
  const isToday = day === dayKey(Date.now())
  const since = { since: isToday ? time(silent_since) : `${dayInSentence(day)}, ${time(silent_since)}` }
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {name ? t('feeding.silentNamed', { name, ...since }) : t('feeding.silent', since)}
        {why && ` ${why}.`}
        {instruction_id !== null && (
          <>
            {' '}
            <a href={`#/jobs/${instruction_id}`}>{t('feeding.open')}</a>
          </>
        )}
      </span>
    </p>
  )
}
