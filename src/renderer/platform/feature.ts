import type { ComponentType } from 'react'
import type { TextSources } from '../i18n/languages'
import type { Filling } from './slot'

/** A page at an address of the app, loaded when somebody first opens it. */
export interface PageRoute {
  path: string
  /** Routes with the same function show the same page, which stays mounted when one leads to the other. */
  lazy(): Promise<{ Component: ComponentType }>
}

/**
 * What a feature adds to the app. It is defined in the feature's `feature.ts` and listed once, in `app/features.ts`.
 */
export interface Feature extends TextSources {
  /** Pages inside the shell. */
  routes?: readonly PageRoute[]
  /** Full pages without rail and bottom navigation. */
  bareRoutes?: readonly PageRoute[]
  /** Its components in the slots of features. */
  slots?: readonly Filling[]
  /** Runs once when the app starts. */
  start?(): void
}
