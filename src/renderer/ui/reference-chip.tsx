import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

type Props = ComponentProps<'a'> & { href: string; icon: Icon; children: ReactNode }

/** A link inside a sentence to its evidence: a log, a picture or a task. */
export function ReferenceChip({ icon: Glyph, className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={cx(
        'relative -top-px inline-flex h-[22px] max-w-full items-center gap-[5px] rounded-xs bg-accent-soft pr-[7px] pl-1.5 align-[-4px]',
        'text-sm font-medium whitespace-nowrap text-accent-ink no-underline hover:underline',
        'pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1',
        className,
      )}
    >
      <Glyph size={14} />
      <span className="truncate">{children}</span>
    </a>
  )
}
