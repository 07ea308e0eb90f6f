import { NotebookText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Log } from '#shared/contract/logs/log'
import { useLightboxLabels } from '../../../i18n/lightbox-labels'
import { useFormat } from '../../../platform/format'
import { GalleryCollector, type GalleryState } from '../../../ui/gallery'
import { IconButton } from '../../../ui/icon-button'
import { Lightbox, type LightboxPicture } from '../../../ui/lightbox'
import { LogFiles } from '../../attachments/slots'
import { LogPictures } from '../../sources/slots'
import { useTimelines } from '../store'
import { useFilter } from '../use-filter'
import { type Direction, framesOf, neighbour } from './neighbour'
import { type Notice, useLogLightbox } from './use-log-lightbox'

interface Props {
  doc_id: number
  log: Log
  picture_id: string
  onClose: () => void
}

/** Shows a picture of a log in the lightbox, with the way to those of newer and older logs. */
export function LogLightbox({ doc_id, log: opened, picture_id, onClose }: Props) {
  const { t } = useTranslation(['logs', 'attachments'])
  const { dayAndTime } = useFormat()
  const navigate = useNavigate()
  const labels = useLightboxLabels()
  const { addressOf } = useFilter(doc_id)
  const { at, pictures, mounted, notice, report, go, show } = useLogLightbox(doc_id, { log: opened, picture_id })
  const timeline = useTimelines(state => state.timelines[doc_id])
  const log = timeline?.logs.find(candidate => candidate.id === at.log.id) ?? at.log
  const text = useNoticeText(notice)

  const withWay = pictures.map(picture => ({
    ...picture,
    actions: (
      <>
        {picture.actions}
        <IconButton
          icon={NotebookText}
          label={t('attachments:add.show')}
          onClick={() => {
            onClose()
            void navigate(addressOf({ log: log.id }))
          }}
        />
      </>
    ),
  }))
  const leads = (way: Direction) =>
    timeline !== undefined &&
    ((way === 1 ? timeline.hasOlder : timeline.hasNewer) || neighbour(timeline.logs, log, way) !== undefined)
  return (
    <>
      {mounted.map(mountedLog => (
        <Collected key={mountedLog.id} log={mountedLog} report={report} />
      ))}
      <Lightbox
        pictures={withWay}
        id={at.picture_id}
        onChange={show}
        onClose={onClose}
        labels={labels}
        subtitle={t('lightbox.log', { title: log.title, when: dayAndTime(log.created_at) })}
        beyond={{ previous: leads(-1), next: leads(1), onGo: way => void go(way), notice: text }}
      />
    </>
  )
}

interface CollectedProps {
  log: Log
  report: (log_id: number, pictures: readonly LightboxPicture[], state: GalleryState) => void
}

/** Reports the pictures of a log without showing them. */
function Collected({ log, report }: CollectedProps) {
  const { t } = useTranslation('logbooks')
  const { dayAndTime } = useFormat()
  const { id, file_ids, created_by, created_at } = log
  const frames = useMemo(() => framesOf(log), [log])
  const caption = `${created_by?.user_displayname ?? t('mate')}, ${dayAndTime(created_at)}`
  const onCollected = useCallback<(pictures: readonly LightboxPicture[], state: GalleryState) => void>(
    (pictures, state) => report(id, pictures, state),
    [id, report],
  )
  return (
    <GalleryCollector parts={Number(frames.length > 0) + Number(file_ids.length > 0)} onCollected={onCollected}>
      {frames.length > 0 && <LogPictures frame_ids={frames} caption={caption} isOnlyLarge />}
      {file_ids.length > 0 && <LogFiles file_ids={file_ids} caption={caption} isOnlyLarge />}
    </GalleryCollector>
  )
}

function useNoticeText(notice: Notice | null): string | null {
  const { t } = useTranslation('logs')
  const { dayAndTime } = useFormat()
  if (notice === null) return null
  if (notice.kind === 'entered') {
    const { title, created_at } = notice.log
    return t('lightbox.entered', { title, when: dayAndTime(created_at) })
  }
  const way = notice.way === 1 ? 'older' : 'newer'
  if (notice.kind === 'paused') return t(`lightbox.${way}.paused`, { count: notice.count })
  return t(`lightbox.${way}.${notice.kind}`)
}
