import type { ReactNode } from 'react'
import type { Person } from '#shared/contract/common'
import { Avatar } from './avatar'

interface Props {
  author: Person | null
  name: string
  created_at: string
  /** The same in words. */
  when: string
  /** Shown before the time, such as that it was edited. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A comment: who wrote it and when, what can be done with it, and its text. */
export function CommentFrame({ author, name, created_at, when, note, actions, children }: Props) {
  return (
    <article aria-label={name} className="group flex gap-2.5">
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
