import type { Speaker } from '#shared/contract/meetings/endpoints'
import { cx } from '../../../ui/cx'
import { initialsOf, toneOf } from './speakers'

/** A speaker's initials on their colour, next to the name. */
export function SpeakerMark({ speaker, size = 28 }: { speaker: Pick<Speaker, 'speaker' | 'name'>; size?: number }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(speaker)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-full leading-none font-semibold select-none before:content-[attr(data-initials)]',
        toneOf(speaker.speaker).badge,
      )}
    />
  )
}
