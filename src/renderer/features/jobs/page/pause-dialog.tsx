import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { useDraft } from '../../../platform/drafts'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast'
import { useJobs } from '../store'

const reasonLength = 300

/** Pauses a job; the reason is shown to everybody who sees the job. */
export function PauseDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const { instruction_id } = job
  const [reason, setReason, clear] = useDraft(`job.pause.${instruction_id}`)
  const [error, setError] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)

  async function submit() {
    setSubmitting(true)
    const pause_reason = reason.trim()
    const outcome = await useJobs.getState().update({
      instruction_id,
      status: 'paused',
      ...(pause_reason && { pause_reason }),
    })
    setSubmitting(false)
    if (!outcome.ok) return setError(errorText(outcome))
    clear()
    toast.success(t('pause.done'))
    onClose()
  }

  return (
    <FormDialog
      title={t('pause.title', { name: job.instruction_text })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('pause.submit')}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        return submit()
      }}
      isSubmitting={isSubmitting}
      error={error}
    >
      <TextField
        label={t('pause.reason')}
        hint={t('pause.hint')}
        placeholder={t('pause.placeholder')}
        maxLength={reasonLength}
        autoComplete="off"
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
