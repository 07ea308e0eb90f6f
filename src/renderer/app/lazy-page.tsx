import { type ComponentType, lazy, useState } from 'react'
import type { PageRoute } from '../platform/feature'
import { retryImport } from '../platform/retry-import'
import { RouteFailed } from './route-failed'

interface LazyPage {
  Page: ComponentType
  /** Loads the page ahead of time. A failure is shown in place of the page [8.10]. */
  fetch: () => Promise<unknown>
}

const pages = new Map<PageRoute['lazy'], LazyPage>()

/**
 * A page that loads when it is opened. When loaded ahead it renders at once, where React's lazy would show a skeleton
 * first and keep it for a while.
 */
export function lazyPage(load: PageRoute['lazy']): LazyPage {
  const known = pages.get(load)
  if (known) return known
  let Fetched: ComponentType | null = null
  let fetching: Promise<ComponentType> | undefined
  const fetch = () => {
    fetching ??= retryImport(load).then(
      ({ Component }) => Component,
      (error: unknown) => () => <RouteFailed error={error} />,
    )
    return fetching.then(Component => {
      Fetched = Component
      return { default: Component }
    })
  }
  const Later = lazy(fetch)
  const page = {
    fetch,
    Page() {
      // Fixed while mounted, because another component in its place would lose the state.
      const [Component] = useState<ComponentType>(() => Fetched ?? Later)
      return <Component />
    },
  }
  pages.set(load, page)
  return page
}
