import 'i18next'
import type { en } from './en'
import type { LaterWords } from './later'

// Makes a key that does not exist a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: typeof en & LaterWords
  }
}
