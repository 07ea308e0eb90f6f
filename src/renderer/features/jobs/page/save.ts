import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Job, JobFields } from '#shared/contract/jobs/job'
import { useErrorText, useFieldText } from '../../../i18n/texts'
import type { Outcome } from '../../../platform/api'
import { useFormat } from '../../../platform/format'
import { toast } from '../../../ui/toast'
import type { JobDraft } from '../job-draft'
import { useJobs } from '../store'

/** What the server or the contract does not accept, by the path of the field. */
export interface Problem {
  path: string
  text: string
}

/** Returns what is wrong at a field, or in it. */
export type ErrorAt = (...paths: readonly string[]) => string | null

/** The fields that errors without further details are about. */
const fieldOfCode: Readonly<Record<string, string>> = {
  'job.schedule_invalid': 'schedule',
  'job.never_runs': 'schedule',
  'job.no_working_hours': 'schedule',
  'job.nothing_to_read': 'source',
  'source.not_found': 'source',
  'branch.not_found': 'destination',
  'person.not_found': 'destination',
  'task.assign_missing': 'destination',
  'task.assignee_blind': 'destination',
  'graph.not_found': 'graph_id',
  'label.not_found': 'look',
}

export const errorIn =
  (problems: readonly Problem[]): ErrorAt =>
  (...paths) =>
    problems.find(({ path }) => paths.some(at => path === at || path.startsWith(`${at}.`)))?.text ?? null

type Failed = Extract<Outcome<never>, { ok: false }>

/** Translates a failed call into problems at fields. */
export function useProblems(): (failed: Failed) => Problem[] {
  const errorText = useErrorText()
  const fieldText = useFieldText()
  return failed => {
    const named = (failed.issues ?? []).map(({ path, message }) => ({
      path,
      text: fieldText({ type: 'server', message }) ?? message,
    }))
    if (named.length > 0) return named
    return [
      { path: fieldOfCode[failed.code] ?? (failed.code === 'plan.required' ? 'plan' : 'all'), text: errorText(failed) },
    ]
  }
}

/** Called once a job exists, and awaited before the person is led on. */
export type Created = (instruction_id: number) => Promise<void>

/** Saves the draft of a job, or creates the job. Whatever fails, the draft stays. */
export function useSave(job: Job | null, draft: JobDraft, onCreated?: Created) {
  const { t } = useTranslation('jobs')
  const navigate = useNavigate()
  const fieldText = useFieldText()
  const problemsOf = useProblems()
  const { dayAndTime } = useFormat()
  const [isSaving, setSaving] = useState(false)
  const [problems, setProblems] = useState<readonly Problem[]>([])

  async function save(): Promise<void> {
    const checked = JobFields.safeParse(draft.fields)
    if (!checked.success) {
      setProblems(
        checked.error.issues.map(({ path, code, message }) => ({
          path: path.join('.'),
          text: fieldText({ type: code, message }) ?? message,
        })),
      )
      return
    }
    setSaving(true)
    const sent = draft.changed
    const { create, update } = useJobs.getState()
    const outcome = job ? await update({ instruction_id: job.instruction_id, ...sent }) : await create(checked.data)
    if (outcome.ok && !job) await onCreated?.(outcome.data.instruction_id)
    setSaving(false)
    if (!outcome.ok) return setProblems(problemsOf(outcome))
    setProblems([])
    if (job) draft.saved(sent)
    else draft.discard()
    const [next] = outcome.data.next_runs
    toast.success(t('saved'), next ? { text: t('savedNext', { when: dayAndTime(next) }) } : {})
    if (job) return
    void navigate(`/jobs/${outcome.data.instruction_id}`, { replace: true })
  }

  /** Forgets what was wrong with fields that the person changes. */
  function forget(names: readonly string[]) {
    setProblems(before =>
      before.filter(({ path }) => !names.some(name => path === name || path.startsWith(`${name}.`))),
    )
  }
  return { save, isSaving, errorAt: errorIn(problems), forget, clear: () => setProblems([]) }
}
