import { Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnFrame } from '#shared/contract/sources/own-frames'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { useFormat } from '../../platform/format'
import { lazyComponent } from '../../ui/lazy-component'
import { AddPictures } from './add-pictures'
import { SeenBy } from './frame-row'
import { useRecord, useRecordedFrames } from './record'
import { saveFrame } from './save-frame'

const Lightbox = lazyComponent(async () => (await import('../../ui/lightbox')).Lightbox)

/** The distance to the last loaded picture at which more are loaded. */
const reachWithin = 5

interface Props {
  id: string
  onChange: (id: string) => void
  onClose: () => void
}

/** The pictures of one's own screen in the lightbox, each with the people who saw it. */
export function RecordLightbox({ id, onChange, onClose }: Props) {
  const { dayAndTime } = useFormat()
  const labels = useLightboxLabels()
  const altOf = useFrameAlt()
  const frames = useRecordedFrames()
  const at = frames.findIndex(frame => frame.id === id)
  useEffect(() => {
    if (at >= 0 && frames.length - at < reachWithin) void useRecord.getState().loadMore()
  }, [at, frames])
  const pictures = useMemo(
    () =>
      frames.map(frame => ({
        id: frame.id,
        title: dayAndTime(frame.taken_at),
        alt: altOf(frame),
        caption: <SeenBy frame={frame} />,
        src: frame.url,
        onBroken: () => useRecord.getState().renew(frame.id),
        onDownload: () => void saveFrame(frame),
        actions: <AddPictures frames={[{ id: frame.id, url: frame.url, alt: altOf(frame) }]} />,
      })),
    [frames, dayAndTime, altOf],
  )
  // Another window has deleted the picture.
  if (at < 0) return null
  return (
    <Suspense fallback={null}>
      <Lightbox pictures={pictures} id={id} onChange={onChange} onClose={onClose} labels={labels} />
    </Suspense>
  )
}

/** Returns the alternative text of a picture of one's own screen. */
export function useFrameAlt(): (frame: OwnFrame) => string {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  return useMemo(
    () =>
      ({ taken_at }) =>
        t('tile.picture', { name: t('tile.yourScreen'), when: dayAndTime(taken_at) }),
    [t, dayAndTime],
  )
}
