import { ArrowRight, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MateAction } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { LinkButton } from '../../ui/button'
import { DoneAction, ProposedAction } from '../../ui/proposed-action'
import { SuggestionChip } from '../../ui/suggestion-chip'
import { JobOption } from '../jobs/slots'
import { TaskOption } from '../tasks/slots'
import { useMate } from './store'

interface Props {
  message_id: number
  options: readonly string[]
  actions: readonly MateAction[]
  /** Sends a reply; undefined while Mate is busy. */
  onReply?: ((text: string) => void) | undefined
}

/** Actions that write a text into a document. */
const writes = new Set<MateAction['kind']>(['write_log', 'write_page'])

/** The options of an answer: actions, each with the text that it would write, and replies [9.8b, D26]. */
export function Options({ message_id, options, actions, onReply }: Props) {
  const { t } = useTranslation('mate')
  if (options.length === 0) return null
  return (
    <fieldset aria-label={t('options.label')} className="mt-1 flex min-w-0 flex-wrap gap-2">
      {options.map((text, index) => {
        const action = actions.find(candidate => candidate.option === index)
        // Two options may have the same text.
        const key = `${index} ${text}`
        if (action?.job) {
          const onConfirm = () => confirmed(message_id, index)
          return <JobOption key={key} {...{ message_id, index, text, action, onConfirm }} />
        }
        if (action?.task) {
          return <TaskOption key={key} {...{ index, text, action }} onConfirm={() => confirmed(message_id, index)} />
        }
        if (action && !writes.has(action.kind)) return <Leads key={key} text={text} action={action} />
        if (action) return <Proposed key={key} message_id={message_id} text={text} index={index} action={action} />
        return (
          <SuggestionChip
            key={key}
            index={index}
            aria-disabled={!onReply || undefined}
            className={onReply ? 'max-w-full' : 'max-w-full opacity-60'}
            onClick={() => onReply?.(text)}
          >
            {text}
          </SuggestionChip>
        )
      })}
      {actions.some(action => action.is_auto_approved) && (
        <p className="w-full text-xs text-muted">{t('options.autoApproved')}</p>
      )}
    </fieldset>
  )
}

/** An option that leads to a document or to the results of a search. */
function Leads({ text, action: { kind, doc_id, content } }: { text: string; action: MateAction }) {
  const href = kind === 'open' ? `#/docs/${doc_id}` : `#/search?q=${encodeURIComponent(content)}`
  return (
    <LinkButton href={href} size="sm" icon={kind === 'open' ? ArrowRight : Search} className="max-w-full">
      <span className="truncate">{text}</span>
    </LinkButton>
  )
}

/** Performs the action of an option; returns why it failed, or null. */
async function confirmed(message_id: number, index: number) {
  const outcome = await useMate.getState().confirm(message_id, index)
  return outcome.ok ? null : outcome
}

function hrefOfWritten({ kind, doc_id, log_id }: MateAction): string | null {
  if (kind === 'write_page') return `#/docs/${doc_id}`
  return log_id === null ? null : `#/docs/${doc_id}?log=${log_id}`
}

interface ProposedProps {
  message_id: number
  text: string
  index: number
  action: MateAction
}

function Proposed({ message_id, text, index, action }: ProposedProps) {
  const { t } = useTranslation('mate')
  const errorText = useErrorText()
  const { state, doc_name, content } = action
  return (
    <ProposedAction
      content={content}
      text={text}
      index={index}
      isOpen={state === 'open'}
      sending={t('options.sending')}
      onConfirm={async () => {
        const failure = await confirmed(message_id, index)
        return failure && errorText(failure)
      }}
      outcome={
        state === 'done' ? (
          <DoneAction href={hrefOfWritten(action)}>{t('options.done', { name: doc_name })}</DoneAction>
        ) : (
          t('options.expired')
        )
      }
    />
  )
}
