import type { AutoUpdater } from 'electron'
import { logError } from '../platform/log'

export interface UpdateParts {
  readonly updater: Pick<AutoUpdater, 'setFeedURL' | 'checkForUpdates' | 'on'>
  /** Where new versions are published. Without one nothing is asked for: there is no such place yet. */
  readonly address: string | null
  readonly isPackaged: boolean
}

/** Looks for a new version once, at the start. Off until an operator names the place in `WHEELHOUSE_UPDATES`. */
export function lookForUpdates({ updater, address, isPackaged }: UpdateParts): boolean {
  // Only over https: what comes from there is run.
  if (!isPackaged || !address?.startsWith('https://')) return false
  updater.on('error', cause => logError('A new version could not be looked for.', cause))
  updater.setFeedURL({ url: address })
  updater.checkForUpdates()
  return true
}
