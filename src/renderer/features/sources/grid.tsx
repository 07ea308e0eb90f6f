import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { useLocalKeys } from '../../ui/local-keys'
import type { Item } from './items'
import { neighbour } from './neighbour'
import { BigTile, Tile } from './tile'

interface Props {
  /** In order; a focused source comes first. */
  items: readonly Item[]
  focused: string | null
  onFocus: (key: string | null) => void
  onFullScreen: () => void
  onDetails: () => void
  isDetailsShown: boolean
}

const SOURCE = '[data-source]'
const keyAt = (element: Element | null) => element?.closest(SOURCE)?.getAttribute('data-source') ?? null

/** All sources with pictures. Arrow keys move, Enter focuses a source, Escape returns to all. */
export function Grid({ items, focused, onFocus, onFullScreen, onDetails, isDetailsShown }: Props) {
  const { t } = useTranslation('sources')
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const others = items.filter(item => item.key !== focused)
  const reached = others.some(item => item.key === current) ? current : (others[0]?.key ?? null)

  const find = (key: string | null) =>
    [...(list.current?.querySelectorAll<HTMLElement>(SOURCE) ?? [])].find(tile => keyAt(tile) === key)

  // A tile with the keyboard focus keeps it when it becomes the large picture, and back.
  const hadFocus = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the focused source moves the keyboard focus.
  useEffect(() => {
    const key = hadFocus.current
    hadFocus.current = null
    if (key !== null) find(key)?.focus()
  }, [focused])

  function look(key: string | null) {
    hadFocus.current = key ?? focused
    setCurrent(key ?? focused)
    onFocus(key)
  }

  const onKeyDown = useLocalKeys('grid', [
    { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], does: 'neighbour', run: move },
  ])
  function move(key: string) {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>(SOURCE) ?? [])]
    const here = document.activeElement
    const at = here ? tiles.findIndex(tile => keyAt(tile) === keyAt(here)) : -1
    const to = neighbour(
      tiles.map(tile => tile.getBoundingClientRect()),
      at,
      key,
    )
    const next = to === null ? undefined : tiles[to]
    if (!next) return false
    setCurrent(keyAt(next))
    next.focus()
    return true
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || focused === null || event.defaultPrevented) return
    event.preventDefault()
    look(null)
  }

  return (
    <ul
      ref={list}
      aria-label={t('list.label')}
      onKeyDown={event => onKeyDown(event) || leave(event)}
      className="grid grid-cols-2 gap-3 max-md:gap-2.5 md:grid-cols-3 xl:grid-cols-4"
    >
      {items.map(item => {
        const isBig = item.key === focused
        return (
          <li key={item.key} className={cx('min-w-0', isBig && 'col-span-2 md:col-span-3 xl:row-span-3')}>
            {isBig ? (
              <BigTile item={item} onFullScreen={onFullScreen} onDetails={onDetails} isDetailsShown={isDetailsShown} />
            ) : (
              <Tile item={item} isCurrent={item.key === reached} onOpen={() => look(item.key)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
