import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logbooks'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import { SafeLink } from '../../ui/safe-link'
import { Skeleton } from '../../ui/skeleton'
import { WritingDots } from '../../ui/writing-dots'
import { Words } from './words'

/** What is the same for every row of the timeline. */
export interface Row {
  id: string
  /** Counted from one, newest first; `size` is -1 while there may be more. */
  position: number
  size: number
  /** The day that begins here, for all but the first row. */
  heading: string | null
  isCurrent: boolean
}

interface FrameProps extends Row {
  time: ReactNode
  node: 'mate' | 'person' | 'dashed'
  isHighlighted?: boolean
  isBusy?: boolean
  children: ReactNode
}

const nodes = {
  mate: 'border-accent bg-surface-1',
  person: 'border-strong bg-surface-1',
  dashed: 'border-dashed border-accent bg-surface-1',
}

/** A row: the day it opens, its time, its node on the line, and what it says. */
export function RowFrame({ time, node, isHighlighted, isBusy, children, ...row }: FrameProps) {
  const { id, position, size, heading, isCurrent } = row
  return (
    <>
      {heading && <h2 className="pt-3 pb-2.5 text-md font-semibold">{heading}</h2>}
      <article
        id={id}
        // A feed is read entry by entry, with the focus on each.
        tabIndex={isCurrent ? 0 : -1}
        aria-labelledby={`${id}-title`}
        aria-posinset={position}
        aria-setsize={size}
        aria-busy={isBusy || undefined}
        className={cx(
          'relative grid scroll-mt-14 scroll-mb-4 grid-cols-[50px_13px_minmax(0,1fr)] gap-[9px] rounded-sm pt-2 pb-3 md:grid-cols-[56px_14px_minmax(0,1fr)] md:gap-3',
          "before:absolute before:top-6 before:-bottom-3 before:left-[65px] before:w-px before:bg-line before:content-[''] md:before:left-[74px]",
          isHighlighted && 'bg-accent-soft',
        )}
      >
        <span className="text-right text-xs leading-5 whitespace-nowrap text-muted tabular-nums">{time}</span>
        <span
          aria-hidden="true"
          className={cx('z-[1] mx-px my-[5px] size-[11px] rounded-full border-2', nodes[node])}
        />
        <div className="min-w-0">{children}</div>
      </article>
    </>
  )
}

interface Props extends Row {
  log: Log
  isHighlighted: boolean
}

/** One log. */
export const LogEntry = memo(function LogEntry({ log, isHighlighted, ...row }: Props) {
  const { t } = useTranslation('logbooks')
  const format = useFormat()
  const { id, doc_id, title, content, created_at, created_by, is_generating, frame_ids } = log
  const time = (
    <a
      href={`#/docs/${doc_id}?log=${id}`}
      aria-label={t('timeline.linkTo', { when: format.dayAndTime(created_at) })}
      className="text-muted no-underline hover:underline"
    >
      <time dateTime={created_at}>{format.time(created_at)}</time>
    </a>
  )
  if (is_generating) {
    return (
      <RowFrame {...row} time={time} node="dashed" isBusy isHighlighted={isHighlighted}>
        <h3 id={`${row.id}-title`} className="flex items-center gap-2 text-md font-medium">
          {t('timeline.generating')}
          <WritingDots className="text-accent" />
        </h3>
        <div className="mt-2.5 grid max-w-[560px] gap-2">
          <Skeleton width="94%" />
          <Skeleton width="66%" />
        </div>
      </RowFrame>
    )
  }
  return (
    <RowFrame {...row} time={time} node={created_by ? 'person' : 'mate'} isHighlighted={isHighlighted}>
      <h3 id={`${row.id}-title`} className="text-md leading-5 font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-px text-sm text-muted">{created_by?.user_displayname ?? t('mate')}</p>
      {!saysTheSame(title, content) && (
        <div className="mt-1.5 max-w-[640px]">
          <Words>{content}</Words>
        </div>
      )}
      {frame_ids.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {frame_ids.map((address, index) => (
            <li key={address}>
              <SafeLink href={address}>{t('timeline.picture', { number: index + 1 })}</SafeLink>
            </li>
          ))}
        </ul>
      )}
    </RowFrame>
  )
})

/** A short log that was given no title is its own title: it is not said twice. */
export function saysTheSame(title: string, content: string): boolean {
  const text = content.trim()
  return text === '' || text === title || text.replace(/[.。।]$/u, '') === title
}
