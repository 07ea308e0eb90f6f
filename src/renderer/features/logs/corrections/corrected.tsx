import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { useFormat } from '../../../platform/format'
import { LogHistory } from './log-history'

/** Marks a corrected log and opens its earlier texts; renders nothing for other logs. */
export function Corrected({ log }: { log: Log }) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { revision, corrected_at: at } = log
  if (revision === 0 || at === null) return null
  const when = format.daysAgo(at) === 0 ? format.time(at) : format.dayAndTime(at)
  return (
    <>
      {' · '}
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="cursor-pointer rounded-xs underline decoration-line underline-offset-2 hover:decoration-current pointer-coarse:min-h-6"
      >
        {t('corrected', { when })}
      </button>
      {isOpen && <LogHistory log={log} onClose={() => setOpen(false)} />}
    </>
  )
}
