import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAnswer, spoken } from './message'
import { useMate } from './store'

/** Tells a screen reader that Mate is writing, and each answer once when it is complete. */
export function Announcer() {
  const { t } = useTranslation('mate')
  const messages = useMate(state => state.messages)
  const writing = messages.findLast(one => one.state === 'writing')?.id
  const [complete, setComplete] = useState('')
  const awaited = useRef(writing)
  useEffect(() => {
    if (awaited.current === writing) return
    const ended = messages.find(one => one.id === awaited.current && one.state !== 'writing')
    awaited.current = writing
    setComplete(ended ? spoken(readAnswer(ended).text) : '')
  }, [writing, messages])
  return (
    <p role="status" className="sr-only">
      {writing === undefined ? complete : t('turn.isWriting')}
    </p>
  )
}
