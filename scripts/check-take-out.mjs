// Takes one feature out of a copy of the sources – its folders and its lines in the lists – and builds the rest.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './run.mjs'

/** A feature on which no other depends. */
const FEATURE = 'guests'
const FOLDERS = ['src/shared/contract', 'src/server/features', 'src/renderer/features']
/** The files that list features. Nothing else may name one. */
const LISTS = [
  'src/shared/contract/all.ts',
  'src/shared/errors.ts',
  'src/server/features.ts',
  'src/renderer/app/features.ts',
]
const COPIED = ['src', 'scripts', 'package.json', 'tsconfig.base.json', 'vite.config.ts', 'vite.server.config.ts']
/** Tests of the feature, and those in which it takes part, go with it. */
const TEST_FILE = /\.test\.tsx?$|\/test-[^/]+$/
const SOURCE = /\.tsx?$/
const OWN_IMPORT = /\b(?:from|import\()\s*'((?:\.|#shared\/)[^'?]*)(?:\?\w+)?'/g
const ENDINGS = ['.ts', '.tsx', '.d.ts', '/index.ts', '']
/** Inside the repository, so that its packages are found. */
const copy = join(root, 'out/take-out')

rmSync(copy, { recursive: true, force: true })
try {
  copySources()
  const problems = [...takeOut(), ...importsOfNothing(), ...(await built())]
  for (const problem of problems) console.error(`\u2717 ${problem}`)
  if (problems.length === 0) console.log(`Without ${FEATURE}, everything else is built`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copySources() {
  mkdirSync(copy, { recursive: true })
  for (const path of COPIED) {
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: source => !TEST_FILE.test(source) })
  }
}

/** @returns {string[]} what could not be taken out */
function takeOut() {
  const problems = []
  for (const folder of FOLDERS.map(parent => join(copy, parent, FEATURE))) {
    if (!existsSync(folder)) problems.push(`${folder}: there is no such folder, so nothing was taken out`)
    rmSync(folder, { recursive: true, force: true })
  }
  for (const list of LISTS) {
    const lines = readFileSync(join(copy, list), 'utf8').split('\n')
    const imports = lines.filter(line => line.startsWith('import ') && line.includes(`/${FEATURE}/`))
    const names = imports.map(line => /import (?:\* as |\{ )(\w+)/.exec(line)?.[1])
    const items = lines.filter(line => names.includes(/^ {2}(?:\.\.\.)?(\w+),$/.exec(line)?.[1]))
    if (imports.length === 0 || items.length !== imports.length) {
      problems.push(`${list}: ${imports.length} imports and ${items.length} items of ${FEATURE}; expected one of each`)
    }
    const gone = [...imports, ...items]
    writeFileSync(join(copy, list), lines.filter(line => !gone.includes(line)).join('\n'))
  }
  return problems
}

/**
 * Imports of types, which a build forgets before it looks for their files.
 * @returns {string[]}
 */
function importsOfNothing() {
  const files = readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    name => SOURCE.test(name) && !name.includes('/testing/'),
  )
  if (files.length === 0) return ['src: no file was read, so no import was looked at']
  return files.flatMap(name => {
    const file = join(copy, 'src', name)
    const imported = [...readFileSync(file, 'utf8').matchAll(OWN_IMPORT)].map(match => match[1] ?? '')
    return imported
      .map(path => (path.startsWith('#shared/') ? join(copy, 'src/shared', path.slice(8)) : join(dirname(file), path)))
      .filter(path => !ENDINGS.some(ending => existsSync(`${path}${ending}`)))
      .map(path => `src/${name}: there is no ${relative(copy, path)}`)
  })
}

/** @returns {Promise<string[]>} the output of the programs that failed */
async function built() {
  const bundle = ['vite/bin/vite.js', 'build', '--minify', 'false', '--sourcemap', 'false', '--logLevel', 'warn']
  const outcomes = await Promise.all([
    // Checking the types of the renderer as well would take four times as long as everything else here.
    program(['typescript/bin/tsc', '-b', 'src/server', '--checkers', '1']),
    program([...bundle, '--config', 'vite.server.config.ts']),
    program([...bundle, '--config', 'vite.config.ts']),
  ])
  return outcomes.filter(outcome => outcome !== null)
}

/**
 * Runs the program of a package in the copy.
 * @param {string[]} args
 * @returns {Promise<string | null>} its output if it failed
 */
function program([file = '', ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', file), ...args], {
      cwd: copy,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    /** @type {string[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)))
    child.on('error', reject)
    child.on('close', code => resolve(code === 0 ? null : `${file} ${args.join(' ')}\n${output.join('')}`))
  })
}
