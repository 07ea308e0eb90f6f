import { ArrowRight, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MateAction } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import type { Failure } from '../../platform/failure'
import { LinkButton } from '../../ui/button'
import { SuggestionChip } from '../../ui/suggestion-chip'
import type { JobOptionProps } from './slots'

/** An option that pauses, resumes or runs a job when it is pressed, or leads to the editor of a new one [9.8b, D26]. */
export function MateJobOption({ message_id, index, text, action, onConfirm }: JobOptionProps) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { kind, state, content } = action
  async function confirm() {
    if (isSending) return
    setSending(true)
    setFailure(null)
    setFailure(await onConfirm())
    setSending(false)
  }
  return (
    <div className="flex w-full min-w-0 max-w-[560px] flex-col items-start gap-2">
      {content !== '' && (
        <blockquote className="max-h-48 w-full overflow-y-auto rounded-md border border-line bg-surface-1 p-3 whitespace-pre-wrap wrap-anywhere">
          {content}
        </blockquote>
      )}
      {state === 'open' && kind === 'make_job' && (
        <LinkButton
          href={`#/jobs/new?proposal=${message_id}.${index}`}
          size="sm"
          icon={ArrowRight}
          className="max-w-full"
        >
          <span className="truncate">{text}</span>
        </LinkButton>
      )}
      {state === 'open' && kind !== 'make_job' && (
        <SuggestionChip
          index={index}
          aria-disabled={isSending || undefined}
          className={isSending ? 'max-w-full opacity-60' : 'max-w-full'}
          onClick={() => void confirm()}
        >
          {text}
        </SuggestionChip>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isSending && t('mate.sending')}
        {state === 'done' && <Done action={action} />}
        {state === 'expired' && errorText({ code: 'mate.option_expired', message: '' })}
      </p>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(failure)}
        </p>
      )}
    </div>
  )
}

const changes = ['pause_job', 'resume_job', 'run_job', 'make_job'] as const

/** What was done, as a link to the job. */
function Done({ action: { kind, job } }: { action: MateAction }) {
  const { t } = useTranslation('jobs')
  const change = changes.find(candidate => candidate === kind)
  if (!change || !job?.id) return null
  return (
    <span className="flex items-center gap-1.5">
      <Check size={14} className="shrink-0" />
      <a href={`#/jobs/${job.id}`}>{t(`mate.done.${change}`, { name: job.name })}</a>
    </span>
  )
}
