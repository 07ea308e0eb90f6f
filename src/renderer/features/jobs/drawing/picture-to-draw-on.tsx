import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { type Picture, useSources } from '../../sources/store'
import { keyOf } from '../source-names'

interface Props {
  source: Source
  children: (picture: Picture) => ReactNode
}

/** The newest picture of a source. It is the last one that was taken: nobody is watched for a drawing [D34]. */
export function PictureToDrawOn({ source, children }: Props) {
  const { t } = useTranslation('jobs')
  const picture = useSources(state => state.pictures[keyOf(source)])
  // The address of a picture is valid for a minute.
  useEffect(() => void useSources.getState().refresh(), [])
  if (picture) return children(picture)
  return (
    <p className="flex items-center gap-2 rounded-md bg-surface-2 p-4 text-sm text-muted">
      <ImageOff size={16} className="shrink-0" />
      {t('draw.noPicture')}
    </p>
  )
}
