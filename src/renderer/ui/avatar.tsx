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

/** First letters of the first and the last word, whole characters rather than halves of one. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

export interface AvatarProps {
  name: string
  /** What the colour hangs on, best the person's id; the name when it is left out. */
  id?: string
  src?: string | null
  /** Pixels across. */
  size?: number
  /** The name stands beside it, so assistive technology skips the picture. */
  decorative?: boolean
  className?: string
}

/** A person: their picture, or their initials when there is none or it does not load. Never Mate (see MateMark). */
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
      // Drawn by the style sheet: as text the letters would count as words of the button around them.
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
