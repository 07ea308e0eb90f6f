import { type RouteObject, useRoutes } from 'react-router-dom'
import type { PageRoute } from '../platform/feature'
import { features } from './features'
import { firstSegment } from './guards'
import { lazyPage } from './lazy-page'
import { laterEntries, type NavId } from './nav-entries'
import { NotFound } from './not-found'
import { NotLanded } from './not-landed'
import { Root } from './root'
import { RouteBoundary } from './route-failed'
import { Shell } from './shell/shell'

/** Paths of the specification whose features come later, with what the page is called [2.1, 2.3a]. */
const later: readonly { path: string; page: NavId }[] = laterEntries.map(({ id, route }) => ({
  path: `${firstSegment(route)}/*`,
  page: id,
}))

function pageRoute({ path, lazy }: PageRoute): RouteObject {
  const { Page } = lazyPage(lazy)
  return { path, element: <Page /> }
}

/** Every address of the app. Unknown ones are answered inside the shell [2.2b]; people who are signed out never get that far. */
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
          ...later.map(({ path, page }) => ({ path, element: <NotLanded page={page} /> })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]

/** The page at the address, inside a router. */
export function AppRoutes() {
  return <RouteBoundary>{useRoutes(routes)}</RouteBoundary>
}
