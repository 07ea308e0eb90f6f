import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ArrowRightLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useFormat } from '../../../platform/format'
import { Badge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { dueText, Faces, isLate, StatusBadge } from '../parts'

export interface Column {
  id: string
  name: string
}

/** What a dragged card carries. */
export const dragKey = 'task'

interface Props {
  card: TaskCard
  column: string
  /** The columns that the card can be moved to. */
  columns: readonly Column[]
  isOpen: boolean
  isStatusShown: boolean
  onOpen: (task_id: number) => void
  onMove: (card: TaskCard, from: string, to: string) => void
  onDrag: (isDragged: boolean) => void
}

/** A task on a board. It is dragged, or moved by its menu. */
export function BoardCard({ card, column, columns, isOpen, isStatusShown, onOpen, onMove, onDrag }: Props) {
  const { t } = useTranslation('tasks')
  const element = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [label] = card.labels
  const latest = useRef(onDrag)
  useEffect(() => {
    latest.current = onDrag
  })
  useEffect(() => {
    if (!element.current) return
    const drag = (is: boolean) => {
      setDragged(is)
      latest.current(is)
    }
    return draggable({
      element: element.current,
      getInitialData: () => ({ [dragKey]: card, column }),
      onDragStart: () => drag(true),
      onDrop: () => drag(false),
    })
  }, [card, column])
  const others = columns.filter(({ id }) => id !== column)
  return (
    <article
      ref={element}
      aria-label={card.title}
      className={cx(
        'group relative flex flex-col gap-2 rounded-md border bg-surface-1 px-3 py-2.5 shadow-1',
        isOpen ? 'border-accent' : 'border-line',
        isDragged && 'opacity-50',
      )}
    >
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(card.id)}
        className="pr-6 text-left text-sm font-medium break-words after:absolute after:inset-0 after:rounded-md hover:underline"
      >
        {card.title}
      </button>
      <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
        <Faces ids={card.assignees} />
        {label && <span className="truncate">{label}</span>}
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <Due card={card} isStatusShown={isStatusShown} />
        </span>
      </span>
      {others.length > 0 && (
        <span className="absolute top-1 right-1 z-1 rounded-sm bg-surface-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <Menu
            label={t('moveTo')}
            entries={others.map(({ id, name }) => ({
              label: name,
              needsServer: true,
              onSelect: () => onMove(card, column, id),
            }))}
          >
            {trigger => (
              <IconButton {...trigger} icon={ArrowRightLeft} size="sm" label={t('moveOf', { title: card.title })} />
            )}
          </Menu>
        </span>
      )}
    </article>
  )
}

function Due({ card, isStatusShown }: { card: TaskCard; isStatusShown: boolean }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const { deadline, status, source } = card
  if (isLate(card) && deadline !== null) {
    const days = format.daysAgo(deadline)
    const text = days > 0 ? t('daysLate', { count: days }) : t('due', { time: format.time(deadline) })
    return <Badge tone="danger">{text}</Badge>
  }
  if (status !== 'todo' && isStatusShown) return <StatusBadge status={status} />
  if (deadline !== null) {
    const isToday = format.daysAgo(deadline) === 0
    return (
      <Badge tone={isToday ? 'warn' : 'neutral'}>
        {isToday ? t('due', { time: format.time(deadline) }) : dueText(format, deadline)}
      </Badge>
    )
  }
  if (source !== 'person') return <Badge tone="accent">{t(`source.${source}`)}</Badge>
  return isStatusShown ? <StatusBadge status={status} /> : null
}
