import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run, RunVerdict } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { toast } from '../../../ui/toast'
import { useJobs } from '../store'

const looks = { right: { icon: ThumbsUp, tone: 'text-success' }, wrong: { icon: ThumbsDown, tone: 'text-danger' } }

/** Says whether the result of a run is right; pressing the same again takes that back. */
export function Verdict({ run }: { run: Run }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  if (run.result === null) return null

  async function judge(verdict: RunVerdict) {
    setBusy(true)
    const outcome = await useJobs.getState().judge(run, run.verdict === verdict ? null : verdict)
    setBusy(false)
    if (!outcome.ok) toast.failure(t('verdict.failed'), { text: errorText(outcome) })
  }
  return (
    <fieldset className="-ml-2.5 flex flex-wrap">
      <legend className="sr-only">{t('verdict.title')}</legend>
      {(['right', 'wrong'] as const).map(verdict => (
        <Button
          key={verdict}
          size="sm"
          variant="quiet"
          icon={looks[verdict].icon}
          aria-pressed={run.verdict === verdict}
          disabled={isBusy}
          needsServer
          onClick={() => void judge(verdict)}
          className={cx(run.verdict === verdict && looks[verdict].tone)}
        >
          {t(`verdict.${verdict}`)}
        </Button>
      ))}
    </fieldset>
  )
}
