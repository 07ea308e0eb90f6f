import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef } from 'react'
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  parsePath,
  UNSAFE_RouteContext as RouteContext,
  type RouteObject,
  Router,
  type To,
  useNavigate,
  useRoutes,
} from 'react-router-dom'

const IsBeside = createContext(false)

/**
 * Whether the page is shown beside a list that people walk along. It then leaves out its own list, and leaves the
 * keyboard focus and the keys of lists to the other one.
 */
export const useIsBeside = (): boolean => useContext(IsBeside)

interface Props {
  /** The address of the page, for example `/docs/3?log=9`. */
  address: string
  /** The page asked for another address of its own, for example because a filter was set. */
  onAddress: (address: string) => void
  /** Shown while the page loads for the first time. */
  fallback: ReactNode
}

const noRoute = { outlet: null, matches: [], isDataRoute: false }

/**
 * Shows another page of the app beside the current one. It reads its own address as it does alone; where it leads to
 * another page, it leaves the current one.
 */
export function Beside({ address, onAddress, fallback }: Props) {
  const navigate = useNavigate()
  // The pages are the siblings of the one that is open.
  const pages = useContext(RouteContext).matches.at(-2)?.route.children
  const latest = useRef({ address, onAddress, navigate })
  useEffect(() => {
    latest.current = { address, onAddress, navigate }
  })
  const location = useMemo(
    () => ({ pathname: '/', search: '', hash: '', ...parsePath(address), state: null, key: address }),
    [address],
  )
  const navigator = useMemo(() => {
    const lead = (to: To, replace: boolean) => {
      const path = typeof to === 'string' ? to : createPath(to)
      const { address, onAddress, navigate } = latest.current
      if (parsePath(path).pathname === parsePath(address).pathname) onAddress(path)
      else void navigate(path, { replace })
    }
    return {
      createHref: (to: To) => `#${typeof to === 'string' ? to : createPath(to)}`,
      go: (steps: number) => void latest.current.navigate(steps),
      push: (to: To) => lead(to, false),
      replace: (to: To) => lead(to, true),
    }
  }, [])
  return (
    <IsBeside.Provider value={true}>
      {/* A router inside a router is refused unless it cannot see the outer one. */}
      <LocationContext.Provider value={null as never}>
        <RouteContext.Provider value={noRoute}>
          <Router location={location} navigator={navigator}>
            <Suspense fallback={fallback}>
              <Page pages={pages ?? []} />
            </Suspense>
          </Router>
        </RouteContext.Provider>
      </LocationContext.Provider>
    </IsBeside.Provider>
  )
}

const Page = ({ pages }: { pages: RouteObject[] }) => useRoutes(pages)
