import { Check } from 'lucide-react'
import type { Frame } from '#shared/contract/sources/endpoints'
import { cx } from '../../../ui/cx'
import { FrameImage } from '../frame-image'

interface Props {
  frame: Frame
  label: string
  time: string
  isChosen: boolean
  disabled: boolean
  onToggle: () => void
  renew: (id: string) => void
}

/** A thumbnail that is chosen or deselected with a press. */
export function Thumbnail({ frame, label, time, isChosen, disabled, onToggle, renew }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onToggle}
      className={cx(
        'relative block aspect-video w-full overflow-hidden rounded-sm bg-surface-3 disabled:opacity-50',
        isChosen && 'ring-2 ring-accent ring-offset-2 ring-offset-surface-1',
      )}
    >
      <FrameImage frame={frame} alt="" className="absolute inset-0 size-full object-cover" renew={renew} />
      <span
        data-theme="dark"
        className="absolute bottom-1 left-1 rounded-xs bg-surface-0/80 px-1 text-xs font-medium text-default tabular-nums"
      >
        {time}
      </span>
      {isChosen && (
        <span className="absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-accent text-on-accent">
          <Check size={14} className="stroke-3" />
        </span>
      )}
    </button>
  )
}
