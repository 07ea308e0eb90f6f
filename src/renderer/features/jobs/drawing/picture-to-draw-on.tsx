import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { keyOf } from '../../sources/keys'
import { type Picture, useSources } from '../../sources/store'
import { useWatch } from '../../sources/use-watch'

interface Props {
  source: Source
  children: (picture: Picture) => ReactNode
}

/**
 * The newest picture of a source. A camera is watched until there is one; a screen never, because the person who shares
 * it would be watched for a drawing.
 */
export function PictureToDrawOn({ source, children }: Props) {
  const { t } = useTranslation('jobs')
  const key = keyOf(source)
  const picture = useSources(state => state.pictures[key])
  // The address of a picture is valid for a minute.
  useEffect(() => void useSources.getState().refresh(), [])
  useWatch(source.kind === 'camera' && !picture ? key : null)
  if (picture) return children(picture)
  return (
    <p className="flex items-center gap-2 rounded-md bg-surface-2 p-4 text-sm text-muted">
      <ImageOff size={16} className="shrink-0" />
      {t(source.kind === 'camera' ? 'draw.waiting' : 'draw.noScreen')}
    </p>
  )
}
