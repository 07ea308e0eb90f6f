import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import { TasksFrom } from '../home/slots'
import { LogText } from './corrections/log-text'
import { DiscussionRow } from './discussion/discussion-row'
import type { Entry } from './outbox'
import { PendingBody } from './pending-body'
import { type FeedRow, rowId } from './rows'
import { LogLabels, PendingLabels } from './slots'
import { useFilter } from './use-filter'

const nodes = { mate: 'border-accent', person: 'border-strong', dashed: 'border-dashed border-accent' }

function nodeOf({ log }: FeedRow): keyof typeof nodes {
  if (!log || log.is_generating) return 'dashed'
  return log.created_by ? 'person' : 'mate'
}

/** Reserves the height of its buttons, so that nothing moves when a log arrives. */
const footer = 'flex min-h-[30px] flex-wrap items-center gap-x-2'

interface Props {
  row: FeedRow
  /** Counted from one, newest first; `size` is -1 while there may be more. */
  position: number
  size: number
  /** The day that starts here, for all rows but the first. */
  heading: string | null
  /** The only entry of the feed that is a Tab stop. */
  isCurrent: boolean
  isHighlighted: boolean
  isOffline: boolean
  onEdit: (entry: Entry) => void
}

/**
 * An entry of the feed: a log, or the placeholder of an unsent one. The element stays the same when the log replaces
 * the placeholder, so that nothing moves and the focus stays.
 */
export const FeedEntry = memo(function FeedEntry({ row, position, size, heading, isCurrent, ...rest }: Props) {
  const { isHighlighted, isOffline, onEdit } = rest
  const { log, entry } = row
  const titleId = `${rowId(row)}-title`
  return (
    <article
      id={rowId(row)}
      // A feed is read entry by entry, each with the focus.
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={size}
      aria-busy={(log ? log.is_generating : entry.state === 'sending') || undefined}
      className="scroll-mt-14 scroll-mb-4 rounded-sm"
    >
      {/* A feed may contain only articles, so the day is inside its first one. */}
      {heading && <h2 className="pt-3 pb-2.5 text-md font-semibold first-letter:uppercase">{heading}</h2>}
      <div
        className={cx(
          'relative grid grid-cols-[50px_13px_minmax(0,1fr)] gap-[9px] rounded-sm pt-2 pb-3 md:grid-cols-[56px_14px_minmax(0,1fr)] md:gap-3',
          "before:absolute before:top-6 before:-bottom-3 before:left-[65px] before:w-px before:bg-line before:content-[''] md:before:left-[74px]",
          isHighlighted && 'bg-accent-soft',
        )}
      >
        <span className="text-right text-xs leading-5 whitespace-nowrap text-muted tabular-nums">
          {log && <TimeLink log={log} />}
        </span>
        <span
          aria-hidden="true"
          className={cx('z-[1] mx-px my-[5px] size-[11px] rounded-full border-2 bg-surface-1', nodes[nodeOf(row)])}
        />
        <div className="min-w-0">
          {log ? (
            <>
              <LogText log={log} titleId={titleId} />
              <div className={footer}>
                {log.is_generating ? (
                  <PendingLabels doc_id={log.doc_id} labels={log.labels} isOwn={false} />
                ) : (
                  <>
                    <LogLabels log={log} />
                    <DiscussionRow log={log} />
                  </>
                )}
              </div>
              <TasksFrom origin={`log:${log.id}`} />
            </>
          ) : (
            <PendingBody
              entry={entry}
              titleId={titleId}
              isOffline={isOffline}
              onEdit={onEdit}
              labels={
                <div className={footer}>
                  <PendingLabels doc_id={entry.doc_id} labels={entry.labels} isOwn />
                </div>
              }
            />
          )}
        </div>
      </div>
    </article>
  )
})

function TimeLink({ log: { id, doc_id, created_at } }: { log: Log }) {
  const { t } = useTranslation('logbooks')
  const format = useFormat()
  const { addressOf } = useFilter(doc_id)
  return (
    <a
      href={`#${addressOf({ log: id })}`}
      aria-label={t('timeline.linkTo', { when: format.dayAndTime(created_at) })}
      className="text-muted no-underline hover:underline"
    >
      <time dateTime={created_at}>{format.time(created_at)}</time>
    </a>
  )
}
