import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OwnFrame } from '#shared/contract/sources/own-frames'
import { useFormat } from '../../platform/format'
import { Badge } from '../../ui/badge'
import { Checkbox } from '../../ui/checkbox'
import { IconButton } from '../../ui/icon-button'
import { FrameImage } from './frame-image'
import { useRecord } from './record'

interface Props {
  frame: OwnFrame
  isChosen: boolean
  onToggle: (isOn: boolean) => void
  onOpen: () => void
  onDelete: () => void
}

/** A picture of one's own screen: when it was taken, and who has seen it. */
export function FrameRow({ frame, isChosen, onToggle, onOpen, onDelete }: Props) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const when = dayAndTime(frame.taken_at)
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
        aria-label={t('record.open', { when })}
        onClick={onOpen}
        className="relative aspect-video w-40 shrink-0 overflow-hidden rounded-sm bg-surface-3 max-md:w-28"
      >
        <FrameImage
          frame={frame}
          alt=""
          className="absolute inset-0 size-full object-cover"
          renew={useRecord.getState().renew}
        />
      </button>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium tabular-nums">
          {when}
          {frame.kept && <Badge>{t('record.kept')}</Badge>}
        </p>
        <SeenBy frame={frame} />
      </div>
      <IconButton icon={Trash2} label={t('record.deleteOf', { when })} onClick={onDelete} />
    </div>
  )
}

export function SeenBy({ frame: { seen_by } }: { frame: OwnFrame }) {
  const { t } = useTranslation('sources')
  const { time } = useFormat()
  if (seen_by.length === 0) return <p className="mt-0.5 text-xs text-muted">{t('record.unseen')}</p>
  return (
    <>
      <p className="mt-0.5 text-xs text-muted">{t('record.seen')}</p>
      <ul className="text-sm">
        {seen_by.map(({ name, is_job, at }) => (
          <li key={`${name}.${at}`}>
            {is_job ? t('viewer.job', { name }) : name} <span className="text-xs text-muted">{time(at)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
