import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { LazyModal } from './lazy-modal'

interface Props {
  open: boolean
  /** Called by Escape, the scrim and the close button. */
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Right-aligned buttons, with cancel first and the main action last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  role?: 'dialog' | 'alertdialog'
  dismissible?: boolean
}

const SIZES = { sm: 'md:w-[380px]', md: 'md:w-[440px]', lg: 'md:w-[640px]', xl: 'md:w-[960px]' }

/** A modal box in the middle of the window; on a phone a sheet over the whole height. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  children,
  footer,
  size = 'md',
  role,
  dismissible = true,
}: Props) {
  const id = useId()
  const described = description !== undefined
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      labelledBy={`${id}-title`}
      describedBy={described ? `${id}-description` : undefined}
      role={role}
      dismissible={dismissible}
      className={cx(
        'max-md:inset-x-0 max-md:top-top-inset max-md:bottom-0',
        'md:top-[calc(50%+var(--top-inset)/2)] md:left-1/2 md:max-h-[min(720px,calc(100dvh-var(--top-inset)-48px))] md:max-w-[calc(100vw-32px)] md:-translate-1/2 md:rounded-lg md:border md:border-line',
        'duration-slow ease-enter data-ending-style:opacity-0 data-ending-style:duration-base data-starting-style:opacity-0',
        'max-md:data-ending-style:translate-y-6 max-md:data-starting-style:translate-y-6 md:data-ending-style:scale-[0.98] md:data-starting-style:scale-[0.98]',
        SIZES[size],
      )}
    >
      <div className="shrink-0 px-5 pt-4 pr-14 pb-3">
        <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight text-pretty wrap-anywhere">
          {title}
        </h2>
        {described && (
          <p id={`${id}-description`} className="mt-1 text-sm text-muted">
            {description}
          </p>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
      {footer && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))] max-md:*:flex-1">
          {footer}
        </div>
      )}
      {dismissible && (
        // Comes last in the DOM, so that the first field takes the focus.
        <span className="absolute top-3 right-3">
          <IconButton icon={X} label={closeLabel} onClick={onClose} />
        </span>
      )}
    </LazyModal>
  )
}
