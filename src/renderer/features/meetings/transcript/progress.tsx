import { AudioLines, Check, Circle, CloudAlert, LoaderCircle, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiarizationStage, DiarizationStatus } from '#shared/contract/meetings/events'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { ProgressBar } from '../../../ui/progress-bar'
import { StateBlock } from '../../../ui/state-block'
import { useTranscripts } from '../store'
import { BeingRecorded, CaptionLines } from './live-captions'

/** The stages after the recording itself. */
const stages = ['queued', 'transcribing', 'separating', 'summarising'] as const satisfies DiarizationStage[]

/** The progress of a recording towards its transcript, or why there is none. */
export function Progress({ status, editable }: { status: DiarizationStatus; editable: boolean }) {
  const { t } = useTranslation('meetings')
  const { stage, progress, has_words } = status
  if (stage === 'failed') return <Failed status={status} editable={editable} />
  if (stage === 'recording') return <BeingRecorded doc_id={status.doc_id} />
  const shown: (typeof stages)[number][] = stages.filter(stage => has_words || stage !== 'transcribing')
  const now = stage === 'done' ? shown.length : shown.indexOf(stage)
  return (
    <div className="grid min-h-full flex-1 place-items-center p-5">
      <div className="grid w-full max-w-[360px] gap-4">
        <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <AudioLines size={20} />
        </span>
        <div>
          <h2 className="text-md font-semibold">{t('progress.title')}</h2>
          <p className="text-sm text-muted">{t('progress.text')}</p>
        </div>
        <ProgressBar label={t('progress.label')} value={progress} />
        <ol className="grid gap-1.5 text-sm">
          {shown.map((stage, index) => (
            <li
              key={stage}
              aria-current={index === now ? 'step' : undefined}
              className={cx('flex items-center gap-2', index === now ? 'font-medium' : 'text-muted')}
            >
              {index < now ? <Check size={16} /> : index === now ? <LoaderCircle size={16} /> : <Circle size={16} />}
              {t(`progress.${stage}`)}
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {stage !== 'done' && t(`progress.${stage}`)}
        </p>
        {has_words && <CaptionLines doc_id={status.doc_id} />}
      </div>
    </div>
  )
}

function Failed({ status: { doc_id, reason }, editable }: { status: DiarizationStatus; editable: boolean }) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const retry = async () => {
    setWorking(true)
    const failure = await useTranscripts.getState().retry(doc_id)
    setError(failure && errorText(failure))
    setWorking(false)
  }
  return (
    <StateBlock
      tone="danger"
      icon={CloudAlert}
      title={t('progress.failed')}
      text={
        <>
          {t(`reason.${reason ?? 'internal'}`)}
          {error && <span className="block pt-2 text-danger-ink">{error}</span>}
        </>
      }
      actions={
        editable && (
          <Button
            needsServer
            variant="primary"
            size="sm"
            icon={RefreshCw}
            loading={isWorking}
            onClick={() => void retry()}
          >
            {t('app:action.tryAgain')}
          </Button>
        )
      }
    />
  )
}
