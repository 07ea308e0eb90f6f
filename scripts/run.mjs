import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder; every command runs there, wherever it was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The lines of work whose output is collected, because other work prints at the same time.
 * @type {AsyncLocalStorage<string[]>}
 */
const collected = new AsyncLocalStorage()

/**
 * Does work whose programs and messages print nothing until it has ended; then prints everything at once.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function printAtEnd(work) {
  /** @type {string[]} */
  const output = []
  try {
    return await collected.run(output, work)
  } finally {
    process.stdout.write(output.join(''))
  }
}

const EXIT_CODE = { SIGINT: 130, SIGTERM: 143 }

/**
 * Runs a program on this console and returns its exit code. Signals are forwarded to the program and then end this
 * process too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, shell?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const output = collected.getStore()
    const stdio = output ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, shell, env: { ...process.env, ...env } })
    child.stdin?.end()
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output?.push(String(chunk)))
    /** @type {'SIGINT' | 'SIGTERM' | undefined} */
    let stopped
    const interrupt = () => {
      stopped = 'SIGINT'
      child.kill('SIGINT')
    }
    const terminate = () => {
      stopped = 'SIGTERM'
      child.kill('SIGTERM')
    }
    process.on('SIGINT', interrupt)
    process.on('SIGTERM', terminate)
    child.on('error', reject)
    child.on('close', code => {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', terminate)
      if (stopped) process.exit(EXIT_CODE[stopped])
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs the command-line program of an installed package, without a shell or npm in between.
 * @param {string} name the package, e.g. `vite`
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function runPackage(name, args, env) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0]
  return run(process.execPath, [join(folder, file), ...args], { env })
}

/**
 * Runs npm: the one that called this script, else the one beside Node, else the one on the PATH.
 * @param {string[]} args
 */
export function runNpm(args) {
  const beside = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath ?? '',
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const cli = candidates.find(file => basename(file) === 'npm-cli.js' && existsSync(file))
  return cli ? run(process.execPath, [cli, ...args]) : run('npm', args, { shell: process.platform === 'win32' })
}

/** @param {string} line */
export function say(line) {
  print(`\u2022 ${line}`)
}

/** @param {string} line */
export function print(line) {
  const output = collected.getStore()
  if (output) output.push(`${line}\n`)
  else console.log(line)
}

/** @param {number} since a `performance.now()` */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
