import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAnswer, spoken } from './message'
import { type MateState, useMate } from './store'

/**
 * Returns the answer that a change completed, even if nobody saw it being written. Answers of the first load or of
 * older pages were completed long ago.
 */
function completed({ messages }: MateState, before: MateState) {
  if (messages === before.messages || before.status !== 'ready') return undefined
  const oldest = before.messages[0]?.id ?? 0
  const known = new Set(before.messages.filter(message => message.state !== 'writing').map(message => message.id))
  return messages.findLast(
    message => message.is_from_ai && message.state !== 'writing' && message.id > oldest && !known.has(message.id),
  )
}

/** Announces to screen readers that Mate is writing, and each complete answer once. */
export function Announcer() {
  const { t } = useTranslation('mate')
  const isWriting = useMate(state => state.messages.some(message => message.state === 'writing'))
  const [complete, setComplete] = useState('')
  useEffect(
    () =>
      // Subscribes to every change instead of every render, because a quick answer starts and ends between two renders.
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
