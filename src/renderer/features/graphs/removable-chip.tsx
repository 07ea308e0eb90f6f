import { X } from 'lucide-react'
import type { ReactNode } from 'react'

/** A chip that is removed from its list by a press; `label` says so. */
export function RemovableChip({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li className="flex min-w-0">
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="flex min-h-6 min-w-0 items-center gap-0.5 rounded-xs hover:bg-surface-3 pointer-coarse:min-h-touch"
      >
        {children}
        <X size={14} className="shrink-0 text-muted" />
      </button>
    </li>
  )
}
