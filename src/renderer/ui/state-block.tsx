import type { ReactNode } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

export type StateTone = 'accent' | 'neutral' | 'warn' | 'danger'

const TONES: Record<StateTone, string> = {
  accent: 'bg-accent-soft text-accent-ink',
  neutral: 'bg-surface-3 text-muted',
  warn: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

interface Props {
  icon: Icon
  /** accent: empty, premium. neutral: no permission, an empty filter. warn: reconnecting. danger: an error. */
  tone?: StateTone
  title: string
  text?: ReactNode
  /** Small buttons, the most likely one first. */
  actions?: ReactNode
  headingLevel?: 1 | 2 | 3
}

/** Fills a pane without content: empty, failed, no access, or not part of the plan. */
export function StateBlock({ icon: Glyph, tone = 'accent', title, text, actions, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className="grid min-h-full flex-1 place-items-center px-[18px] py-3.5 text-center"
    >
      <div className="flex flex-col items-center">
        <span className={cx('grid size-10 place-items-center rounded-full', TONES[tone])}>
          <Glyph size={20} />
        </span>
        <Heading className="mt-2 text-md font-semibold">{title}</Heading>
        {text !== undefined && <p className="mt-[3px] max-w-[270px] text-sm text-balance text-muted">{text}</p>}
        {actions && <div className="mt-3 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}
