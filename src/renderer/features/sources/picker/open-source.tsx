import { Check, ChevronLeft, Eye, EyeOff, ImagePlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import type { Item } from '../items'
import { LivePicture } from '../live-picture'
import { useWatchingText } from '../names'
import { useSources } from '../store'
import { Why } from '../unavailable'
import { useWatch } from '../use-watch'
import type { Choice } from './choice'
import { EarlierPictures } from './earlier-pictures'
import { useExactTime } from './exact-time'

interface Props {
  item: Item
  choice: Choice
  onBack: () => void
}

const nobody: never[] = []

/**
 * One source, watched while it is open: the current picture and earlier ones. People being watched are told, as on the
 * Source page [D34].
 */
export function OpenSource({ item, choice, onBack }: Props) {
  const { t } = useTranslation('sources')
  const { day } = useFormat()
  const exactTime = useExactTime()
  useWatch(item.kind === 'camera' || item.isThere ? item.key : null)
  const picture = useSources(state => state.pictures[item.key])
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed list entry no longer exists.
  useEffect(() => title.current?.focus(), [])
  const isChosen = picture !== undefined && choice.has(picture.id)
  const when = picture && `${day(picture.taken_at)}, ${exactTime(picture.taken_at)}`
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <Button size="sm" variant="quiet" icon={ChevronLeft} className="-ml-2" onClick={onBack}>
          {t('detail.grid')}
        </Button>
        <h3 ref={title} tabIndex={-1} className="min-w-0 truncate rounded-xs text-md font-semibold">
          {item.name}
        </h3>
      </div>
      <figure className="relative aspect-video overflow-hidden rounded-md bg-surface-0">
        <LivePicture source={item.key} name={item.name} isWhole isOld={!item.isThere} />
      </figure>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-sm text-muted tabular-nums">{when}</p>
        <Button
          icon={isChosen ? Check : ImagePlus}
          variant={isChosen ? 'soft' : 'primary'}
          aria-pressed={isChosen}
          disabled={!picture || (choice.isFull && !isChosen)}
          onClick={() => picture && choice.toggle(picture.id)}
        >
          {t(picture ? 'pick.take' : 'pick.waiting')}
        </Button>
      </div>
      <SeenLooking item={item} />
      <EarlierPictures source={item.key} choice={choice} />
    </>
  )
}

/** Says who can see that the person is watching and who else watches, or why there is no picture. */
function SeenLooking({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  const viewers = useSources(state => state.viewers[item.key] ?? nobody)
  const watching = useWatchingText()
  if (!item.isThere) {
    return (
      <p className="mt-2 flex gap-1.5 text-sm">
        <EyeOff size={16} className="mt-0.5 shrink-0 text-muted" />
        <Why item={item} />
      </p>
    )
  }
  const seen = () => {
    if (item.kind === 'camera') return t('pick.seenAtCamera')
    return item.isOwn ? t('pick.ownScreen') : t('pick.seen', { name: item.name })
  }
  return (
    <p role="note" className="mt-2 flex gap-1.5 rounded-sm bg-surface-2 px-3 py-2 text-sm">
      <Eye size={16} className="mt-0.5 shrink-0 text-muted" />
      <span>
        {seen()} <span className="text-muted">{viewers.length > 0 && watching(viewers)}</span>
      </span>
    </p>
  )
}
