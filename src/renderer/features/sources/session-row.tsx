import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { Checkbox } from '../../ui/checkbox'
import type { RecordSession } from './record-sessions'

interface Props {
  session: RecordSession
  /** Whether older pictures of the session may not be loaded yet. */
  mayGoOn: boolean
  isOpen: boolean
  isChosen: boolean
  onToggle: (isOn: boolean) => void
  onOpen: () => void
}

/** A session of pictures: its times, their number, and everybody who saw them. */
export function SessionRow({ session: { frames, seen_by }, mayGoOn, isOpen, isChosen, onToggle, onOpen }: Props) {
  const { t } = useTranslation('sources')
  const { dayAndTime, time } = useFormat()
  const [newest, oldest] = [frames[0], frames.at(-1)]
  if (!newest || !oldest) return null
  const when = t('record.span', { from: dayAndTime(oldest.taken_at), to: time(newest.taken_at) })
  const count = t(mayGoOn ? 'record.countAtLeast' : 'record.count', { count: frames.length })
  const names = seen_by.map(({ name, is_job }) => (is_job ? t('viewer.job', { name }) : name))
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="flex items-start gap-3 border-b border-line py-3">
      <Checkbox
        label={t('record.choose', { when })}
        hideLabel
        checked={isChosen}
        onChange={event => onToggle(event.target.checked)}
      />
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-start gap-2 rounded-sm text-left pointer-coarse:min-h-touch"
      >
        <Chevron size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block text-sm font-medium tabular-nums">{when}</span>
          <span className="mt-0.5 block text-xs text-muted">
            {count} · {names.length > 0 ? `${t('record.seen')}: ${names.join(', ')}` : t('record.unseenMany')}
          </span>
        </span>
      </button>
    </div>
  )
}
