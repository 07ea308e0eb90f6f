import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run.mjs'

const INSIDE = /** @type {Record<string, string>} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
})

/**
 * The program of Electron, verified by running it: ELECTRON_PATH, else the one its package downloaded, else on the
 * PATH. The package itself is never required, because that would start a download.
 * @returns {{ file: string } | { why: string }}
 */
export function findElectron() {
  const chosen = process.env.ELECTRON_PATH
  const inside = INSIDE[process.platform] ?? 'electron'
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder && !folder.includes('node_modules'))
  const candidates = chosen
    ? [chosen]
    : [join(root, 'node_modules/electron/dist', inside), ...folders.map(folder => join(folder, inside))]
  const found = candidates.filter(file => existsSync(file))
  const file = found.find(isElectron)
  if (file) return { file }
  if (found.length > 0) return { why: `${found[0]} does not say that it is Electron` }
  return { why: chosen ? `ELECTRON_PATH names ${chosen}, which is not there` : 'its program is not on this machine' }
}

/** @param {string} file */
function isElectron(file) {
  const { status, stdout } = spawnSync(file, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return status === 0 && /^\d+\.\d+\.\d+/.test(stdout.trim())
}

/** A prominent message if the real Electron was missing; undefined if it was there. */
export function electronSkipped() {
  const found = findElectron()
  return 'why' in found ? `SKIPPED: desktop checks with a real Electron did NOT run: ${found.why}` : undefined
}
