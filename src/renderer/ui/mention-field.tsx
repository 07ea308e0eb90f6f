import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Person } from '#shared/contract/common'
import { TextArea } from './field'
import { MentionList } from './mention-list'
import { useMentions } from './mentions'

interface Props {
  label: string
  peopleLabel: string
  /** Who can be mentioned. */
  people: readonly Person[]
  value: string
  onChange: (text: string) => void
  maxLength: number
  error?: string | null
  autoFocus?: boolean
  onFocus?: () => void
  /** Ctrl and Enter. */
  onSubmit: () => void
  /** Escape, while no people are offered. */
  onCancel?: () => void
}

/** The field of a comment. A name after @ mentions a person; `mentionedIn` finds who was. */
export function MentionField({ label, peopleLabel, people, value, onChange, onSubmit, onCancel, ...more }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, text: value, setText: onChange, people })
  // Whoever opens a text to change it most often adds to it.
  useLayoutEffect(() => {
    const { current } = field
    if (current && current === document.activeElement)
      current.setSelectionRange(current.value.length, current.value.length)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKeyDown(event)) return
    if (event.key === 'Escape' && onCancel) onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      mentions.close()
      onSubmit()
    } else return
    event.preventDefault()
  }

  return (
    <div className="relative min-w-0 flex-1">
      <MentionList id={`${id}-people`} label={peopleLabel} {...mentions} onPick={mentions.insert} />
      <TextArea
        {...more}
        ref={field}
        label={label}
        hideLabel
        placeholder={label}
        rows={2}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          mentions.look()
        }}
        onKeyDown={onKeyDown}
        onBlur={mentions.close}
        aria-autocomplete="list"
        aria-controls={mentions.chosen ? `${id}-people` : undefined}
        aria-activedescendant={mentions.chosen ? `${id}-people-${mentions.chosen.user_id}` : undefined}
      />
    </div>
  )
}
