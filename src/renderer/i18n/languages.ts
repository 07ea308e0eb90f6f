import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/contract/common'
import { logError } from '../platform/log'
import { usePreferences } from '../platform/preferences'
import type { Namespace } from './keys'

/** The files of a namespace, a chunk for each language, so that nobody downloads the texts of another language. */
type Files<N extends Namespace> = Record<Language, () => Promise<{ [K in N]: object }>>
export type TextFiles = { [N in Namespace]?: Files<N> }

export interface TextSources {
  /** Texts that load with the code that uses them, by namespace: see `withNamespaces`. */
  texts?: TextFiles
  /** Texts that load with the language when the app starts, because the first page or the shell uses them. */
  firstTexts?: TextFiles
}

let files: TextFiles = {}
let first: readonly Namespace[] = []

/** Sets the sources of all texts. Called before the languages start. */
export function registerTexts(sources: readonly TextSources[]): void {
  files = Object.assign({}, ...sources.flatMap(({ texts, firstTexts }) => [texts, firstTexts]))
  first = sources.flatMap(({ firstTexts = {} }) => Object.keys(firstTexts) as Namespace[])
}

/** Namespaces that were requested so far, so that a language chosen later loads them too. */
const wanted = new Set<Namespace>()

async function addTexts<N extends Namespace>(language: Language, namespace: N): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return
  const file = files[namespace]
  if (file) i18next.addResourceBundle(language, namespace, (await file[language]())[namespace])
}

/** Loads code together with its texts, which are not in the first load. Rejects if either does not load. */
export async function withNamespaces<T>(namespace: Namespace, load: Promise<T>): Promise<T> {
  wanted.add(namespace)
  const [loaded] = await Promise.all([load, addTexts(usePreferences.getState().language, namespace)])
  return loaded
}

async function use(language: Language): Promise<void> {
  await Promise.all([...first, ...wanted].map(namespace => addTexts(language, namespace)))
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
