import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MateAction } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { LinkButton } from '../../ui/button'
import { DoneAction, ProposedAction } from '../../ui/proposed-action'
import type { JobOptionProps } from './slots'

/** An option that pauses, resumes or runs a job when it is pressed, or leads to the editor of a new one [9.8b, D26]. */
export function MateJobOption({ message_id, index, text, action, onConfirm }: JobOptionProps) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const { kind, state, content } = action
  return (
    <ProposedAction
      content={content}
      text={text}
      index={index}
      isOpen={state === 'open'}
      sending={t('mate.sending')}
      onConfirm={async () => {
        const failure = await onConfirm()
        return failure && errorText(failure)
      }}
      instead={
        kind === 'make_job' && (
          <LinkButton
            href={`#/jobs/new?proposal=${message_id}.${index}`}
            size="sm"
            icon={ArrowRight}
            className="max-w-full"
          >
            <span className="truncate">{text}</span>
          </LinkButton>
        )
      }
      outcome={state === 'done' ? <Done action={action} /> : errorText({ code: 'mate.option_expired', message: '' })}
    />
  )
}

const changes = ['pause_job', 'resume_job', 'run_job', 'make_job'] as const

/** What was done, as a link to the job. */
function Done({ action: { kind, job } }: { action: MateAction }) {
  const { t } = useTranslation('jobs')
  const change = changes.find(candidate => candidate === kind)
  if (!change || !job?.id) return null
  return <DoneAction href={`#/jobs/${job.id}`}>{t(`mate.done.${change}`, { name: job.name })}</DoneAction>
}
