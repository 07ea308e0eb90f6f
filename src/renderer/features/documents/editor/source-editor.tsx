import { useEffect, useRef } from 'react'
import { Dictate } from '../../../platform/dictate'
import { insertText } from '../../../platform/insert-text'

interface Props {
  label: string
  text: string
  onChange: (text: string) => void
  autoFocus: boolean
}

/** Edits a text as markdown source. */
export function SourceEditor({ label, text, onChange, autoFocus }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  return (
    <>
      <div className="sticky top-0 z-[2] flex justify-end border-b border-line bg-surface-1 px-2 empty:hidden">
        <Dictate onSpoken={words => onChange(insertText(field.current, words))} />
      </div>
      <textarea
        ref={field}
        aria-label={label}
        value={text}
        spellCheck
        onChange={event => onChange(event.target.value)}
        className="field-sizing-content min-h-full w-full max-w-[calc(var(--measure)+40px)] resize-none bg-transparent px-5 py-4 font-mono text-sm outline-none focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus focus-visible:shadow-none max-md:px-4"
      />
    </>
  )
}
