import { useState } from 'react'
import { cx } from './cx'
import { stableIndex } from './stable-index'

const TONES = ['bg-org-0', 'bg-org-1', 'bg-org-2', 'bg-org-3', 'bg-org-4']

interface Props {
  name: string
  id: string
  src?: string | null
  size?: number
}

/**
 * An organisation's square with its picture or first letter. It is decoration, because the name is written or labelled
 * beside it.
 */
export function OrgMark({ name, id, src, size = 40 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = { width: size, height: size, borderRadius: Math.round(size * 0.22) }
  if (src && src !== failed) {
    return (
      <img src={src} alt="" style={box} onError={() => setFailed(src)} className="shrink-0 bg-surface-3 object-cover" />
    )
  }
  return (
    <span
      aria-hidden="true"
      data-initials={(Array.from(name.trim())[0] ?? '').toLocaleUpperCase()}
      style={{ ...box, fontSize: Math.round(size * 0.45) }}
      className={cx(
        'inline-grid shrink-0 place-items-center leading-none font-semibold text-on-org select-none before:content-[attr(data-initials)]',
        TONES[stableIndex(id, TONES.length)],
      )}
    />
  )
}
