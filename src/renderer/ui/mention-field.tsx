import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Person } from '#shared/contract/common'
import { TextArea } from './field'
import { LinkList } from './link-list'
import { type FindLinks, offeredAria, useLinks } from './links'
import { MentionList } from './mention-list'
import { useMentions } from './mentions'

interface Props {
  label: string
  peopleLabel: string
  linksLabel: string
  /** Finds what can be linked to after `[[`. */
  findLinks: FindLinks
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

/** The field of a comment. A name after @ mentions a person; `mentionedIn` finds who was. Words after `[[` link. */
export function MentionField(props: Props) {
  const { label, peopleLabel, linksLabel, findLinks, people, value, onChange, onSubmit, onCancel, ...more } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, text: value, setText: onChange, people })
  const links = useLinks({ field, text: value, setText: onChange, find: findLinks })
  const offers = [mentions, links]
  // Whoever opens a text to change it most often adds to it.
  useLayoutEffect(() => {
    const { current } = field
    if (current && current === document.activeElement)
      current.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const close = () => {
    for (const offer of offers) offer.close()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (offers.some(offer => offer.onKeyDown(event))) return
    if (event.key === 'Escape' && onCancel) onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      close()
      onSubmit()
    } else return
    event.preventDefault()
  }

  return (
    <div className="relative min-w-0 flex-1">
      <MentionList id={`${id}-people`} label={peopleLabel} {...mentions} onPick={mentions.insert} />
      <LinkList id={`${id}-links`} label={linksLabel} {...links} />
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
          for (const offer of offers) offer.look()
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        aria-autocomplete="list"
        {...offeredAria(id, { mentions, links })}
      />
    </div>
  )
}
