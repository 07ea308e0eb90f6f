import type { ComponentType } from 'react'

/** A page at an address of the app, downloaded when somebody first opens it. */
export interface PageRoute {
  path: string
  /** Routes that give the same function show the same page, which stays as it is when one leads to the other. */
  lazy(): Promise<{ Component: ComponentType }>
}

/** What a feature brings to the app. It stands in the feature's `feature.ts` and is listed once, in `app/features.ts`. */
export interface Feature {
  /** Inside the shell. */
  routes?: readonly PageRoute[]
  /** Full pages without rail and bottom navigation. */
  bareRoutes?: readonly PageRoute[]
  /** Runs once when the app starts. */
  start?(): void
}
