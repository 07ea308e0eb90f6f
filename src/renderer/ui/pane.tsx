import { ChevronLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'

/** The panes of a screen side by side; below 768 px one at a time. */
export function Panes({ children }: { children: ReactNode }) {
  return <div className="flex h-full min-h-0 min-w-0 max-md:flex-col">{children}</div>
}

export type PaneKind = 'list' | 'content' | 'canvas'

const KINDS: Record<PaneKind, string> = {
  list: 'shrink-0 border-r border-line bg-surface-2 max-md:w-full max-md:flex-1 max-md:border-r-0 max-md:bg-surface-1',
  content: 'flex-1 bg-surface-1',
  canvas: 'flex-1 bg-surface-0',
}

type PaneProps = ComponentProps<'section'> & {
  /**
   * list: a 296 px column of rows. content: takes the remaining width. canvas: takes the remaining width, with cards on
   * grey.
   */
  kind?: PaneKind
  /** Sets the width of the list to 224 px, for settings. */
  narrow?: boolean
  /** The landmark: `main` for the pane with the page's h1. */
  as?: 'section' | 'main' | 'aside' | 'nav'
  /** On a phone only one pane shows; the others are false. */
  onPhone?: boolean
}

export function Pane({
  kind = 'content',
  narrow = false,
  as: Landmark = 'section',
  onPhone = true,
  className,
  ...rest
}: PaneProps) {
  return (
    <Landmark
      {...rest}
      className={cx(
        'flex min-h-0 min-w-0 flex-col',
        KINDS[kind],
        kind === 'list' && Landmark !== 'main' && 'print:hidden',
        kind === 'list' && (narrow ? 'w-list-narrow' : 'w-list'),
        !onPhone && 'max-md:hidden',
        className,
      )}
    />
  )
}

interface PaneHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** A badge or a count right after the title. */
  badge?: ReactNode
  leading?: ReactNode
  actions?: ReactNode
  headingLevel?: 1 | 2
  /** The way back on a phone, where the list is a separate page. */
  back?: { label: string; onPress: () => void }
  /** For the header of a list: no line below, tighter padding. */
  plain?: boolean
}

export function PaneHeader({
  title,
  subtitle,
  badge,
  leading,
  actions,
  headingLevel = 1,
  back,
  plain = false,
}: PaneHeaderProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <header
      className={cx(
        'flex min-h-header shrink-0 items-center gap-3 border-b max-md:gap-2 max-md:px-4',
        plain ? 'border-transparent pr-3 pl-4' : 'border-line bg-surface-1 px-5',
      )}
    >
      {back && (
        <span className="-ml-2 md:hidden">
          <IconButton icon={ChevronLeft} label={back.label} onClick={back.onPress} />
        </span>
      )}
      {leading}
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <Heading
            className={cx('truncate text-lg font-semibold tracking-tight', subtitle !== undefined && 'leading-5')}
          >
            {title}
          </Heading>
          {badge}
        </div>
        {subtitle !== undefined && <p className="truncate text-xs text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  )
}

type PaneBodyProps = ComponentProps<'div'> & {
  /** Adds 20 px around the content; rows have their own padding. */
  padded?: boolean
}

/** The scrolling part of a pane. */
export function PaneBody({ padded = false, className, ...rest }: PaneBodyProps) {
  return (
    <div
      {...rest}
      className={cx(
        'relative min-h-0 flex-1 overflow-y-auto overscroll-contain',
        padded && 'p-5 max-md:p-4',
        className,
      )}
    />
  )
}
