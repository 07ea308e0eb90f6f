import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Camera, Source } from '#shared/contract/sources/endpoints'
import type { List } from '../../platform/list-loader'
import { useSession } from '../../platform/session'
import { useDirectory } from '../organisations/store'
import { useUndeleted } from '../undo/store'
import { type Filter, fits, type Item, itemsOf, type Show } from './items'
import { sourceOf } from './keys'
import { useSources } from './store'

/**
 * The state of the page, which is part of the address: `?source=camera.4&show=cameras&branch=2` and `access=camera.4`.
 */
export interface SourcesView {
  status: List<Camera>['status']
  items: readonly Item[]
  /** The sources that match the filter. */
  shown: readonly Item[]
  filter: Filter
  /** Whether the address names a source to focus. */
  isFocused: boolean
  /** The focused source; null if this person cannot see it. */
  focused: Item | null
  /** The source that the address names, if it is well-formed. */
  wanted: Source | null
  /** The stored picture that the address names. */
  picture: string | null
  /** The subject whose access dialog the address opens. */
  access: string | null
  focus: (key: string | null) => void
  showAccess: (key: string | null) => void
  showOnly: (show: Show) => void
  inBranch: (branchId: number | null) => void
  clear: () => void
}

const isShow = (text: string | null): text is Show => text === 'screens' || text === 'cameras'

/** Returns every source that the person may see. */
export function useItems(): Item[] {
  const { t } = useTranslation('sources')
  const feed = useSources(state => state.feed)
  const cameras = useUndeleted(
    'camera',
    useSources(state => state.items),
    camera => camera.camera_id,
  )
  const userId = useSession(state => state.userId)
  const people = useDirectory(state => state.items)
  const ownName = t('tile.yourScreen')
  return useMemo(() => {
    const branchesOf = (user_id: number) => people.find(person => person.user_id === user_id)?.branch_ids ?? []
    return feed ? itemsOf(feed, cameras, { userId, ownName, branchesOf }) : []
  }, [feed, cameras, userId, ownName, people])
}

export function useSourcesView(): SourcesView {
  const [query, setQuery] = useSearchParams()
  const status = useSources(state => state.status)
  const items = useItems()

  const show = query.get('show')
  const filter: Filter = { show: isShow(show) ? show : 'all', branchId: Number(query.get('branch')) || null }
  const source = query.get('source')
  const change = (changes: Record<string, string | null>, replace: boolean) =>
    setQuery(
      before => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace },
    )
  return {
    status,
    items,
    shown: items.filter(item => fits(item, filter)),
    filter,
    isFocused: source !== null,
    focused: items.find(item => item.key === source) ?? null,
    wanted: sourceOf(source ?? ''),
    picture: query.get('picture'),
    access: query.get('access'),
    focus: key => change({ source: key }, source !== null),
    showAccess: key => change({ access: key }, key === null),
    showOnly: next => change({ show: next === 'all' ? null : next }, true),
    inBranch: next => change({ branch: next === null ? null : String(next) }, true),
    clear: () => change({ show: null, branch: null }, true),
  }
}
