import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SuggestionChip } from './suggestion-chip'

interface Props {
  /** What would be written; empty for an action that writes nothing. */
  content: string
  /** What else is set, below it. */
  facts?: ReactNode
  /** What the chip says. */
  text: string
  /** The position among the options, from 0. */
  index: number
  /** Whether it can still be confirmed. */
  isOpen: boolean
  /** Performs the action; returns the words for why it failed, or null. */
  onConfirm: () => Promise<string | null>
  /** Takes the place of the chip that confirms. */
  instead?: ReactNode
  /** Said while it is performed. */
  sending: string
  /** What became of it, once it is no longer open. */
  outcome: ReactNode
}

/** An action that an assistant proposes, performed only when somebody confirms it [D26]. */
export function ProposedAction({ content, facts, text, index, isOpen, onConfirm, instead, sending, outcome }: Props) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function confirm() {
    if (isSending) return
    setSending(true)
    setFailure(null)
    setFailure(await onConfirm())
    setSending(false)
  }
  return (
    <div className="flex w-full min-w-0 max-w-[560px] flex-col items-start gap-2 rounded-md border border-line bg-surface-1 p-3">
      {content !== '' && (
        <blockquote className="max-h-48 w-full overflow-y-auto whitespace-pre-wrap wrap-anywhere">{content}</blockquote>
      )}
      {facts}
      {isOpen &&
        (instead || (
          <SuggestionChip
            index={index}
            aria-disabled={isSending || undefined}
            className={isSending ? 'max-w-full opacity-60' : 'max-w-full'}
            onClick={() => void confirm()}
          >
            {text}
          </SuggestionChip>
        ))}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isSending && sending}
        {!isOpen && outcome}
      </p>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </div>
  )
}

/** What was done, with a link to it if there is one. */
export function DoneAction({ href, children }: { href: string | null; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Check size={14} className="shrink-0" />
      {href === null ? children : <a href={href}>{children}</a>}
    </span>
  )
}
