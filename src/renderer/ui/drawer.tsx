import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { LazyModal } from './lazy-modal'
import { useViewport } from './use-media'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** Shown beside the title, for example a badge or a count. */
  badge?: ReactNode
  /** Shown before the close button. */
  actions?: ReactNode
  /** Sets the width to 304 px instead of 348, for settings. */
  narrow?: boolean
  /** Makes the drawer as wide as the page allows, for reading. */
  wide?: boolean
  children: ReactNode
}

/**
 * Shows details of the selection: as a pane from 1200 px, over the page with a scrim below that, and as a sheet on a
 * phone.
 */
export function Drawer({
  open,
  onClose,
  title,
  closeLabel,
  badge,
  actions,
  narrow = false,
  wide = false,
  children,
}: Props) {
  const id = useId()
  const viewport = useViewport()
  const content = (
    <>
      <header className="flex min-h-header shrink-0 items-center gap-2 border-b border-line px-5 max-md:px-4">
        <h2 id={id} className="truncate text-lg font-semibold tracking-tight">
          {title}
        </h2>
        {badge}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {actions}
          <IconButton icon={X} label={closeLabel} onClick={onClose} className="-mr-2" />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 max-md:p-4">{children}</div>
    </>
  )

  if (viewport === 'desktop') {
    if (!open) return null
    return (
      <aside
        aria-labelledby={id}
        onKeyDown={event => {
          if (event.key === 'Escape' && !event.defaultPrevented) onClose()
        }}
        className={cx(
          'flex min-h-0 shrink-0 flex-col border-l border-line bg-surface-1',
          wide ? 'w-[min(560px,42vw)]' : narrow ? 'w-drawer-narrow' : 'w-drawer',
        )}
      >
        {content}
      </aside>
    )
  }
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      labelledBy={id}
      firstFocus="box"
      className={cx(
        'top-top-inset right-0 bottom-0 duration-base ease-enter',
        'max-md:left-0 max-md:data-ending-style:translate-y-6 max-md:data-starting-style:translate-y-6 max-md:data-ending-style:opacity-0 max-md:data-starting-style:opacity-0',
        wide ? 'md:w-[560px]' : 'md:w-drawer',
        'md:max-w-[92vw] md:border-l md:border-line md:data-ending-style:translate-x-full md:data-starting-style:translate-x-full',
      )}
    >
      {content}
    </LazyModal>
  )
}
