import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Topic } from '#shared/contract/meetings/endpoints'
import { clockText } from '../../../platform/clock-text'
import { cx } from '../../../ui/cx'
import type { Player } from './player'
import { indexAt, useCurrentIndex } from './use-player'

interface Props {
  topics: readonly Topic[]
  player: Player
  /** Shows the place where a topic begins. */
  onShow: (start: number) => void
}

/** The topics of a meeting, each of which leads to its beginning; the one that is heard is marked. */
export function TopicList({ topics, player, onShow }: Props) {
  const { t } = useTranslation('meetings')
  const id = useId()
  const current = useCurrentIndex(player, topics)
  return (
    <nav aria-labelledby={id} className="print:hidden">
      <h2 id={id} className="pb-1.5 text-sm font-semibold">
        {t('topics.title')}
      </h2>
      <ol className="grid gap-0.5">
        {topics.map(({ start, title }, at) => (
          <li key={start}>
            <button
              type="button"
              aria-current={at === current || undefined}
              onClick={() => onShow(start)}
              className={cx(
                'flex w-full gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-surface-3 pointer-coarse:min-h-touch pointer-coarse:items-center',
                at === current && 'bg-accent-soft text-accent-ink',
              )}
            >
              <span className="shrink-0 text-muted tabular-nums">{clockText(start)}</span>{' '}
              <span className="min-w-0 wrap-anywhere">{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The topics that begin with each segment, by its index. Segments may have been joined since. */
export function topicsBySegment(
  topics: readonly Topic[],
  segments: readonly { start: number }[],
): ReadonlyMap<number, readonly Topic[]> {
  const found = new Map<number, Topic[]>()
  for (const topic of topics) {
    const index = Math.max(0, indexAt(segments, topic.start))
    found.set(index, [...(found.get(index) ?? []), topic])
  }
  return found
}
