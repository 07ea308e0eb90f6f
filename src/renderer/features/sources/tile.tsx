import { Cctv, Eye, Maximize2, PanelRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { AddPictures } from './add-pictures'
import type { Item } from './items'
import { LivePicture } from './live-picture'
import { useSources } from './store'
import { useStatusText } from './use-status-text'
import { useInSight, useWatch } from './use-watch'

const BOX = 'relative block w-full overflow-hidden rounded-md bg-surface-0 text-left'
const CHIP =
  'inline-flex h-[22px] items-center gap-1.5 rounded-xs px-[7px] text-xs font-medium whitespace-nowrap tabular-nums'
const RING = 'ring-2 ring-offset-2 ring-offset-surface-0'

interface TileProps {
  item: Item
  /** Whether the Tab key reaches this tile; the arrow keys lead to the others. */
  isCurrent: boolean
  onOpen: () => void
}

/**
 * A source in the grid, watched while it is visible. One's own screen is not watched, because nobody needs to be
 * captured for themselves.
 */
export function Tile({ item, isCurrent, onOpen }: TileProps) {
  const { t } = useTranslation('sources')
  const box = useRef<HTMLButtonElement>(null)
  const isInSight = useInSight(box)
  const isOwn = item.kind === 'screen' && item.isOwn
  const isLooking = isInSight && !isOwn
  useWatch(isLooking ? item.key : null)
  const status = useStatusText()(item, isLooking)
  const viewers = useViewerCount(item)
  const spoken = [item.name, t(`tile.${item.kind}`), status, viewers > 0 && t('tile.viewers', { count: viewers })]
  return (
    <div className={cx(BOX, 'aspect-video', isOwn && `${RING} ring-capture`)}>
      <Face item={item} status={status} viewers={viewers} isSaidElsewhere />
      {/* An empty button over the picture, whose name contains all the information in an order made for listening. */}
      <button
        ref={box}
        type="button"
        data-source={item.key}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onOpen}
        aria-label={spoken.filter(Boolean).join(', ')}
        className="absolute inset-0 rounded-md"
      />
    </div>
  )
}

interface BigTileProps {
  item: Item
  onFullScreen: () => void
  onDetails: () => void
  isDetailsShown: boolean
}

/** The focused source, watched whether it is visible or not. */
export function BigTile({ item, onFullScreen, onDetails, isDetailsShown }: BigTileProps) {
  const { t } = useTranslation('sources')
  useWatch(item.kind === 'camera' || item.isThere ? item.key : null)
  const status = useStatusText()(item, true)
  const viewers = useViewerCount(item)
  const isOwn = item.kind === 'screen' && item.isOwn
  return (
    <figure
      data-source={item.key}
      tabIndex={-1}
      aria-label={[item.name, t(`tile.${item.kind}`), status].join(', ')}
      className={cx(BOX, RING, 'aspect-video xl:min-h-full', isOwn ? 'ring-capture' : 'ring-accent')}
    >
      <Face item={item} status={status} viewers={viewers} isWhole />
      <span data-theme="dark" className="absolute right-2 bottom-2 flex gap-1">
        <AddPicture item={item} />
        <IconButton
          icon={Maximize2}
          label={t('detail.fullScreen')}
          keys="f"
          variant="outline"
          tooltipSide="top"
          onClick={onFullScreen}
        />
        {!isDetailsShown && (
          <IconButton
            icon={PanelRight}
            label={t('detail.show')}
            variant="outline"
            tooltipSide="top"
            onClick={onDetails}
          />
        )}
      </span>
    </figure>
  )
}

/** Writes a log with the visible picture. */
function AddPicture({ item: { key, name } }: { item: Item }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const picture = useSources(state => state.pictures[key])
  if (!picture) return null
  const { id, url, taken_at } = picture
  const alt = t('tile.picture', { name, when: dayAndTime(taken_at) })
  return <AddPictures frames={[{ id, url, alt }]} isFloating />
}

/** Returns the number of viewers; none while nothing is visible or the number cannot be known. */
export function useViewerCount({ key }: Item): number {
  return useSources(({ feedStatus, pictures, viewers }) =>
    feedStatus === 'CONNECTED' && pictures[key] ? (viewers[key]?.length ?? 0) : 0,
  )
}

interface FaceProps {
  item: Item
  status: string
  viewers: number
  isWhole?: boolean
  /** State, viewers and name are part of the accessible name of an element beside it. */
  isSaidElsewhere?: boolean
}

/** Picture, state, viewers and name. It is dark in both themes, because pictures have no theme. */
export function Face({ item, status, viewers, isWhole, isSaidElsewhere }: FaceProps) {
  const { t } = useTranslation('sources')
  const hasPictures = useSources(({ feedStatus, live }) => feedStatus === 'CONNECTED' && live[item.key] === true)
  const isLive = hasPictures && item.isThere && (item.kind === 'camera' || item.screen.state === 'sharing')
  const isOwn = item.kind === 'screen' && item.isOwn
  return (
    <>
      <LivePicture source={item.key} name={item.name} isWhole={isWhole} isOld={!isLive} />
      <span
        data-theme="dark"
        aria-hidden={isSaidElsewhere}
        className="absolute inset-x-2 top-2 flex justify-between gap-1.5"
      >
        {isOwn && item.isThere ? (
          <Chip isCapture>
            <Eye size={14} />
            {t(item.screen.state === 'paused' ? 'tile.ownPaused' : 'tile.own')}
          </Chip>
        ) : (
          <Chip>
            <span className={cx('size-[7px] rounded-full', isLive ? 'bg-success' : 'bg-connecting')} />
            {isLive ? t('tile.live') : <Since item={item} status={status} />}
          </Chip>
        )}
        {viewers > 0 && (
          <Chip className={cx('ml-auto', isOwn && 'max-md:hidden')}>
            <Eye size={14} />
            <span aria-hidden="true">{viewers}</span>
            <span className="sr-only">{t('tile.viewers', { count: viewers })}</span>
          </Chip>
        )}
      </span>
      <span
        data-theme="dark"
        aria-hidden={isSaidElsewhere}
        className="absolute inset-x-0 bottom-0 flex items-center gap-[7px] bg-linear-to-t from-surface-0/90 via-surface-0/60 to-transparent px-2.5 pt-8 pb-2 text-sm font-medium text-default"
      >
        {item.kind === 'camera' ? (
          <Cctv size={16} />
        ) : (
          <Avatar
            name={item.screen.user.user_displayname}
            id={String(item.screen.user.user_id)}
            src={item.screen.user.user_image}
            size={20}
            decorative
          />
        )}
        <span className={cx('truncate', isWhole && 'pr-20')}>{item.name}</span>
      </span>
    </>
  )
}

/** Says from when the picture is if it is not live. */
function Since({ item, status }: { item: Item; status: string }) {
  const { time } = useFormat()
  const at = useSources(state => state.pictures[item.key]?.taken_at)
  return at && item.isThere ? time(at) : status
}

interface ChipProps {
  /** Uses violet, because it is about the person being captured. */
  isCapture?: boolean
  className?: string
  children: ReactNode
}

function Chip({ isCapture = false, className, children }: ChipProps) {
  return (
    <span className={cx(CHIP, isCapture ? 'bg-capture text-on-capture' : 'bg-surface-0/80 text-default', className)}>
      {children}
    </span>
  )
}
