import { Language } from '#shared/contract/common'
import { createSlice } from './store'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface PreferencesState {
  theme: Theme
  language: Language
  /** The person's zone; null while nobody has said, which means the browser's. */
  timeZone: string | null
  /** Whether keys without Ctrl or Alt act at all (WCAG 2.1.4). */
  singleKeys: boolean
}

/** The first of the browser's languages that the app speaks; English where it speaks none [9.1a]. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  const spoken = wanted.map(tag => Language.safeParse(tag.split('-')[0]?.toLowerCase()).data)
  return spoken.find(language => language !== undefined) ?? 'en'
}

/** How this device shows the app. The profile sets language and zone when it is loaded; all of it outlives sign-out. */
export const usePreferences = createSlice(
  'preferences',
  { theme: 'system', language: browserLanguage(), timeZone: null, singleKeys: true } as PreferencesState,
  set => ({
    prefer: (change: Partial<PreferencesState>) => set(change),
  }),
  { persist: ['theme', 'language', 'timeZone', 'singleKeys'], scope: 'device' },
)

/** The zone that the browser runs in. India's has two names, of which the older one is what many browsers say [9.10a]. */
export function browserTimeZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'Asia/Calcutta' ? 'Asia/Kolkata' : zone
}

export const isIndia = (zone: string): boolean => zone === 'Asia/Kolkata' || zone === 'Asia/Calcutta'
