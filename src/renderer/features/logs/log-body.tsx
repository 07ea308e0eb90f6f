import { type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { useFormat } from '../../platform/format'
import { GalleryScope } from '../../ui/gallery'
import { SafeLink } from '../../ui/safe-link'
import { Skeleton } from '../../ui/skeleton'
import { WritingDots } from '../../ui/writing-dots'
import { LogFiles } from '../attachments/slots'
import { LogPictures } from '../sources/slots'
import { LogLightboxContext } from './lightbox/lightbox-context'
import { framesOf } from './lightbox/neighbour'
import { LogWords } from './log-words'

interface Props {
  log: Log
  titleId: string
  /** Shown after the author's name. */
  note?: ReactNode
  /** Receives the text after a task is toggled; without it tasks are read-only. */
  onTick?: ((content: string) => void) | undefined
}

/** The text of a log and its author. */
export function LogBody({ log, titleId, note, onTick }: Props) {
  const { t } = useTranslation(['logbooks', 'logs'])
  const { dayAndTime } = useFormat()
  const labels = useLightboxLabels()
  const walk = useContext(LogLightboxContext)
  const { id, title, content, created_at, happened_at, created_by, is_generating, frame_ids, file_ids } = log
  const frames = useMemo(() => framesOf({ frame_ids }), [frame_ids])
  const addresses = frame_ids.filter(frame_id => !frames.includes(frame_id))
  const writer = created_by?.user_displayname ?? t('mate')
  // The text of a person is complete; only its title is being written.
  if (is_generating && created_by === null) {
    return (
      <>
        <h3 id={titleId} className="flex items-center gap-2 text-md font-medium">
          {t('timeline.generating')}
          <WritingDots className="text-accent" />
        </h3>
        <div className="mt-2.5 grid max-w-[560px] gap-2">
          <Skeleton width="94%" />
          <Skeleton width="66%" />
        </div>
        {frames.length > 0 && <LogPictures frame_ids={frames} />}
      </>
    )
  }
  const caption = `${writer}, ${dayAndTime(created_at)}`
  return (
    <GalleryScope labels={labels} onOpen={walk ? picture => walk(id, picture) : undefined}>
      <LogWords
        title={title}
        content={content}
        titleId={titleId}
        generating={is_generating ? t('timeline.titling') : undefined}
        onChange={onTick}
      >
        <p className="mt-px text-sm text-muted wrap-anywhere">
          {writer}
          {happened_at !== null && ` · ${t('logs:happened.said', { when: dayAndTime(happened_at) })}`}
          {note}
        </p>
      </LogWords>
      {frames.length > 0 && <LogPictures frame_ids={frames} caption={caption} />}
      {file_ids.length > 0 && <LogFiles file_ids={file_ids} caption={caption} />}
      {addresses.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {addresses.map((address, index) => (
            <li key={address}>
              <SafeLink href={address}>{t('timeline.picture', { number: index + 1 })}</SafeLink>
            </li>
          ))}
        </ul>
      )}
    </GalleryScope>
  )
}
