import { EyeOff, GalleryHorizontal, RefreshCw } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/sources/endpoints'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { useFormat } from '../../platform/format'
import { Button, LinkButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { GalleryScope, useGallery } from '../../ui/gallery'
import { TasksFrom } from '../home/slots'
import { AddPictures } from './add-pictures'
import { FrameImage } from './frame-image'
import { timelineHref } from './keys'
import { AroundPicture } from './log-picture-around'
import { useLogPictures } from './log-pictures-store'
import { useExactTime } from './picker/exact-time'
import { saveFrame } from './save-frame'
import { useSourceName } from './source-name'

interface Props {
  frame_ids: readonly string[]
  /** Who wrote the log, and when. */
  caption?: string
  /** Shows the pictures in the surrounding lightbox only. */
  isOnlyLarge?: boolean
  /** Shows links to their sources at the times of the pictures. */
  isLinked?: boolean
}

/** Places these before the files of a log. */
const order = 0
/** Shows two pictures beside each other on a phone of any width. */
const small = 'aspect-video w-full md:h-18 md:w-32'

/** The pictures of a log as thumbnails with their times; pressing one opens it large. */
export function LogPictures(props: Props) {
  const labels = useLightboxLabels()
  return (
    <GalleryScope labels={labels}>
      <Pictures {...props} />
    </GalleryScope>
  )
}

function Pictures({ frame_ids, caption, isOnlyLarge = false, isLinked = false }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const { time, dayAndTime } = useFormat()
  const { pictures, renew } = useLogPictures()
  useEffect(() => useLogPictures.getState().want(frame_ids), [frame_ids])
  const isFailed = frame_ids.some(id => pictures[id] === 'failed')
  const shown = useMemo(
    () => frame_ids.flatMap(id => (typeof pictures[id] === 'object' ? pictures[id] : [])),
    [frame_ids, pictures],
  )
  const isLoading = frame_ids.some(id => pictures[id] === undefined)
  const state = isLoading ? 'loading' : isFailed ? 'failed' : 'ready'
  const open = useGallery(order, useLargePictures(shown, caption), state)
  if (isOnlyLarge) return null
  return (
    <>
      <ul aria-label={t('logged.label')} className="mt-2 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
        {frame_ids.map(id => {
          const known = pictures[id]
          if (known === undefined) return <li key={id} data-awaited className={cx('rounded-sm bg-surface-3', small)} />
          if (typeof known === 'string') return known === 'hidden' && <Hidden key={id} />
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={t('logged.open', { when: dayAndTime(known.taken_at) })}
                onClick={() => open(id)}
                className={cx('relative block overflow-hidden rounded-sm bg-surface-3', small)}
              >
                <FrameImage frame={known} alt="" className="size-full object-cover" renew={renew} />
                <span
                  data-theme="dark"
                  className="absolute bottom-1.5 left-1.5 rounded-xs bg-surface-0/80 px-1.5 text-xs font-medium text-default tabular-nums"
                >
                  {time(known.taken_at)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {isLinked && shown.map(frame => <SourceLink key={frame.id} frame={frame} />)}
      {isFailed && (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('logged.failed')}
          <Button size="sm" icon={RefreshCw} onClick={() => useLogPictures.getState().want(frame_ids)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The same pictures for the lightbox, with their source, their time and who added them to a log. */
function useLargePictures(shown: readonly Frame[], caption: string | undefined) {
  const { t } = useTranslation('sources')
  const { day, dayAndTime } = useFormat()
  const nameOf = useSourceName()
  const exactTime = useExactTime()
  const around = useLogPictures(state => state.around)
  return useMemo(
    () =>
      shown.map(ofLog => {
        const frame = around[ofLog.id] ?? ofLog
        const { taken_at } = frame
        // Its neighbours are often of the same minute.
        const when = frame === ofLog ? dayAndTime(taken_at) : `${day(taken_at)}, ${exactTime(taken_at)}`
        const alt = t('logged.picture', { when })
        const name = nameOf(frame.source)
        return {
          id: ofLog.id,
          title: when,
          alt,
          caption: (
            <>
              <p>{[name, caption].filter(Boolean).join(' · ')}</p>
              {/* Whoever sees a kept picture of a deleted camera sees nothing else of it. */}
              {name !== null && <AroundPicture frame={ofLog} shown={frame} />}
              <TasksFrom origin={`frame:${frame.id}`} />
            </>
          ),
          src: frame.url,
          onBroken: () => useLogPictures.getState().renew(frame.id),
          onDownload: () => void saveFrame(frame),
          actions: <AddPictures frames={[{ id: frame.id, url: frame.url, alt }]} />,
        }
      }),
    [shown, around, caption, nameOf, day, dayAndTime, exactTime, t],
  )
}

/** Opens the source at the time of a picture; nothing for those who see nothing else of it. */
function SourceLink({ frame: { source, taken_at } }: { frame: Frame }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const name = useSourceName()(source)
  if (name === null) return null
  return (
    <LinkButton
      size="sm"
      variant="quiet"
      icon={GalleryHorizontal}
      href={timelineHref(source, taken_at)}
      className="mt-1 -ml-2.5 max-w-full"
    >
      <span className="truncate">{t('logged.openAt', { name, when: dayAndTime(taken_at) })}</span>
    </LinkButton>
  )
}

function Hidden() {
  const { t } = useTranslation('sources')
  return (
    <li
      className={cx(
        'flex flex-col items-center justify-center gap-1 rounded-sm border border-line px-2 text-center text-xs text-muted',
        small,
      )}
    >
      <EyeOff size={16} aria-hidden />
      {t('logged.hidden')}
    </li>
  )
}
