import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compress } from './compress.mjs'
import { root, runPackage, say, seconds } from './run.mjs'

/** The programs, and the sources of each. */
const PROGRAMS = [
  {
    name: 'server',
    config: 'vite.server.config.ts',
    sources: ['src/shared', 'src/server'],
    product: 'out/server/index.js',
  },
  {
    name: 'web',
    config: 'vite.config.ts',
    sources: ['src/shared', 'src/renderer', 'scripts/first-paint.mjs'],
    product: 'out/web/index.html',
    compressed: 'out/web',
  },
]

/**
 * Builds the programs whose sources, settings or platform changed since the last build.
 * @param {{ force?: boolean }} [options] `force` builds all
 * @returns {Promise<boolean>} whether everything is built
 */
export async function build({ force = false } = {}) {
  for (const { name, config, sources, product, compressed } of PROGRAMS) {
    const stamp = join(root, `out/${name}.stamp`)
    const key = fingerprint([...sources, config, 'package-lock.json', 'package.json', 'tsconfig.base.json'])
    const upToDate = existsSync(join(root, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key
    if (upToDate && !force) continue
    const start = performance.now()
    // Removed first, so that an interrupted build does not look finished.
    rmSync(stamp, { force: true })
    const code = await runPackage('vite', ['build', '--config', config, '--logLevel', 'warn'], {
      NODE_ENV: 'production',
    })
    if (code !== 0) {
      say(`The ${name} could not be built`)
      return false
    }
    if (compressed) compress(join(root, compressed))
    writeFileSync(stamp, key)
    say(`Built the ${name} in ${seconds(start)}`)
  }
  return true
}

/** @param {string[]} paths files and folders */
function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`)
  for (const path of paths) {
    for (const file of filesIn(path)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => filesIn(`${path}/${entry.name}`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await build({ force: true })) ? 0 : 1
}
