import { Language } from '#shared/contract/common'
import { createSlice } from './store'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface PreferencesState {
  theme: Theme
  language: Language
  /** The person's time zone; null means that of the browser. */
  timeZone: string | null
  /** Whether shortcuts without Ctrl or Alt are active (WCAG 2.1.4). */
  singleKeys: boolean
}

/** The first of the browser's languages that the app supports, or English [9.1a]. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  const spoken = wanted.map(tag => Language.safeParse(tag.split('-')[0]?.toLowerCase()).data)
  return spoken.find(language => language !== undefined) ?? 'en'
}

/**
 * How this device shows the app. The profile sets language and zone when it loads; all settings survive signing out.
 */
export const usePreferences = createSlice(
  'preferences',
  { theme: 'system', language: browserLanguage(), timeZone: null, singleKeys: true } as PreferencesState,
  set => ({
    prefer: (change: Partial<PreferencesState>) => set(change),
  }),
  { persist: ['theme', 'language', 'timeZone', 'singleKeys'], scope: 'device' },
)

/** The zone of the browser. India's has two names, and many browsers use the older one [9.10a]. */
export function browserTimeZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'Asia/Calcutta' ? 'Asia/Kolkata' : zone
}

export const isIndia = (zone: string): boolean => zone === 'Asia/Kolkata' || zone === 'Asia/Calcutta'
