import { type RouteObject, useRoutes } from 'react-router-dom'
import type { PageRoute } from '../platform/feature'
import { features } from './features'
import { firstSegment } from './guards'
import { lazyPage } from './lazy-page'
import { type NavId, upcomingEntries } from './nav-entries'
import { NotAvailable } from './not-available'
import { NotFound } from './not-found'
import { Root } from './root'
import { RouteBoundary } from './route-failed'
import { Shell } from './shell/shell'

/** Paths whose features come later, with the name of each page [2.1, 2.3a]. */
const upcoming: readonly { path: string; page: NavId }[] = upcomingEntries.map(({ id, route }) => ({
  path: `${firstSegment(route)}/*`,
  page: id,
}))

function pageRoute({ path, lazy }: PageRoute): RouteObject {
  const { Page } = lazyPage(lazy)
  return { path, element: <Page /> }
}

/**
 * Every address of the app. Unknown ones are answered inside the shell [2.2b], which people who are signed out never
 * reach.
 */
const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      ...features.flatMap(({ bareRoutes = [] }) => bareRoutes.map(pageRoute)),
      {
        element: <Shell />,
        children: [
          { path: '/', element: null },
          ...features.flatMap(({ routes: own = [] }) => own.map(pageRoute)),
          ...upcoming.map(({ path, page }) => ({ path, element: <NotAvailable page={page} /> })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]

/** The page for the current address, inside a router. */
export function AppRoutes() {
  return <RouteBoundary>{useRoutes(routes)}</RouteBoundary>
}
