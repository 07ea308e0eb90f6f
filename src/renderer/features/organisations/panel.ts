import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export type PanelName = 'org' | 'small' | 'payment'

/** Returns the view of the organisation panel that a hash opens [2.18a]. */
export function panelOf(hash: string): PanelName | null {
  return hash === '#org' || hash === '#small' || hash === '#payment' ? (hash.slice(1) as PanelName) : null
}

/** Opens the organisation panel on the current page, or closes it with null. */
export function useShowPanel(): (panel: PanelName | null) => void {
  const { search } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    panel => void navigate({ search, hash: panel ? `#${panel}` : '' }, { replace: panel === null }),
    [search, navigate],
  )
}
