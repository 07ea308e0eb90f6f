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
import { createSlice, type Scope, type Write } from './store'

/** How many lists of one slice stay in memory; the one loaded longest ago is dropped first. */
const maxLists = 50

/** Lists of one kind by what they belong to, for example the readers of each document. */
export interface KeyedState<T, X> {
  lists: Record<string, List<T> & X>
}

interface KeyedTools<T, P, S> {
  get: () => S
  set: Write<S>
  writer: () => Write<S>
  /** Take it before an `await`, like a writer. */
  changer: (of: P) => (change: Change<T>) => void
  /** Takes the whole list as the answer to a change; requests sent before are older. Take it before an `await`. */
  replacer: (of: P) => (items: T[]) => void
}

interface KeyedOptions<T, P, A, X, S> {
  list: (of: P, page: PageParams) => Promise<Listed<T, X>>
  key: (item: T) => string | number
  /** The name of a list in `lists`. */
  nameOf: (of: P) => string | number
  /** Where a list is copied: `copied(…)` of `list-copies.ts`. */
  copies?: (of: P) => ListCopies<T> | undefined
  /** Further state of each list. */
  extra?: X
  /** Further state of the slice. */
  initial?: S
  actions?: (tools: KeyedTools<T, P, KeyedState<T, X> & S>) => A
  scope?: Scope
}

export interface KeyedActions<P> {
  load: (of: P) => Promise<void>
  loadMore: (of: P) => Promise<void>
  /** Reloads a list that was loaded before. */
  refresh: (of: P) => Promise<void>
}

/** Creates a slice of many lists, each loaded like that of `createListSlice`. */
export function createKeyedListSlice<
  T,
  P,
  A extends object = object,
  X extends object = object,
  S extends object = object,
>(
  name: string,
  { list, key, nameOf, copies, extra, initial, actions, scope = 'organisation' }: KeyedOptions<T, P, A, X, S>,
): UseBoundStore<StoreApi<KeyedState<T, X> & S & KeyedActions<P> & A>> {
  type State = KeyedState<T, X> & S
  const loaders = new Map<string, ListLoader<T, X>>()
  const empty = { ...unloaded, ...extra } as unknown as List<T> & X
  return createSlice<State, KeyedActions<P> & A>(
    name,
    { lists: {}, ...initial } as State,
    (set, get, writer) => {
      function change(write: Write<State>, recipe: (lists: Record<string, List<T> & X>) => void): void {
        write(draft => recipe((draft as State).lists))
      }

      function loaderOf(of: P): ListLoader<T, X> {
        const at = String(nameOf(of))
        const known = loaders.get(at)
        if (known) return known
        const place = {
          get: () => get().lists[at],
          writer() {
            const write = writer()
            return (recipe: (list: List<T>) => void) =>
              change(write, lists => {
                if (lists[at]) recipe(lists[at])
              })
          },
        }
        const loader = new ListLoader<T, X>(place, {
          ask: page => list(of, page),
          key,
          ...(copies && { copies: () => copies(of) }),
        })
        loaders.set(at, loader)
        return loader
      }

      function load(of: P): Promise<void> {
        const at = String(nameOf(of))
        const loader = loaderOf(of)
        loaders.delete(at)
        loaders.set(at, loader)
        const surplus = [...loaders.keys()].slice(0, -maxLists)
        for (const name of surplus) loaders.delete(name)
        change(set, lists => {
          for (const name of surplus) delete lists[name]
          lists[at] ??= empty
        })
        return loader.load()
      }

      return {
        load,
        loadMore: (of: P) => loaderOf(of).more(),
        refresh: (of: P) => (get().lists[nameOf(of)] ? loaderOf(of).refresh() : Promise.resolve()),
        ...(actions?.({
          get,
          set,
          writer,
          changer: of => loaderOf(of).changer(),
          replacer: of => loaderOf(of).replacer(),
        }) as A),
      }
    },
    { scope },
  )
}
