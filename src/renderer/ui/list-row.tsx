import type { ReactNode } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

interface Looks {
  title: ReactNode
  /** A second, smaller line. */
  meta?: ReactNode
  /** Shown on a square tile if there is a second line, otherwise bare. */
  icon?: Icon
  /** Replaces the icon, for example with an avatar. */
  leading?: ReactNode
  trailing?: ReactNode
  selected?: boolean
}

type Props = Looks & ({ href: string; onPress?: never } | { href?: never; onPress: () => void })

function Leading({
  icon: Glyph,
  leading,
  tile,
  selected,
}: Pick<Looks, 'icon' | 'leading' | 'selected'> & { tile: boolean }) {
  if (leading !== undefined) return leading
  if (!Glyph) return null
  if (!tile) return <Glyph size={16} className={selected ? 'text-accent' : 'text-muted'} />
  return (
    <span
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-sm',
        selected ? 'bg-surface-1 text-accent' : 'bg-surface-3 text-muted',
      )}
    >
      <Glyph size={16} />
    </span>
  )
}

/** A row of a list pane: a link if it leads to an address, otherwise a button. */
export function ListRow({ title, meta, icon, leading, trailing, selected = false, href, onPress }: Props) {
  const className = cx(
    'mx-2 flex min-w-0 items-center gap-2.5 rounded-sm px-2.5 py-2 text-left text-default no-underline pointer-coarse:min-h-touch',
    selected ? 'bg-accent-soft' : 'hover:bg-surface-3',
  )
  const content = (
    <>
      <Leading icon={icon} leading={leading} tile={meta !== undefined} selected={selected} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{title}</span>
        {meta !== undefined && <span className="block truncate text-xs text-muted">{meta}</span>}
      </span>
      {trailing}
    </>
  )
  if (href !== undefined) {
    return (
      <a href={href} aria-current={selected ? 'page' : undefined} className={className}>
        {content}
      </a>
    )
  }
  return (
    <button type="button" aria-current={selected || undefined} onClick={onPress} className={className}>
      {content}
    </button>
  )
}

/** The heading of a group of rows, optionally with a count or a small action at its end. */
export function ListSection({ title, trailing }: { title: string; trailing?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-2 px-4 pt-3.5 pb-1.5 text-xs font-semibold text-muted">
      <h2 className="truncate">{title}</h2>
      {trailing}
    </div>
  )
}
