import 'i18next'
import type { apiErrors } from './error-texts/en'
import type { app } from './first-texts/en/app'
import type { errors } from './first-texts/en/errors'
import type { overlays } from './texts/en'

/** The English texts by namespace, which define the keys. Features add theirs in their English files. */
export interface Texts {
  app: typeof app
  errors: typeof errors
  apiErrors: typeof apiErrors
  overlays: typeof overlays
}

export type Namespace = keyof Texts

// Makes a key that does not exist a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: Texts
  }
}
