import { type ComponentType, lazy } from 'react'

type Load = <T>(load: () => Promise<T>) => Promise<T>

let loaded: Load = load => load()

/** Sets how lazy modules are loaded. The app sets it at the start, so that loading waits for an unreachable server. */
export function loadComponentsBy(how: Load): void {
  loaded = how
}

/** A component whose module is loaded when it is first rendered. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loaded(load) }))
}
