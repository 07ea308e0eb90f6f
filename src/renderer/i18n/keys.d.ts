import 'i18next'
import type { en } from './en'
import type { LazyNamespaces } from './lazy-namespaces'

// Makes a key that does not exist a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: typeof en & LazyNamespaces
  }
}
