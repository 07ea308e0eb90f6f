import { useTranslation } from 'react-i18next'
import { useCopiesShown } from '../../platform/copies-shown'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import type { SourceKey } from './keys'
import { feedCopy } from './last-read'
import { type Picture, useSources } from './store'
import { usePicture } from './use-picture'

interface Props {
  source: SourceKey
  name: string
  /** Shows the picture without cropping, for the large view. */
  isWhole?: boolean
  /** The picture is no longer live and is greyed out. */
  isOld: boolean
}

/** The latest picture of a source. It fills its box, so that nothing moves when a picture arrives. */
export function LivePicture({ source, name, isWhole = false, isOld }: Props) {
  const { t } = useTranslation('sources')
  const newest = useSources(state => state.pictures[source])
  const { before, shown, coming, arrived, failed } = usePicture(newest)
  const alt = useAlt(name)
  const isCopy = useCopiesShown(({ shown }) => feedCopy in shown)
  return (
    <span className="absolute inset-0 bg-surface-0" data-theme="dark">
      {[before, shown, coming].map(
        picture =>
          picture && (
            <img
              key={picture.id}
              src={picture.url}
              alt={picture === (shown ?? coming) ? alt(picture) : ''}
              onLoad={picture === coming ? arrived : undefined}
              onError={picture === coming ? failed : undefined}
              className={cx(
                'absolute inset-0 size-full transition-opacity duration-base',
                isWhole ? 'object-contain' : 'object-cover',
                picture === coming ? 'opacity-0' : isOld && 'opacity-60 grayscale',
              )}
            />
          ),
      )}
      {!newest && (
        <span className="absolute inset-0 grid place-items-center px-3 text-center text-xs text-muted">
          {t(isCopy ? 'tile.notKept' : 'tile.noPicture')}
        </span>
      )}
    </span>
  )
}

/** Returns the alternative text of a picture: whose it is, and from when. */
function useAlt(name: string): (picture: Picture) => string {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  return ({ taken_at }) => t('tile.picture', { name, when: dayAndTime(taken_at) })
}
