import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageComment as limits } from '#shared/contract/documents/limits'
import { useErrorText } from '../../../../i18n/texts'
import type { Outcome } from '../../../../platform/api'
import { clearDraft, readDraft, writeDraft } from '../../../../platform/drafts'
import { Button } from '../../../../ui/button'
import { MentionField } from '../../../../ui/mention-field'
import { mentionedIn } from '../../../../ui/mentions'
import { useDirectory } from '../../../organisations/store'
import { findLinks } from '../../../search/slots'

interface Props {
  label: string
  submitLabel: string
  /** The name under which an unfinished text stays on this device. */
  draft: string
  initial?: string
  autoFocus?: boolean
  onSubmit: (written: { content: string; mentions: number[] }) => Promise<Outcome<unknown>>
  /** Called after it was stored, and when the person leaves it. */
  onClose?: () => void
}

/** Writes a comment. A name after @ mentions a person. Ctrl and Enter sends; what was not sent stays. */
export function CommentField({ label, submitLabel, draft, initial = '', autoFocus = false, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['pages', 'app'])
  const errorText = useErrorText()
  const [text, setText] = useState(() => String(readDraft(draft) ?? initial))
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const people = useDirectory(state => state.items)

  function write(next: string) {
    setText(next)
    if (next.trim() === '' || next === initial) clearDraft(draft)
    else writeDraft(draft, next)
  }

  async function send() {
    const content = text.trim()
    if (content === '' || isSending) return
    setSending(true)
    const outcome = await onSubmit({ content, mentions: mentionedIn(content, people).slice(0, limits.mentions) })
    setSending(false)
    setProblem(outcome.ok ? null : errorText(outcome))
    if (!outcome.ok) return
    write('')
    onClose?.()
  }

  return (
    <div className="flex flex-col gap-2">
      <MentionField
        label={label}
        peopleLabel={t('mention.label')}
        linksLabel={t('link.label')}
        findLinks={findLinks}
        people={people}
        value={text}
        onChange={write}
        maxLength={limits.length}
        error={problem}
        autoFocus={autoFocus}
        onFocus={() => void useDirectory.getState().open()}
        onSubmit={() => void send()}
        onCancel={onClose}
      />
      {(text.trim() !== '' || onClose) && (
        <div className="flex justify-end gap-2">
          {onClose && (
            <Button size="sm" onClick={onClose}>
              {t('app:action.cancel')}
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            loading={isSending}
            disabled={text.trim() === ''}
            onClick={() => void send()}
          >
            {submitLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
