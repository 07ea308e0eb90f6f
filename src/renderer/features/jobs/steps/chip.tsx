import { X } from 'lucide-react'
import type { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'

interface Props {
  icon: Icon
  name: string
  /** Where the thing is shown. */
  href?: string | undefined
  removeLabel: string
  /** Null for people who may not change the job. */
  onRemove: (() => void) | null
}

/** A source or a destination of a job, with a button to remove it. */
export function Chip({ icon: Glyph, name, href, removeLabel, onRemove }: Props) {
  return (
    <li className="inline-flex h-control-sm max-w-full items-center gap-1.5 rounded-sm border border-line bg-surface-2 pr-1 pl-2 text-sm pointer-coarse:h-touch">
      <span className="text-muted">
        <Glyph size={15} />
      </span>
      {href ? (
        <a href={href} className="truncate text-default no-underline hover:underline">
          {name}
        </a>
      ) : (
        <span className="truncate">{name}</span>
      )}
      {onRemove ? <IconButton icon={X} size="sm" label={removeLabel} onClick={onRemove} /> : <span className="w-1" />}
    </li>
  )
}
