import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm, say } from './run.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/** Runs `npm ci` unless node_modules matches package-lock.json for this platform. Returns whether it succeeded. */
export async function installIfNeeded() {
  const reason = whyInstall()
  if (!reason) return true
  say(`Installing packages: ${reason}`)
  return (await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])) === 0
}

/**
 * Compares contents, not times, because a checkout or a copy changes every file's time. npm's own list of installed
 * packages (node_modules/.package-lock.json) is written last, so it is missing after a failed install.
 * @returns {string | undefined}
 */
function whyInstall() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return 'they are not installed yet'
  const wanted = packages('package-lock.json')
  const installed = packages('node_modules/.package-lock.json')
  const foreign = Object.entries(installed).find(
    ([, entry]) => !fits(entry.os, process.platform) || !fits(entry.cpu, process.arch),
  )
  if (foreign) return `those here are for another platform (${foreign[0].replace('node_modules/', '')})`
  const changed = Object.entries(wanted).find(([path, entry]) => path !== '' && !isInstalled(entry, installed[path]))
  if (changed) return `${changed[0].replace('node_modules/', '')} has changed`
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const unlocked = Object.entries({ ...dependencies, ...devDependencies }).find(
    ([name, version]) => installed[`node_modules/${name}`]?.version !== version,
  )
  return unlocked ? `package.json asks for ${unlocked.join('@')}` : undefined
}

/**
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} installed
 */
function isInstalled(wanted, installed) {
  return installed ? installed.version === wanted.version : Boolean(wanted.optional || wanted.devOptional)
}

/**
 * @param {string[] | undefined} allowed names, or excluded names with `!` in front
 * @param {string} here
 */
function fits(allowed, here) {
  if (!allowed || allowed.includes(`!${here}`)) return !allowed
  return allowed.includes(here) || allowed.every(name => name.startsWith('!'))
}

/**
 * @param {string} file
 * @returns {LockedPackages}
 */
function packages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}
