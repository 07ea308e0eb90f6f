import { Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { useFormat } from '../../platform/format'
import { lazyComponent } from '../../ui/lazy-component'
import { toast } from '../../ui/toast'
import { TasksFrom } from '../home/slots'
import { AddPictures } from './add-pictures'
import { useLogPictures } from './log-pictures-store'
import { saveFrame } from './save-frame'
import { useSourceName } from './source-name'

const Lightbox = lazyComponent(async () => (await import('../../ui/lightbox')).Lightbox)

/** The stored picture that the address names (`picture=`), large over the page. */
export function FoundPicture({ id }: { id: string }) {
  const { t } = useTranslation('sources')
  const [, setQuery] = useSearchParams()
  const { dayAndTime } = useFormat()
  const labels = useLightboxLabels()
  const nameOf = useSourceName()
  const frame = useLogPictures(state => state.pictures[id])
  useEffect(() => useLogPictures.getState().want([id]), [id])
  const close = () =>
    setQuery(
      query => {
        query.delete('picture')
        return query
      },
      { replace: true },
    )
  const isMissing = typeof frame === 'string'
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each picture.
  useEffect(() => {
    if (!isMissing) return
    toast.failure(t(frame === 'hidden' ? 'found.gone' : 'found.failed'))
    close()
  }, [isMissing, id])
  const pictures = useMemo(() => {
    if (typeof frame !== 'object') return []
    const when = dayAndTime(frame.taken_at)
    const alt = t('logged.picture', { when })
    return [
      {
        id: frame.id,
        title: when,
        alt,
        caption: (
          <>
            <p>{nameOf(frame.source)}</p>
            <TasksFrom origin={`frame:${frame.id}`} />
          </>
        ),
        src: frame.url,
        onBroken: () => useLogPictures.getState().renew(frame.id),
        onDownload: () => void saveFrame(frame),
        actions: <AddPictures frames={[{ id: frame.id, url: frame.url, alt }]} />,
      },
    ]
  }, [frame, dayAndTime, nameOf, t])
  if (pictures.length === 0) return null
  return (
    <Suspense fallback={null}>
      <Lightbox pictures={pictures} id={id} onChange={() => {}} onClose={close} labels={labels} />
    </Suspense>
  )
}
