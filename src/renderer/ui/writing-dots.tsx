import { cx } from './cx'

const DELAYS = ['', '[animation-delay:160ms]', '[animation-delay:320ms]']

/**
 * Three dots that show that something is being written or sent. They are decoration; the words beside them carry the
 * meaning.
 */
export function WritingDots({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('inline-flex items-center gap-[3px]', className)}>
      {DELAYS.map(delay => (
        <span key={delay} className={cx('size-[5px] rounded-full bg-current motion-safe:animate-dot', delay)} />
      ))}
    </span>
  )
}
