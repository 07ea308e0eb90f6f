import { ArrowRight, Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MateAction } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { LinkButton } from '../../ui/button'
import { SuggestionChip } from '../../ui/suggestion-chip'
import { JobOption } from '../jobs/slots'
import { useMate } from './store'

interface Props {
  message_id: number
  options: readonly string[]
  actions: readonly MateAction[]
  /** Sends a reply; undefined while Mate is busy. */
  onReply?: ((text: string) => void) | undefined
}

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
        if (action && action.kind !== 'write_log') return <Leads key={key} text={text} action={action} />
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

interface ProposedProps {
  message_id: number
  text: string
  index: number
  action: MateAction
}

function Proposed({ message_id, text, index, action }: ProposedProps) {
  const { t } = useTranslation('mate')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ code: string; message: string } | null>(null)
  const { state, doc_id, doc_name, content, log_id } = action
  const confirm = async () => {
    if (isSending) return
    setSending(true)
    setFailure(null)
    const failed = await confirmed(message_id, index)
    setSending(false)
    setFailure(failed)
  }
  return (
    <div className="flex w-full min-w-0 max-w-[560px] flex-col items-start gap-2 rounded-md border border-line bg-surface-1 p-3">
      <blockquote className="max-h-48 w-full overflow-y-auto whitespace-pre-wrap wrap-anywhere">{content}</blockquote>
      {state === 'open' && (
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
        {isSending && t('options.sending')}
        {state === 'done' && (
          <span className="flex items-center gap-1.5">
            <Check size={14} className="shrink-0" />
            {log_id === null ? (
              t('options.done', { name: doc_name })
            ) : (
              <a href={`#/docs/${doc_id}?log=${log_id}`}>{t('options.done', { name: doc_name })}</a>
            )}
          </span>
        )}
        {state === 'expired' && t('options.expired')}
      </p>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(failure)}
        </p>
      )}
    </div>
  )
}
