import type { StoreApi, UseBoundStore } from 'zustand'
import {
  type Change,
  type List,
  type ListCopies,
  type Listed,
  ListLoader,
  type PageParams,
  unloaded,
} from './list-loader'
import { type EventOf, type Kind, onEvent, onResync, reloadOn } from './live'
import { createSlice, type Scope, type Write } from './store'

/** How a list follows the changes of others. */
interface Following<T, K extends Kind> {
  /** Events whose change `reduce` makes in the list. */
  events?: readonly K[]
  /** A pure function that is the same when called twice, because an event may come twice. */
  reduce?: (items: T[], event: EventOf<K>) => T[]
  /** Events that reload the list once it was loaded, because they do not say how it changed. */
  refreshOn?: readonly Kind[]
}

/** What the actions of a list work with. */
interface Tools<T, S> {
  get: () => S
  set: Write<S>
  writer: () => Write<S>
  /** Take it before an `await`, like a writer. */
  changer: () => (change: Change<T>) => void
}

interface Options<T, A, X, Q, K extends Kind> extends Following<T, K> {
  /** Asks for a page: usually `call(listThings, page)`. */
  list: (page: PageParams, query: Q) => Promise<Listed<T, X>>
  /** Each key is listed once. */
  key: (item: T) => string | number
  /** The search that the list starts with. */
  query?: Q
  /** Where the list of a search is copied: `copied(…)` of `list-copies.ts`. */
  copies?: (query: Q) => ListCopies<T> | undefined
  /** Further state of the slice, for example what the first page brings as `extra`. */
  extra?: X
  actions?: (tools: Tools<T, ListState<T, X, Q>>) => A
  scope?: Scope
  persist?: readonly ('items' | (keyof NoInfer<X> & string))[]
}

export type ListState<T, X, Q> = List<T> & { query: Q } & X

export interface ListActions<Q> {
  /** Loads the list from its beginning; what is shown stays until the answer arrives. */
  load: () => Promise<void>
  /** Loads the list for a part of a page that opens; a request that is under way serves all of them. */
  open: () => Promise<void>
  /** Loads the next page, if there is one and it is not loading already. */
  loadMore: () => Promise<void>
  /** Loads the list anew. All calls during a load cause one more load afterwards. */
  refresh: () => Promise<void>
  /** Searches from the first page; previous results stay until the answer arrives. */
  search: (query: Q) => Promise<void>
  /** Forgets the search and its results. */
  clear: () => void
}

/**
 * Creates a slice that is a list of the server: pages, search, failures, live changes and the order of answers are taken
 * care of. It ends with the workspace unless another scope is given.
 */
export function createListSlice<
  T,
  A extends object = object,
  X extends object = object,
  Q = null,
  K extends Kind = Kind,
>(
  name: string,
  { list, key, query, copies, extra, actions, scope = 'organisation', persist, ...following }: Options<T, A, X, Q, K>,
): UseBoundStore<StoreApi<ListState<T, X, Q> & ListActions<Q> & A>> {
  type State = ListState<T, X, Q>
  const initial = { ...unloaded, query: query ?? null, ...extra } as unknown as State
  let change: (change: Change<T>) => void = () => undefined
  const useList = createSlice<State, ListActions<Q> & A>(
    name,
    initial,
    (set, get, writer) => {
      const loader = new ListLoader<T, X>(
        {
          get,
          writer() {
            const write = writer()
            return recipe => write(draft => recipe(draft as List<T>))
          },
        },
        { ask: page => list(page, get().query), key, ...(copies && { copies: () => copies(get().query) }) },
      )
      change = by => loader.changer()(by)
      const changer = () => loader.changer()
      return {
        load: () => loader.load(),
        open: () => loader.open(),
        loadMore: () => loader.more(),
        refresh: () => loader.refresh(),
        search: (query: Q) => loader.search(() => set({ query } as Partial<State>)),
        clear: () => loader.clear(() => set({ query: initial.query, ...extra } as Partial<State>)),
        ...(actions?.({ get, set, writer, changer }) as A),
      }
    },
    { scope, ...(persist && { persist }) },
  )
  follow(
    following,
    event => change(event),
    () => {
      if (useList.getState().status !== 'idle') void useList.getState().refresh()
    },
  )
  return useList
}

function follow<T, K extends Kind>(
  { events, reduce, refreshOn }: Following<T, K>,
  change: (change: Change<T>) => void,
  refresh: () => void,
): void {
  if (events && reduce) onEvent(events, event => change(items => reduce(items, event)))
  if (refreshOn) reloadOn(refreshOn, refresh)
  if (events || refreshOn) onResync(refresh)
}
