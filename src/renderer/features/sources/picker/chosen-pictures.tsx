import { EyeOff, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../platform/format'
import { IconButton } from '../../../ui/icon-button'
import { FrameImage } from '../frame-image'
import { type PictureEntry, useLogPictures } from '../log-pictures-store'
import { useExactTime } from './exact-time'

interface Props {
  frame_ids: readonly string[]
  onRemove: (frame_id: string) => void
}

/** Thumbnails of chosen pictures with remove buttons; a deleted picture says so. */
export function ChosenPictures({ frame_ids, onRemove }: Props) {
  const { t } = useTranslation('sources')
  const pictures = useLogPictures(state => state.pictures)
  useEffect(() => useLogPictures.getState().want(frame_ids), [frame_ids])
  return (
    <ul aria-label={t('pick.chosen')} className="flex flex-wrap gap-2">
      {frame_ids.map((id, index) => (
        <li key={id} className="relative h-18 w-32 overflow-hidden rounded-sm bg-surface-3">
          <Picture known={pictures[id]} />
          <span data-theme="dark" className="absolute top-1 right-1">
            <IconButton
              icon={X}
              size="sm"
              variant="outline"
              label={t('pick.remove', { number: index + 1 })}
              onClick={() => onRemove(id)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Picture({ known }: { known: PictureEntry | undefined }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const exactTime = useExactTime()
  if (known === undefined) return null
  if (typeof known === 'string') {
    return (
      <span className="flex h-full flex-col items-center justify-center gap-1 px-2 pr-8 text-center text-xs text-muted">
        {known === 'hidden' && <EyeOff size={16} aria-hidden />}
        {t(known === 'hidden' ? 'logged.hidden' : 'pick.notShown')}
      </span>
    )
  }
  return (
    <>
      <FrameImage
        frame={known}
        alt={t('logged.picture', { when: dayAndTime(known.taken_at) })}
        className="size-full object-cover"
        renew={useLogPictures.getState().renew}
      />
      <span
        data-theme="dark"
        className="absolute bottom-1 left-1 rounded-xs bg-surface-0/80 px-1 text-xs font-medium text-default tabular-nums"
      >
        {exactTime(known.taken_at)}
      </span>
    </>
  )
}
