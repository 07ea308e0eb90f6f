import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Body } from '#shared/contract/endpoint'
import { type OperatorsJob, operateJob } from '#shared/contract/jobs/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'

type Action = Exclude<Body<typeof operateJob>['action'], 'read'>

/** A number from an address or a log, such as 12 or #12; null for anything else. */
function numberIn(text: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(text.trim())?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}

/** Looks at a job of any workspace by its numbers, and pauses, resumes or runs it after a question [7.25]. */
export function OperatedJob() {
  const { t } = useTranslation('operator')
  const errorText = useErrorText()
  const [workspace, setWorkspace] = useState('')
  const [number, setNumber] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [job, setJob] = useState<OperatorsJob | null>(null)
  const of_organization = numberIn(workspace)
  const instruction_id = numberIn(number)

  async function look(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setProblem(null)
    if (of_organization === null || instruction_id === null) return
    setLooking(true)
    const outcome = await call(operateJob, { of_organization, instruction_id, action: 'read' })
    setLooking(false)
    setJob(outcome.ok ? outcome.data : null)
    if (!outcome.ok) setProblem(errorText(outcome))
  }

  const wrong = (value: number | null) => (isChecked && value === null ? t('job.wrongNumber') : null)
  return (
    <>
      <form noValidate onSubmit={event => void look(event)} className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField
            label={t('job.workspace')}
            inputMode="numeric"
            autoComplete="off"
            value={workspace}
            error={wrong(of_organization)}
            onChange={event => setWorkspace(event.target.value)}
          />
          <TextField
            label={t('job.number')}
            inputMode="numeric"
            autoComplete="off"
            value={number}
            error={wrong(instruction_id)}
            onChange={event => setNumber(event.target.value)}
          />
        </div>
        <p className="text-xs text-muted">{t('job.audited')}</p>
        <Button type="submit" needsServer icon={Search} loading={isLooking} className="self-start">
          {t('job.look')}
        </Button>
      </form>
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div role="status">{job && <Job job={job} onChange={setJob} />}</div>
    </>
  )
}

function Job({ job, onChange }: { job: OperatorsJob; onChange: (job: OperatorsJob) => void }) {
  const { t } = useTranslation(['operator', 'app'])
  const errorText = useErrorText()
  const { dayAndTime } = useFormat()
  const [asked, setAsked] = useState<Action | null>(null)
  const { instruction_id, organization_id, instruction_text: name, status, pause_cause, next_run_at, run } = job
  const actions: readonly Action[] =
    status === 'active' ? ['pause', 'run'] : status === 'paused' ? ['resume', 'run'] : ['run']
  const facts = [
    [t('job.workspace'), String(organization_id)],
    [t('job.number'), String(instruction_id)],
    [t('job.next'), next_run_at ? dayAndTime(next_run_at) : t('job.never')],
    [t('job.failures'), String(job.failures)],
    ...(run ? [[t('job.run'), t('job.runState', { number: run.run_id, state: t(`job.runIs.${run.status}`) })]] : []),
  ]

  async function perform(action: Action): Promise<string | null> {
    const outcome = await call(operateJob, { of_organization: organization_id, instruction_id, action })
    if (!outcome.ok) return errorText(outcome)
    onChange(outcome.data)
    setAsked(null)
    toast.success(t(`job.done.${action}`, { name }))
    return null
  }

  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 font-medium wrap-anywhere">{name}</h3>
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{t(`job.status.${status}`)}</Badge>
      </div>
      {pause_cause && <p className="text-sm">{t(`job.pausedBy.${pause_cause}`)}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {actions.map(action => (
          <Button key={action} needsServer size="sm" onClick={() => setAsked(action)}>
            {t(`job.action.${action}`)}
          </Button>
        ))}
      </div>
      {asked && (
        <ConfirmDialog
          title={t(`job.ask.${asked}`, { name, number: organization_id })}
          text={t(`job.does.${asked}`)}
          confirmLabel={t(`job.action.${asked}`)}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={() => perform(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
