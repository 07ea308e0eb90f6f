import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAnswer, spoken } from './message'
import { type MateState, useMate } from './store'

/**
 * The answer that a change has completed, also one that nobody saw being written. What comes with the first reading, or from
 * further back, was answered long ago.
 */
function completed({ messages }: MateState, before: MateState) {
  if (messages === before.messages || before.status !== 'ready') return undefined
  const oldest = before.messages[0]?.id ?? 0
  const known = new Set(before.messages.filter(message => message.state !== 'writing').map(message => message.id))
  return messages.findLast(
    message => message.is_from_ai && message.state !== 'writing' && message.id > oldest && !known.has(message.id),
  )
}

/** Tells a screen reader that Mate is writing, and each answer once when it is complete. */
export function Announcer() {
  const { t } = useTranslation('mate')
  const isWriting = useMate(state => state.messages.some(message => message.state === 'writing'))
  const [complete, setComplete] = useState('')
  useEffect(
    () =>
      // Every change is looked at and not every drawing: a quick answer begins and ends between two of them.
      useMate.subscribe((state, before) => {
        const answer = completed(state, before)
        if (answer) setComplete(spoken(readAnswer(answer).text))
      }),
    [],
  )
  return (
    <p role="status" className="sr-only">
      {isWriting ? t('turn.isWriting') : complete}
    </p>
  )
}
