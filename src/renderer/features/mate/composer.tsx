import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { mate } from '#shared/contract/mate/limits'
import { Dictate } from '../../platform/dictate'
import { DraftNote } from '../../platform/draft-note'
import { useDraft } from '../../platform/drafts'
import { useFormat } from '../../platform/format'
import { insertText } from '../../platform/insert-text'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { useServerAway } from '../../ui/server-away'

const draft = 'mate.question'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  /** Mate is still answering. The next question can be written now and sent afterwards. */
  isBusy: boolean
  onSend: (text: string) => void
  placeholder?: string | undefined
  /** Shown above the question, for example files. */
  above?: ReactNode
  /** Replaces the dictation button. */
  actions?: ReactNode
}

/** The field for questions. It grows with its text, and keeps it until it is sent. */
export function Composer({ field, isBusy, onSend, placeholder, above, actions }: Props) {
  const { t } = useTranslation('mate')
  const { number } = useFormat()
  const id = useId()
  const [text, setText, clear] = useDraft(draft)
  const question = text.trim()
  const excess = question.length - mate.messageLength
  const canSend = question !== '' && excess <= 0 && !isBusy
  const isAway = useServerAway() !== null

  const send = () => {
    if (!canSend || isAway) return
    onSend(question)
    clear()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <div
        className={cx(
          'rounded-lg border border-strong bg-surface-1 py-2 pr-2 pl-3.5 shadow-1',
          'focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]',
        )}
      >
        {above}
        <div className="flex items-end gap-2">
          <label htmlFor={id} className="sr-only">
            {t('composer.label')}
          </label>
          <textarea
            ref={field}
            id={id}
            rows={1}
            value={text}
            onChange={event => setText(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={placeholder ?? t('composer.placeholder')}
            enterKeyHint="send"
            aria-invalid={excess > 0 || undefined}
            aria-describedby={excess > 0 ? `${id}-excess` : undefined}
            className="field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent py-1.5 outline-none focus-visible:shadow-none pointer-coarse:text-lg"
          />
          {actions ?? <Dictate onSpoken={words => setText(insertText(field.current, words))} />}
          <IconButton
            needsServer
            type="submit"
            icon={ArrowUp}
            variant="primary"
            size="lg"
            label={t(isBusy ? 'composer.wait' : 'composer.send')}
            disabled={!canSend}
          />
        </div>
      </div>
      <p className="mt-1 text-xs empty:hidden">
        <DraftNote drafts={[draft]} />
      </p>
      {excess > 0 && (
        <p id={`${id}-excess`} role="alert" className="mt-1 text-xs text-danger-ink">
          {t('composer.tooLong', { count: excess, excess: number(excess) })}
        </p>
      )}
    </form>
  )
}
