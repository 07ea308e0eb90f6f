import { CalendarClock, CircleAlert, KeyRound, ScreenShare, ScreenShareOff, UserPlus } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityItem } from '#shared/contract/activity/endpoints'
import { textBelowTitle } from '#shared/rules/log-title'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { LabelChip } from '../../ui/label-chip'
import { MateMark } from '../../ui/mate-mark'
import { withoutMarks } from '../../ui/without-marks'
import { LogPictures } from '../sources/slots'
import { ItemWords } from './item-words'

export const rowId = (key: string) => `activity-${key}`

interface Props {
  item: ActivityItem
  /** Counted from one; `size` is -1 while there may be more. */
  position: number
  size: number
  /** The day that begins here. */
  heading: string | null
  /** The only item that is a Tab stop. */
  isCurrent: boolean
}

/** Something that happened, with its evidence. */
export const ItemRow = memo(function ItemRow({ item, position, size, heading, isCurrent }: Props) {
  const { time } = useFormat()
  const titleId = `${rowId(item.key)}-title`
  return (
    <article
      id={rowId(item.key)}
      // A feed is read item by item, each with the focus.
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={size}
      className="scroll-my-4 rounded-sm"
    >
      {/* A feed may contain only articles, so the day is inside its first one. */}
      {heading && <h2 className="pt-3 pb-1.5 text-md font-semibold first-letter:uppercase">{heading}</h2>}
      <div
        className={cx(
          'relative grid grid-cols-[30px_minmax(0,1fr)] gap-3 py-2 md:grid-cols-[62px_30px_minmax(0,1fr)]',
          "before:absolute before:top-[38px] before:-bottom-2 before:left-[15px] before:w-px before:bg-line before:content-[''] md:before:left-[89px]",
        )}
      >
        <time
          dateTime={item.at}
          className="text-right text-xs leading-[30px] whitespace-nowrap text-muted tabular-nums max-md:hidden"
        >
          {time(item.at)}
        </time>
        <Face item={item} />
        <div className="min-w-0">
          <p id={titleId} className="pt-1 text-sm leading-[22px] wrap-anywhere">
            <ItemWords item={item} />{' '}
            <span className="text-xs whitespace-nowrap text-muted tabular-nums md:hidden">{time(item.at)}</span>
          </p>
          <Evidence item={item} />
        </div>
      </div>
    </article>
  )
})

/** Who did it; for jobs and rights, what it is about. */
function Face({ item }: { item: ActivityItem }) {
  switch (item.kind) {
    case 'run':
      return item.status === 'failed' ? <Disc icon={CircleAlert} tone="danger" /> : <Disc icon={CalendarClock} />
    case 'capture':
      return <Disc icon={item.is_start ? ScreenShare : ScreenShareOff} tone="capture" />
    case 'access':
      return <Disc icon={KeyRound} />
    case 'membership':
      return <Disc icon={UserPlus} />
    default:
      return item.actor ? (
        <Avatar
          decorative
          size={30}
          name={item.actor.user_displayname}
          id={String(item.actor.user_id)}
          src={item.actor.user_image}
        />
      ) : (
        <MateMark size={30} />
      )
  }
}

const tones = {
  neutral: 'bg-surface-3 text-muted',
  danger: 'bg-danger-soft text-danger-ink',
  // Reserved for screen capture.
  capture: 'bg-capture-soft text-capture-ink',
}

function Disc({ icon: Glyph, tone = 'neutral' }: { icon: Icon; tone?: keyof typeof tones }) {
  return (
    <span aria-hidden="true" className={cx('z-[1] grid size-[30px] place-items-center rounded-full', tones[tone])}>
      <Glyph size={16} />
    </span>
  )
}

const card = 'mt-1 rounded-md border border-line px-3 py-2'

/** The comment, or the log with its pictures and labels. */
function Evidence({ item }: { item: ActivityItem }) {
  const { t } = useTranslation('activity')
  if (item.kind === 'comment') return <p className={cx(card, 'text-sm wrap-anywhere')}>{plain(item.comment)}</p>
  if (item.kind !== 'log') return null
  const text = textBelowTitle({ title: item.title, content: withoutMarks(item.content).join('\n') })
  // Plain addresses have no pictures here.
  const frames = item.frame_ids.filter(id => !id.includes(':'))
  return (
    <div className={card}>
      <p className="text-sm font-semibold wrap-anywhere">{item.title}</p>
      {text && <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{text}</p>}
      {item.labels.length > 0 && (
        <ul aria-label={t('labels')} className="mt-1 flex flex-wrap gap-1.5">
          {item.labels.map(({ graph_id, label, text: name }) => (
            <li key={`${graph_id}.${label}`} className="flex min-w-0">
              <LabelChip index={label}>{name}</LabelChip>
            </li>
          ))}
        </ul>
      )}
      {frames.length > 0 && <LogPictures frame_ids={frames} />}
    </div>
  )
}

const plain = (markdown: string) => withoutMarks(markdown).join(' ')
