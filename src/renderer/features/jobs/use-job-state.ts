import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useFormat } from '../../platform/format'
import type { BadgeTone } from '../../ui/badge'
import type { StatusTone } from '../../ui/status-pip'
import { useScheduleWords } from './schedule-words'

interface JobState {
  tone: StatusTone
  badge: BadgeTone
  /** The state in a word. */
  word: string
  /** When it runs or, if somebody should look after it, why. */
  line: string
}

/** Returns the function that says how a job is doing. */
export function useJobState(): (job: Job) => JobState {
  const { t } = useTranslation('jobs')
  const words = useScheduleWords()
  const { day } = useFormat()
  return job => {
    const { status, last_run, pause_cause, instruction_completed_at } = job
    const word = t(`status.${status}`)
    if (status === 'paused') {
      const tone = pause_cause === 'person' ? 'connecting' : 'danger'
      return { tone, badge: 'warn', word, line: whyPaused(t, job) ?? word }
    }
    if (status !== 'active') {
      const line = instruction_completed_at ? t('list.ended', { when: day(instruction_completed_at) }) : word
      return { tone: 'neutral', badge: 'neutral', word, line }
    }
    if (last_run?.status === 'failed') {
      const line = t('list.lastFailed', { why: t(`reason.${last_run.reason ?? 'unexpected'}`) })
      return { tone: 'danger', badge: 'danger', word: t('status.failing'), line }
    }
    return { tone: 'success', badge: 'success', word, line: words(job) }
  }
}

/** Who or what paused a job, and the reason that they gave; null if nobody knows. */
function whyPaused(t: TFunction<'jobs'>, { pause_cause, pause_reason, paused_by }: Job): string | null {
  const name = paused_by?.user_displayname
  if (name) return pause_reason ? t('list.pausedBy_why', { name, why: pause_reason }) : t('list.pausedBy', { name })
  const why = pause_reason || (pause_cause && t(`pausedBy.${pause_cause}`))
  return why ? t('list.paused', { why }) : null
}
