import type { RouteObject } from 'react-router-dom'

/** What a feature brings to the app. It stands in the feature's `feature.ts` and is listed once, in `app/features.ts`. */
export interface Feature {
  /** Inside the shell. Load pages with `lazy`, so that nobody downloads what they do not open. */
  routes?: readonly RouteObject[]
  /** Full pages without rail and bottom navigation. */
  bareRoutes?: readonly RouteObject[]
  /** Runs once when the app starts. */
  start?(): void
}
