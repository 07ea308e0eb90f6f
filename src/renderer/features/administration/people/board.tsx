import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/contract/organisations/endpoints'
import { useShortcut } from '../../../platform/shortcuts'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { dragKey, openMoveMenu, PersonCard, type Target } from './card'

export interface Column extends Target {
  people: readonly Member[]
  /** Whether somebody can be moved here. */
  isTarget: boolean
  /** Whether the column is brought into view and stands out. */
  isSelected?: boolean
  /** The menu of the column. */
  entries: readonly MenuEntry[]
}

interface Props {
  label: string
  columns: readonly Column[]
  openPerson: number | null
  onOpen: (user_id: number) => void
  onMove: (person: Member, from: string, to: string) => void
  /** What changes for a person who is moved to a column. */
  noteOf: (person: Member, from: string, to: string) => string
}

/** How many people a column shows at first. */
const shownAtFirst = 8

/** The people of the workspace in columns. On a phone the columns snap while they scroll sideways. */
export function PeopleBoard({ label, columns, ...rest }: Props) {
  const { t } = useTranslation('administration')
  useShortcut({ keys: 'm', label: t('board.shortcut'), group: t('section.people') }, openMoveMenu)
  const targets = columns.filter(column => column.isTarget)
  return (
    <section
      aria-label={label}
      className="grid shrink-0 auto-cols-[minmax(190px,260px)] grid-flow-col items-start gap-3 overflow-x-auto overscroll-x-contain pb-2 max-md:snap-x max-md:snap-mandatory max-md:auto-cols-[84%]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
    >
      {columns.map(column => (
        <ColumnOfBoard key={column.id} column={column} targets={targets} {...rest} />
      ))}
    </section>
  )
}

const isPerson = (value: unknown): value is Member => typeof value === 'object' && value !== null && 'user_id' in value

function ColumnOfBoard({
  column,
  targets,
  openPerson,
  onOpen,
  onMove,
  noteOf,
}: Omit<Props, 'label' | 'columns'> & { column: Column; targets: readonly Target[] }) {
  const { t } = useTranslation('administration')
  const element = useRef<HTMLElement>(null)
  const [note, setNote] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const latest = useRef({ onMove, noteOf })
  useEffect(() => {
    latest.current = { onMove, noteOf }
  })
  const { id, name, isTarget, people, entries, isSelected = false } = column
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelected])
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => isTarget && isPerson(source.data[dragKey]) && source.data.column !== id,
      onDragEnter({ source }) {
        setOver(true)
        const { [dragKey]: person, column: from } = source.data
        if (isPerson(person) && typeof from === 'string') setNote(latest.current.noteOf(person, from, id))
      },
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        const { [dragKey]: person, column: from } = source.data
        if (isPerson(person) && typeof from === 'string') latest.current.onMove(person, from, id)
      },
    })
  }, [id, isTarget])
  const shown = isWhole ? people : people.slice(0, shownAtFirst)
  const headingId = `column-${id}`
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      aria-current={isSelected ? 'true' : undefined}
      className={cx(
        'flex min-w-0 snap-start flex-col gap-2 rounded-md border p-3',
        isOver || isSelected ? 'border-accent' : 'border-line',
        isOver ? 'bg-accent-soft' : 'bg-surface-2',
      )}
    >
      <div className="flex min-h-6 items-center gap-2">
        <h3 id={headingId} className="truncate text-sm font-semibold">
          {name}
        </h3>
        <Badge>{people.length}</Badge>
        {entries.length > 0 && (
          <span className="ml-auto">
            <Menu label={name} entries={entries} align="end">
              {trigger => <IconButton {...trigger} icon={Ellipsis} size="sm" label={t('board.menuOf', { name })} />}
            </Menu>
          </span>
        )}
      </div>
      <ul className="flex flex-col gap-1.5">
        {shown.map(person => (
          <li key={person.user_id}>
            <PersonCard
              person={person}
              column={id}
              targets={isMovableFrom(column, targets)}
              isOpen={person.user_id === openPerson}
              onOpen={() => onOpen(person.user_id)}
              onMove={to => onMove(person, id, to)}
              noteOf={to => noteOf(person, id, to)}
            />
          </li>
        ))}
      </ul>
      {people.length === 0 && <p className="text-xs text-muted">{t('board.nobody')}</p>}
      {shown.length < people.length && (
        <Button size="sm" variant="quiet" className="justify-start" onClick={() => setWhole(true)}>
          {t('board.more', { count: people.length - shown.length })}
        </Button>
      )}
      {isOver && note && <p className="text-xs text-accent-ink">{note}</p>}
    </section>
  )
}

/** Nobody is moved out of a column that the person may not change. */
function isMovableFrom(column: Column, targets: readonly Target[]): readonly Target[] {
  return column.isTarget ? targets.filter(target => target.id !== column.id) : []
}
