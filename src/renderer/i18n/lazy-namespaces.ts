import type { Language } from '#shared/contract/common'
import type { apiErrors } from './en/api-errors'
import type { documents } from './en/documents'
import type { graphs } from './en/graphs'
import type { guests } from './en/guests'
import type { logs } from './en/logs'
import type { meetings } from './en/meetings'
import type { pdf } from './en/pdf'
import type { profile } from './en/profile'
import type { session } from './en/session'
import type { sources } from './en/sources'
import type { storage } from './en/storage'
import type { summaries } from './en/summaries'

/** The English texts that are not part of the first load, by namespace. */
export interface LazyNamespaces {
  documents: typeof documents
  graphs: typeof graphs
  guests: typeof guests
  logs: typeof logs
  meetings: typeof meetings
  pdf: typeof pdf
  profile: typeof profile
  apiErrors: typeof apiErrors
  session: typeof session
  sources: typeof sources
  storage: typeof storage
  summaries: typeof summaries
}

type Load = Record<Language, () => Promise<{ [F in keyof LazyNamespaces]?: object }>>

/** Texts of features that are not on the first page. They load with the code of the feature, see `withNamespaces`. */
export const lazyNamespaces: Record<keyof LazyNamespaces, Load> = {
  documents: {
    en: () => import('./en/documents'),
    de: () => import('./de/documents'),
    es: () => import('./es/documents'),
    hi: () => import('./hi/documents'),
  },
  graphs: {
    en: () => import('./en/graphs'),
    de: () => import('./de/graphs'),
    es: () => import('./es/graphs'),
    hi: () => import('./hi/graphs'),
  },
  guests: {
    en: () => import('./en/guests'),
    de: () => import('./de/guests'),
    es: () => import('./es/guests'),
    hi: () => import('./hi/guests'),
  },
  logs: {
    en: () => import('./en/logs'),
    de: () => import('./de/logs'),
    es: () => import('./es/logs'),
    hi: () => import('./hi/logs'),
  },
  meetings: {
    en: () => import('./en/meetings'),
    de: () => import('./de/meetings'),
    es: () => import('./es/meetings'),
    hi: () => import('./hi/meetings'),
  },
  storage: {
    en: () => import('./en/storage'),
    de: () => import('./de/storage'),
    es: () => import('./es/storage'),
    hi: () => import('./hi/storage'),
  },
  summaries: {
    en: () => import('./en/summaries'),
    de: () => import('./de/summaries'),
    es: () => import('./es/summaries'),
    hi: () => import('./hi/summaries'),
  },
  pdf: {
    en: () => import('./en/pdf'),
    de: () => import('./de/pdf'),
    es: () => import('./es/pdf'),
    hi: () => import('./hi/pdf'),
  },
  profile: {
    en: () => import('./en/profile'),
    de: () => import('./de/profile'),
    es: () => import('./es/profile'),
    hi: () => import('./hi/profile'),
  },
  apiErrors: {
    en: () => import('./en/api-errors'),
    de: () => import('./de/api-errors'),
    es: () => import('./es/api-errors'),
    hi: () => import('./hi/api-errors'),
  },
  session: {
    en: () => import('./en/session'),
    de: () => import('./de/session'),
    es: () => import('./es/session'),
    hi: () => import('./hi/session'),
  },
  sources: {
    en: () => import('./en/sources'),
    de: () => import('./de/sources'),
    es: () => import('./es/sources'),
    hi: () => import('./hi/sources'),
  },
}
