import { type ComponentType, lazy } from 'react'

type Load = <T>(load: () => Promise<T>) => Promise<T>

let loaded: Load = load => load()

/** How modules are loaded that come later. The app says it when it starts, so that they wait for a server that is away. */
export function loadComponentsBy(how: Load): void {
  loaded = how
}

/** A component whose module is fetched when it is first shown. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loaded(load) }))
}
