import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/contract/common'
import { logError } from '../platform/log'
import { usePreferences } from '../platform/preferences'
import { type LazyNamespaces, lazyNamespaces } from './lazy-namespaces'

type Catalogues = Record<string, object>

/** Each language is a chunk of its own, so that nobody downloads the texts of another language. */
const load: Record<Language, () => Promise<Catalogues>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
  hi: async () => (await import('./hi')).hi,
}

/** Namespaces that were requested so far, so that a language chosen later loads them too. */
const wanted = new Set<keyof LazyNamespaces>()

async function addWords(language: Language, feature: keyof LazyNamespaces): Promise<void> {
  if (i18next.hasResourceBundle(language, feature)) return
  i18next.addResourceBundle(language, feature, (await lazyNamespaces[feature][language]())[feature])
}

/** Loads a feature together with its texts, which are not in the first load. Rejects if either does not load. */
export async function withNamespaces<T>(feature: keyof LazyNamespaces, load: Promise<T>): Promise<T> {
  wanted.add(feature)
  const [loaded] = await Promise.all([load, addWords(usePreferences.getState().language, feature)])
  return loaded
}

async function use(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'app')) {
    for (const [feature, words] of Object.entries(await load[language]()))
      i18next.addResourceBundle(language, feature, words)
  }
  await Promise.all([...wanted].map(feature => addWords(language, feature)))
  // Another language was chosen during the load; the latest choice wins.
  if (usePreferences.getState().language !== language) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/**
 * Starts with the language of this device and follows later changes. English is the fallback if a chunk does not load.
 */
export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'cimode',
    ns: [],
    defaultNS: 'app',
    // React escapes by itself.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const follow = (language: Language) =>
    use(language).catch(cause => {
      logError(`The language ${language} could not be loaded.`, cause)
      return i18next.language === 'cimode' ? use('en') : undefined
    })
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) void follow(now.language)
  })
  await follow(usePreferences.getState().language)
}
