import { useState } from 'react'
import { cx } from './cx'
import { stableIndex } from './stable-index'

const TONES = [
  'bg-label-0-bg text-label-0-ink',
  'bg-label-1-bg text-label-1-ink',
  'bg-label-2-bg text-label-2-ink',
  'bg-label-3-bg text-label-3-ink',
  'bg-label-4-bg text-label-4-ink',
]

/** Takes the first letters of the first and the last word, as whole characters. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

export interface AvatarProps {
  name: string
  /** Determines the colour, ideally the person's id; defaults to the name. */
  id?: string
  src?: string | null
  /** The diameter in pixels. */
  size?: number
  /** Hides the avatar from assistive technology, because the name is written beside it. */
  decorative?: boolean
  className?: string
}

/**
 * Shows a person's picture, or the initials when there is none or it does not load. Mate is shown by MateMark instead.
 */
export function Avatar({ name, id, src, size = 28, decorative = false, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = { width: size, height: size }
  const shape = cx('shrink-0 rounded-full select-none', className)
  if (src && src !== failed) {
    return (
      <img
        src={src}
        alt={decorative ? '' : name}
        width={size}
        height={size}
        style={box}
        onError={() => setFailed(src)}
        className={cx(shape, 'bg-surface-3 object-cover')}
      />
    )
  }
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      // The style sheet draws the initials, because letters in the text would become part of the accessible name of a
      // surrounding button.
      data-initials={initials(name)}
      style={{ ...box, fontSize: Math.round(size * 0.38) }}
      className={cx(
        shape,
        'inline-grid place-items-center leading-none font-semibold tracking-normal before:content-[attr(data-initials)]',
        TONES[stableIndex(id ?? name, TONES.length)],
      )}
    />
  )
}
