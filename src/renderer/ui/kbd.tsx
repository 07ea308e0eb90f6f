import { cx } from './cx'

/** A key or a key combination, as printed on the keyboard. */
export function Kbd({ children, inverse = false }: { children: string; inverse?: boolean }) {
  return (
    <kbd
      className={cx(
        'rounded-xs border border-b-2 px-[5px] font-sans text-2xs leading-4 font-medium whitespace-nowrap',
        inverse ? 'border-muted text-inverse' : 'border-line bg-surface-1 text-muted',
      )}
    >
      {children}
    </kbd>
  )
}
