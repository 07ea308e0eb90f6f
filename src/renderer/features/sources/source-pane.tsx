import { ImageOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Source } from '#shared/contract/sources/endpoints'
import { useFormat } from '../../platform/format'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { Skeleton } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { TasksFrom } from '../home/slots'
import { useDirectory } from '../organisations/store'
import { FrameImage } from './frame-image'
import { keyOf } from './keys'
import { readSources } from './last-read'
import { useLogPictures } from './log-pictures-store'
import { Failed, NoAccess } from './page-states'
import { useSources } from './store'
import { Tile } from './tile'
import { useItems } from './view'

interface Props {
  source: Source
  /** A stored picture of the source, which is shown instead of the live one. */
  picture: string | null
}

/** A source with its live picture or one of its stored ones. */
export function SourcePane({ source, picture }: Props) {
  const { t } = useTranslation('sources')
  const navigate = useNavigate()
  const status = useSources(state => state.status)
  const item = useItems().find(({ key }) => key === keyOf(source))
  useEffect(() => {
    // Picture addresses in data read long ago have expired.
    void readSources()
    void useDirectory.getState().open()
  }, [])
  const open = () => void navigate(`/feed?source=${keyOf(source)}`)
  return (
    <Pane as="main" kind="canvas">
      <PaneHeader title={item?.name ?? t('title')} />
      <PaneBody padded>
        {picture !== null && <StoredPicture key={picture} id={picture} />}
        {picture === null && item && <Tile item={item} isCurrent onOpen={open} />}
        {picture === null && !item && status === 'failed' && <Failed />}
        {picture === null && !item && status === 'ready' && (
          <NoAccess wanted={source} onBack={() => void navigate('/feed')} />
        )}
        {picture === null && !item && status !== 'failed' && status !== 'ready' && (
          <Skeleton height="auto" className="aspect-video rounded-md" />
        )}
      </PaneBody>
    </Pane>
  )
}

function StoredPicture({ id }: { id: string }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const frame = useLogPictures(state => state.pictures[id])
  useEffect(() => useLogPictures.getState().want([id]), [id])
  if (frame === undefined) return <Skeleton height="auto" className="aspect-video rounded-md" />
  if (typeof frame === 'string')
    return <StateBlock icon={ImageOff} tone="neutral" title={t(frame === 'hidden' ? 'found.gone' : 'found.failed')} />
  const when = dayAndTime(frame.taken_at)
  return (
    <figure className="grid gap-2">
      <FrameImage
        frame={frame}
        alt={t('logged.picture', { when })}
        className="w-full rounded-md bg-surface-3"
        renew={useLogPictures.getState().renew}
      />
      <figcaption className="text-sm text-muted">{when}</figcaption>
      <TasksFrom origin={`frame:${frame.id}`} />
    </figure>
  )
}
