import { type ReactNode, useEffect, useRef } from 'react'
import type { Person } from '#shared/contract/common'
import { Avatar } from './avatar'
import { cx } from './cx'

interface Props {
  author: Person | null
  name: string
  created_at: string
  /** The same in words. */
  when: string
  /** Shown before the time, such as that it was edited. */
  note?: ReactNode
  actions?: ReactNode
  /** A link led to this comment: it is shown and has the focus. */
  isNamed?: boolean
  children: ReactNode
}

/** A comment: who wrote it and when, what can be done with it, and its text. */
export function CommentFrame({ author, name, created_at, when, note, actions, isNamed = false, children }: Props) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNamed) return
    frame.current?.scrollIntoView({ block: 'center' })
    frame.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <article
      ref={frame}
      aria-label={name}
      tabIndex={isNamed ? -1 : undefined}
      className={cx('group flex gap-2.5', isNamed && '-m-2 rounded-md bg-accent-soft p-2')}
    >
      <Avatar id={String(author?.user_id ?? 0)} name={name} src={author?.user_image ?? null} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <b className="truncate font-semibold">{name}</b>
          <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
            {note}
            <time dateTime={created_at}>{when}</time>
          </span>
          {actions}
        </p>
        {children}
      </div>
    </article>
  )
}
