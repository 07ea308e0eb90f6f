import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readJobUsage } from '#shared/contract/jobs/endpoints'
import type { Job, JobUsage } from '#shared/contract/jobs/job'
import { call } from '../../../platform/api'
import { useFormat } from '../../../platform/format'

/** What the runs of this month took together. Read again after each run; without the server nothing is said. */
export function UsageLine({ job: { instruction_id, last_run } }: { job: Job }) {
  const { t, i18n } = useTranslation('jobs')
  const { number } = useFormat()
  const [usage, setUsage] = useState<JobUsage | null>(null)
  const ended = last_run?.ended_at
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that ended changes the answer.
  useEffect(() => {
    let isCurrent = true
    void call(readJobUsage, { instruction_id }).then(outcome => {
      if (isCurrent) setUsage(outcome.ok ? outcome.data : null)
    })
    return () => {
      isCurrent = false
    }
  }, [instruction_id, ended])
  if (!usage || usage.runs === 0) return null
  const { runs, seconds, tokens, cost, currency } = usage
  const parts = [
    t('usage.runs', { count: runs, number: number(runs) }),
    seconds >= 60
      ? t('usage.minutes', { number: number(Math.round(seconds / 60)) })
      : t('usage.seconds', { number: number(Math.round(seconds)) }),
    tokens.input + tokens.output > 0 && t('usage.tokens', { number: number(tokens.input + tokens.output) }),
    cost !== null &&
      currency !== null &&
      new Intl.NumberFormat(i18n.language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(cost),
  ]
  return <p className="text-xs text-muted">{t('usage.month', { used: parts.filter(Boolean).join(', ') })}</p>
}
