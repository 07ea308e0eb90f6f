import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  parsePath,
  UNSAFE_RouteContext as RouteContext,
  Router,
  type To,
  useNavigate,
} from 'react-router-dom'

const IsBeside = createContext(false)

/**
 * Whether the component is shown beside a list that people walk along: it must leave the keyboard focus there, and keys
 * that belong to the list.
 */
export const useIsBeside = (): boolean => useContext(IsBeside)

interface Props {
  /** The address of what is shown, for example `/docs/3?log=9`. */
  address: string
  /** The same thing asked for another address, for example because a filter was set. */
  onAddress: (address: string) => void
  children: ReactNode
}

const noRoute = { outlet: null, matches: [], isDataRoute: false }

/**
 * Shows something of another page beside the current one. It reads its own address as it does on its own page; leading
 * to another page leaves the current one.
 */
export function Beside({ address, onAddress, children }: Props) {
  const navigate = useNavigate()
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
            {children}
          </Router>
        </RouteContext.Provider>
      </LocationContext.Provider>
    </IsBeside.Provider>
  )
}
