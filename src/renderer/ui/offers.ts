import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type KeyName, useListedKeys } from './local-keys'

/** What is being typed after a sign, and where it begins. */
interface Typed {
  words: string
  at: number
}

function typedAt(sign: string, text: string, caret: number): Typed | null {
  const at = text.lastIndexOf(sign, caret - 1)
  if (at < 0 || at + sign.length > caret || (at > 0 && !/\s/.test(text[at - 1] ?? ''))) return null
  const words = text.slice(at + sign.length, caret)
  return words.length <= 40 && !words.includes('\n') ? { words, at } : null
}

const signs = { '@': 'mention', '[[': 'link', '#': 'label' } as const satisfies Record<string, KeyName>
type Sign = keyof typeof signs

interface Options<T> {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  /** The sign after which something is offered; the list of shortcuts explains it. */
  sign: Sign
  /** What fits the words typed so far; few enough to be shown. */
  find: (words: string) => readonly T[]
  /** The text that replaces the sign and the words. */
  textOf: (item: T) => string
  onPick?: (item: T) => void
}

/** Offers what fits the words that are typed after a sign. */
export function useOffers<T>({ field, text, setText, sign, find, textOf, onPick }: Options<T>) {
  useListedKeys([{ group: 'write', keys: [sign], does: signs[sign] }])
  const [typed, setTyped] = useState<Typed | null>(null)
  const [index, setIndex] = useState(0)
  /** Where the caret belongs once the new text is in the field. */
  const caretAt = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretAt.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caretAt.current, caretAt.current)
    caretAt.current = null
  })
  const offered = typed === null ? [] : find(typed.words)
  const chosen = offered[Math.min(index, offered.length - 1)]

  const look = () => {
    const { value, selectionStart } = field.current ?? { value: '', selectionStart: 0 }
    setTyped(typedAt(sign, value, selectionStart))
    setIndex(0)
  }
  const close = () => setTyped(null)
  const insert = (item: T) => {
    if (typed === null) return
    const caret = field.current?.selectionStart ?? text.length
    const inserted = textOf(item)
    setText(text.slice(0, typed.at) + inserted + text.slice(caret))
    onPick?.(item)
    close()
    caretAt.current = typed.at + inserted.length
  }
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (chosen === undefined || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setIndex(at => (at + 1) % offered.length)
    else if (event.key === 'ArrowUp') setIndex(at => (at - 1 + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }
  return { words: typed?.words ?? null, offered, chosen, insert, look, close, onKeyDown }
}
