import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { JobFields } from '#shared/contract/jobs/job'
import { examples, isExample, isSpeaking } from '../examples'
import { fieldsOf, newFields } from '../fields'
import { useJobs } from '../store'
import { DraftedJob, LoadingEditor, ProposedJob, proposalIn } from './proposed-job'

/** A job that does not exist yet: an empty one, one from an example, a copy of another one, or a proposal of Mate. */
export function NewJob() {
  const [query] = useSearchParams()
  const proposal = proposalIn(query.get('proposal'))
  return proposal ? <ProposedJob key={proposal.key} proposal={proposal} /> : <UnproposedJob query={query} />
}

function UnproposedJob({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation('jobs')
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

  if (!base) return <LoadingEditor />
  const key = copied ? `job.new.copy.${copied}` : isExample(example) ? `job.new.${example}` : 'job.new'
  return <DraftedJob key={key} name={key} base={base} />
}
