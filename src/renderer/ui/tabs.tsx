import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

interface Tab<Id extends string> {
  id: Id
  label: string
  icon?: Icon
  count?: number
}

interface Props<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The panel of the selected tab. */
  children: ReactNode
  panelClassName?: string
}

/** Returns the tab to which a key moves, or -1 for other keys. */
function target(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}

/** Tabs above one panel. Arrow keys, Home and End select at once; Tab moves into the panel. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children, panelClassName }: Props<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(tab => tab.id === value)
    const to = target(event.key, at, tabs.length)
    const next = tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex shrink-0 gap-5 overflow-x-auto border-b border-line bg-surface-1 px-5 max-md:px-4"
      >
        {tabs.map(({ id: tabId, label: text, icon: Glyph, count }) => (
          <button
            key={tabId}
            type="button"
            role="tab"
            id={`${id}-${tabId}`}
            aria-selected={tabId === value}
            aria-controls={`${id}-panel`}
            tabIndex={tabId === value ? 0 : -1}
            onClick={() => onChange(tabId)}
            className={cx(
              'flex items-center gap-1.5 border-b-2 pt-2.5 pb-[9px] text-sm font-medium whitespace-nowrap pointer-coarse:min-h-touch',
              'focus-visible:-outline-offset-2 focus-visible:shadow-none',
              tabId === value ? 'border-accent text-default' : 'border-transparent text-muted hover:text-default',
            )}
          >
            {Glyph && <Glyph size={16} />}
            {text}
            {count !== undefined && <span className="text-xs text-muted tabular-nums">{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={panelClassName}>
        {children}
      </div>
    </>
  )
}
