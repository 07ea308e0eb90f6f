import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Person } from '#shared/contract/common'
import { nameKey } from './name-key'

/** The most people that are offered at once. */
const mostOffered = 6

/** A name that is being typed after an @, and where it begins. */
interface Typed {
  words: string
  at: number
}

function typedAt(text: string, caret: number): Typed | null {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || (at > 0 && !/\s/.test(text[at - 1] ?? ''))) return null
  const words = text.slice(at + 1, caret)
  return words.length <= 40 && !words.includes('\n') ? { words, at } : null
}

/** The people whose names follow an @ in a text. Of two names that begin alike, the longer one counts. */
export function mentionedIn(text: string, people: readonly Person[]): number[] {
  const byLength = people.toSorted((one, other) => other.user_displayname.length - one.user_displayname.length)
  const found = new Set<number>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = byLength.find(({ user_displayname: name }) => name !== '' && text.startsWith(name, at + 1))
    if (person) found.add(person.user_id)
  }
  return [...found]
}

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  people: readonly Person[]
}

/** Offers people while a name is typed after an @. */
export function useMentions({ field, text, setText, people }: Options) {
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
  const words = nameKey(typed?.words ?? '')
  const offered =
    typed === null
      ? []
      : people.filter(({ user_displayname: name }) => nameKey(name).includes(words)).slice(0, mostOffered)
  const chosen = offered[Math.min(index, offered.length - 1)]

  const look = () => {
    const { value, selectionStart } = field.current ?? { value: '', selectionStart: 0 }
    setTyped(typedAt(value, selectionStart))
    setIndex(0)
  }
  const close = () => setTyped(null)
  const insert = ({ user_displayname: name }: Person) => {
    if (typed === null) return
    const caret = field.current?.selectionStart ?? text.length
    setText(`${text.slice(0, typed.at)}@${name} ${text.slice(caret)}`)
    close()
    caretAt.current = typed.at + name.length + 2
  }
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!chosen || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setIndex(at => (at + 1) % offered.length)
    else if (event.key === 'ArrowUp') setIndex(at => (at - 1 + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }
  return { offered, chosen, insert, look, close, onKeyDown }
}
