import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { JobFields } from '#shared/contract/jobs/job'
import { Pane } from '../../../ui/pane'
import { examples, isExample, isSpeaking } from '../examples'
import { fieldsOf, newFields } from '../fields'
import { useJobDraft } from '../job-draft'
import { useJobs } from '../store'
import { JobEditor } from './job-editor'
import { EditorSkeleton } from './open-job'

/** A job that does not exist yet: an empty one, one from an example, or a copy of another one. */
export function NewJob() {
  const { t } = useTranslation('jobs')
  const [query] = useSearchParams()
  const example = query.get('example')
  const copied = Number(query.get('copy')) || null
  const original = useJobs(state => (copied === null ? undefined : state.opened[copied]))
  useEffect(() => {
    if (copied !== null) void useJobs.getState().read(copied)
  }, [copied])

  const base = useMemo((): JobFields | null => {
    if (copied !== null) {
      if (!original || original.status === 'loading') return null
      if (!original.job) return newFields()
      const fields = fieldsOf(original.job)
      // A copy of a job that ended starts as one that repeats, or it could never run.
      const limits = { instruction_valid_till: null, instruction_max_executions: null }
      return { ...fields, ...limits, instruction_text: t('copyOf', { name: fields.instruction_text }) }
    }
    if (!isExample(example)) return newFields()
    const { fields } = examples[example]
    const says = isSpeaking(example) ? t(`says.${example}`) : ''
    const look = fields.look && { ...fields.look, rules: fields.look.rules.map(rule => ({ ...rule, text: says })) }
    return newFields({
      ...fields,
      ...(look && { look }),
      instruction_text: t(`example.${example}.name`),
      prompt: t(`example.${example}.prompt`),
    })
  }, [example, copied, original, t])

  if (!base) {
    return (
      <Pane as="main" aria-label={t('new')}>
        <EditorSkeleton label={t('loading')} />
      </Pane>
    )
  }
  const key = copied ? `job.new.copy.${copied}` : isExample(example) ? `job.new.${example}` : 'job.new'
  return <Drafted key={key} name={key} base={base} />
}

function Drafted({ name, base }: { name: string; base: JobFields }) {
  return <JobEditor job={null} draft={useJobDraft(name, base)} />
}
