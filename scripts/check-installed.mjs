// Puts the built server into a folder as `npm run serve:install` does, with its own packages alone, and starts it there without a
// network. npm would fetch the packages again, so they are taken from node_modules: those that `npm ci --omit=dev` installs.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { copyProgram } from './install-server.mjs'
import { root, seconds } from './run.mjs'

/** @typedef {Record<string, { dev?: boolean, link?: boolean }>} Locked */

/** What the program looks for and does without. */
const OPTIONAL = ['pg-native', 'bufferutil', 'utf-8-validate']
const STARTS_WITHIN = 60_000
const START = performance.now()

/** Loaded before the server: whoever wants to reach another machine ends the process and says so. */
const NO_NETWORK = `
const { Socket } = require('node:net')
const { connect } = Socket.prototype
const inside = /^(localhost|127\\.[\\d.]+|::1)$/
Socket.prototype.connect = function (...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given
  const { path, host = 'localhost' } = typeof first === 'object' ? first : Number(first) >= 0 ? { host: second } : { path: first }
  if (path === undefined && !inside.test(String(host))) {
    process.stderr.write('It wanted to reach ' + host + ', and there is no network.\\n')
    process.exit(1)
  }
  return connect.apply(this, given)
}
`

// Outside of the repository, whose packages would be found otherwise.
const place = mkdtempSync(join(tmpdir(), 'wheelhouse-installed-'))

/**
 * @param {string} folder
 * @returns {number} how many packages it has
 */
function takePackages(folder) {
  /** @type {Locked} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const taken = Object.keys(locked).filter(path => path !== '' && !locked[path]?.dev && existsSync(join(root, path)))
  for (const path of taken) takeFolder(join(root, path), join(folder, path))
  return taken.length
}

/**
 * The files of one package, without the packages inside it. They are linked, because copying them takes much longer.
 * @param {string} from
 * @param {string} to
 */
function takeFolder(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'node_modules') takeFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) takeFile(source, target)
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function takeFile(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}

/**
 * Loads every package that the program names, also those that it loads only when it needs them.
 * @param {string} folder
 * @returns {Promise<string[]>} what cannot be loaded there
 */
async function packagesThatFail(folder) {
  const program = join(folder, 'out/server')
  const names = new Set(
    readdirSync(program, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.js'))
      .flatMap(file => importsOf(parseAst(readFileSync(join(program, file), 'utf8'))))
      .filter(name => !/^[./#]|^node:/.test(name) && !builtinModules.includes(name) && !OPTIONAL.includes(name)),
  )
  if (names.size === 0) return ['The program names no package at all, so nothing was looked at.']
  const outcomes = await Promise.all(
    [...names].map(async name => {
      const script = `await import(${JSON.stringify(name)})`
      const child = new Program(['--input-type=module', '-e', script], program)
      return (await child.ended) === 0 ? [] : [`${name} is not among the packages of a server: ${child.output}`]
    }),
  )
  return outcomes.flat()
}

/**
 * @param {unknown} node a part of a parsed module
 * @returns {string[]} what it imports
 */
function importsOf(node) {
  if (node === null || typeof node !== 'object') return []
  const inside = Object.values(node).flatMap(importsOf)
  if (!('type' in node)) return inside
  const { type, source, callee, arguments: given } = /** @type {Record<string, any>} */ (node)
  if (/^(Import|Export)/.test(String(type)) && typeof source?.value === 'string') return [source.value, ...inside]
  const isRequire = type === 'CallExpression' && /^(__require|require)$/.test(callee.name)
  return isRequire && typeof given[0]?.value === 'string' ? [given[0].value, ...inside] : inside
}

/**
 * Starts the server as its operator does, asks whether it is well, and stops it.
 * @param {string} folder
 * @returns {Promise<string[]>} what is wrong
 */
async function startedIn(folder) {
  const noNetwork = join(dirname(folder), 'no-network.cjs')
  writeFileSync(noNetwork, NO_NETWORK)
  const server = new Program(['--require', noNetwork, 'scripts/wheelhouse.mjs', 'serve'], folder)
  const address = await server.says(/is ready at (http:\/\/localhost:\d+)/)
  if (address === undefined) return [`The server does not start with its own packages: ${server.output}`]
  const problems = []
  for (const path of ['/healthcheck', '/readycheck', '/']) {
    const response = await fetch(`${address}${path}`)
    if (!response.ok) problems.push(`${path} answers ${response.status}: ${await response.text()}`)
    else if (path === '/' && !(await response.text()).includes('<script')) problems.push('/ is not the app.')
  }
  server.stop()
  const code = await server.ended
  return code === 0 ? problems : [...problems, `The server ends with ${code}: ${server.output}`]
}

/** A program of Node that knows nothing of the settings and the user of this one. */
class Program {
  output = ''
  #child
  /** @type {Promise<number | null>} */
  ended

  /**
   * @param {string[]} args
   * @param {string} cwd
   */
  constructor(args, cwd) {
    const env = {
      PATH: process.env.PATH,
      HOME: place,
      DATA_DIR: join(place, 'data'),
      PORT: '0',
      NODE_ENV: 'production',
    }
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', chunk => {
        this.output += chunk
      })
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STARTS_WITHIN)
    this.ended = new Promise(resolve => this.#child.on('close', resolve)).finally(() => clearTimeout(late))
  }

  /**
   * @param {RegExp} what
   * @returns {Promise<string | undefined>} what its first group is once it says so; undefined if it ends before
   */
  async says(what) {
    for (;;) {
      const found = this.output.match(what)?.[1]
      if (found !== undefined) return found
      const more = new Promise(resolve => this.#child.stdout?.once('data', () => resolve(true)))
      const isOver = this.ended.then(() => false)
      if (!(await Promise.race([more, isOver]))) return this.output.match(what)?.[1]
    }
  }

  stop() {
    this.#child.kill('SIGTERM')
  }
}

try {
  // PostgreSQL may run as another user, who must be able to enter.
  chmodSync(place, 0o755)
  const folder = join(place, 'wheelhouse')
  copyProgram(folder)
  const packages = takePackages(folder)
  const missing = await packagesThatFail(folder)
  const problems = missing.length > 0 ? missing : await startedIn(folder)
  for (const problem of problems) console.error(`\u2717 ${problem}`)
  if (problems.length === 0) console.log(`A server with ${packages} packages of its own starts (${seconds(START)})`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}
