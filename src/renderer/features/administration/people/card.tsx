import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Crown, GripVertical, Shield } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/contract/organisations/endpoints'
import { Avatar } from '../../../ui/avatar'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'

export interface Target {
  id: string
  name: string
}

/** What a dragged person carries. */
export const dragKey = 'member'

/** Presses the button that moves the person in focus; returns whether there is one. */
export function openMoveMenu(): void {
  document.activeElement?.closest('[data-person]')?.querySelector<HTMLElement>('[data-move]')?.click()
}

interface Props {
  person: Member
  column: string
  /** Where the person can be moved. */
  targets: readonly Target[]
  isOpen: boolean
  onOpen: () => void
  onMove: (to: string) => void
  /** What changes for the person in another column. */
  noteOf: (to: string) => string
}

/** A person on the board, who is dragged, or moved by a menu that M opens. */
export function PersonCard({ person, column, targets, isOpen, onOpen, onMove, noteOf }: Props) {
  const { t } = useTranslation('administration')
  const element = useRef<HTMLDivElement>(null)
  const [isDragged, setDragged] = useState(false)
  const isMovable = targets.length > 0
  useEffect(() => {
    if (!element.current || !isMovable) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [dragKey]: person, column }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [person, column, isMovable])
  const name = person.user_displayname
  return (
    <div
      ref={element}
      data-person
      className={cx(
        'relative flex min-h-10 items-center gap-2 rounded-sm border bg-surface-1 px-2 py-1.5',
        isOpen ? 'border-accent' : 'border-line',
        isDragged && 'opacity-50',
      )}
    >
      <Avatar name={name} id={String(person.user_id)} src={person.user_image} size={24} decorative />
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className="min-w-0 flex-1 truncate text-left text-sm after:absolute after:inset-0 after:rounded-sm hover:underline"
      >
        {name}
      </button>
      <OrgRoleMark person={person} />
      {isMovable && (
        <span className="relative z-1 -mr-1">
          <Menu
            label={t('board.moveTo')}
            entries={targets.map(({ id, name: target }) => ({
              label: target,
              note: noteOf(id),
              needsServer: true,
              onSelect: () => onMove(id),
            }))}
          >
            {trigger => (
              <IconButton
                {...trigger}
                data-move
                icon={GripVertical}
                size="sm"
                keys="M"
                label={t('board.moveOf', { name })}
              />
            )}
          </Menu>
        </span>
      )}
    </div>
  )
}

/** Says who is an owner or admin. */
export function OrgRoleMark({ person: { org_role } }: { person: Member }) {
  const { t } = useTranslation('administration')
  if (org_role === 'member') return null
  const Glyph = org_role === 'owner' ? Crown : Shield
  return (
    <span title={t(`orgRole.${org_role}`)} className="text-accent">
      <Glyph size={15} />
      <span className="sr-only">{t(`orgRole.${org_role}`)}</span>
    </span>
  )
}
