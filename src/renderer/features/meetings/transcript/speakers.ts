import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Speaker } from '#shared/contract/meetings/endpoints'

const tones = [
  { mark: 'fill-label-0-mark', badge: 'bg-label-0-bg text-label-0-ink' },
  { mark: 'fill-label-1-mark', badge: 'bg-label-1-bg text-label-1-ink' },
  { mark: 'fill-label-2-mark', badge: 'bg-label-2-bg text-label-2-ink' },
  { mark: 'fill-label-3-mark', badge: 'bg-label-3-bg text-label-3-ink' },
  { mark: 'fill-label-4-mark', badge: 'bg-label-4-bg text-label-4-ink' },
] as const

/** Colours repeat after five speakers, so initials and names distinguish them. */
export const toneOf = (speaker: number) => tones[(speaker - 1) % tones.length] ?? tones[0]

/** Returns the name of a speaker, or "Speaker 2". */
export function useSpeakerName(): (speaker: Pick<Speaker, 'speaker' | 'name'>) => string {
  const { t } = useTranslation('meetings')
  return useCallback(({ speaker, name }) => name ?? t('speaker.unnamed', { number: speaker }), [t])
}

/** Returns two letters of the name, or S and the number. */
export function initialsOf({ speaker, name }: Pick<Speaker, 'speaker' | 'name'>): string {
  if (!name) return `S${speaker}`
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
