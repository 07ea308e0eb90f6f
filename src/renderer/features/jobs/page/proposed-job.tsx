import { MessageSquare, RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { JobFields } from '#shared/contract/jobs/job'
import { BotMessage, confirmOption, fetchMate, type MateAction } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import { Button, LinkButton } from '../../../ui/button'
import { Pane } from '../../../ui/pane'
import { StateBlock } from '../../../ui/state-block'
import { knownFields, newFields } from '../fields'
import { useJobDraft } from '../job-draft'
import { JobEditor } from './job-editor'
import { EditorSkeleton } from './open-job'
import type { Created } from './save'

/** The option of an answer of Mate that proposes a job. */
interface Proposal {
  key: string
  message_id: number
  option: number
}

/** The proposal in an address: only where it is stored, never what is proposed. */
export function proposalIn(text: string | null): Proposal | null {
  const [key, message_id, option] = /^([1-9]\d{0,14})\.(\d)$/.exec(text ?? '') ?? []
  return key === undefined ? null : { key, message_id: Number(message_id), option: Number(option) }
}

const gone: Failure = { code: 'mate.option_not_found', message: '' }

/** Reads the action as the server stored it for this person. */
async function readAction({ message_id, option }: Proposal): Promise<MateAction | Failure> {
  const outcome = await call(fetchMate, { last_id: message_id + 1, limit: 1 })
  if (!outcome.ok) return outcome
  const message = outcome.data.find(({ id }) => id === message_id)
  const said = message?.state === 'done' ? BotMessage.safeParse(JSON.parse(message.message_text)).data : undefined
  const action = said?.details.actions.find(candidate => candidate.option === option && candidate.kind === 'make_job')
  return action ?? gone
}

/** A job that Mate proposed, in the editor, where the person checks, tries out and saves it [D26]. */
export function ProposedJob({ proposal }: { proposal: Proposal }) {
  const navigate = useNavigate()
  const [action, setAction] = useState<MateAction | Failure | null>(null)
  const [attempts, setAttempts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isHere = true
    void readAction(proposal).then(read => isHere && setAction(read))
    return () => {
      isHere = false
    }
  }, [proposal.key, attempts])

  const made = action && 'job' in action ? action.job?.id : null
  useEffect(() => {
    if (made) void navigate(`/jobs/${made}`, { replace: true })
  }, [made, navigate])

  if (!action || made) return <LoadingEditor />
  if ('code' in action) return <NoProposal failure={action} onRetry={() => setAttempts(attempts + 1)} />
  if (action.state !== 'open') return <NoProposal failure={{ code: 'mate.option_expired', message: '' }} />
  return <Understood proposal={proposal} action={action} />
}

function Understood({ proposal, action }: { proposal: Proposal; action: MateAction }) {
  const base = useMemo(() => newFields(knownFields(action.job?.fields)), [action])
  const { key, message_id, option } = proposal
  // If this fails, the job exists all the same, and the option stays open.
  const onCreated = async (instruction_id: number) => {
    await call(confirmOption, { message_id, option, instruction_id })
  }
  return <DraftedJob name={`job.new.mate.${key}`} base={base} onCreated={onCreated} />
}

interface DraftedProps {
  name: string
  base: JobFields
  onCreated?: Created
}

/** A new job in the editor; changes are kept under the name of the draft. */
export function DraftedJob({ name, base, onCreated }: DraftedProps) {
  return <JobEditor job={null} draft={useJobDraft(name, base)} onCreated={onCreated} />
}

export function LoadingEditor() {
  const { t } = useTranslation('jobs')
  return (
    <Pane as="main" aria-label={t('new')}>
      <EditorSkeleton label={t('loading')} />
    </Pane>
  )
}

function NoProposal({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const canRetry = onRetry && failure.code !== gone.code
  return (
    <Pane as="main">
      <StateBlock
        headingLevel={1}
        tone="neutral"
        icon={MessageSquare}
        title={t(canRetry ? 'failed' : 'mate.gone')}
        text={errorText(failure)}
        actions={
          <>
            {canRetry && (
              <Button variant="primary" size="sm" icon={RefreshCw} onClick={onRetry}>
                {t('app:action.tryAgain')}
              </Button>
            )}
            <LinkButton href="#/chat" size="sm">
              {t('mate.askAgain')}
            </LinkButton>
          </>
        }
      />
    </Pane>
  )
}
