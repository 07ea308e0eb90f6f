// Who may import whom (.dependency-cruiser.cjs), features in their order, no barrel files, no file of more than 400 lines.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './run.mjs'
import { folderImports, reachable, structureOf } from './structure.mjs'

const FOLDERS = ['src', 'e2e', 'test', 'bench', 'scripts']
/** Folders in which a check that reads no module has failed. */
const MUST_HAVE_MODULES = ['src/shared/', 'src/server/', 'src/renderer/', 'src/main/', 'src/preload/']
const MAX_LINES = 400
/** A shorter file that one other file imports belongs into that file, unless its place is given by its kind. */
const MIN_LINES = 20
const GIVEN_PLACE =
  /\/(feature|routes|service|slots|events|errors|limits|store|subscriptions)\.ts$|-(store|sql|thread)\.ts$|\/migrations\/|texts\/|\/contract\/|\.d\.ts$|\.js$/
/** Tables of data, generated files and the translations, which may be long. */
const DATA_FILE = /\.(data|generated)\.tsx?$|texts\/[a-z]{2}(-[A-Z]{2})?(\/[\w-]+)?\.ts$/
/** Looked for in the text, because dependency-cruiser does not see `export type … from`. */
const RE_EXPORT = /^export\s+(type\s+)?(\{[^}]*\}|\*(\s+as\s+\w+)?)\s+from\s/m
/** Searched in the text as well: a desktop module may import Electron's types, and gets its parts as arguments. */
const ELECTRON_PART = /^import\s+(?!type\s)[^'"]*from\s+['"]electron['"]/m
const CAPABILITY = /^src\/main\/[^/]+\//
const TEST_FILE = /\.test\.tsx?$|\/test-[^/]+$|\/testing\//
const ENTRY_FILE = /^(src\/(server|main|preload)|bench)\/index\.ts$/

/** Folders whose features may import the features listed before them, and the file with the list. */
const FEATURES = [
  { folder: 'src/server/features', list: 'src/server/features.ts' },
  { folder: 'src/renderer/features', list: 'src/renderer/app/features.ts' },
]

/** Folders whose subfolders must not import each other in a cycle, directly or through others. */
const ACYCLIC = ['src/shared/contract', 'src/server/features', 'src/renderer/features', 'src/main']

const PICTURE = 'docs/structure.md'

process.chdir(root)
const { modules, problems } = await readImports()
problems.push(...checkFiles())
for (const prefix of MUST_HAVE_MODULES) {
  if (!modules.some(source => source.startsWith(prefix)))
    problems.push(`${prefix}: no module was read there, so nothing was checked`)
}
for (const problem of problems) console.error(`\u2717 ${problem}`)
console.log(`${modules.length} modules read, ${problems.length} problems`)
process.exitCode = problems.length > 0 || modules.length === 0 ? 1 : 0

async function readImports() {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { output } = await cruise(FOLDERS, { ...options, validate: true, ruleSet: { forbidden } })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text instead of modules')
  const comments = new Map(
    forbidden.map((/** @type {{ name: string, comment: string }} */ rule) => [rule.name, rule.comment]),
  )
  const written = output.modules.filter(module => !TEST_FILE.test(module.source))
  return {
    modules: output.modules
      .map(module => module.source)
      .filter(source => FOLDERS.some(folder => source.startsWith(`${folder}/`))),
    problems: [
      ...output.summary.violations.map(({ from, to, rule, cycle }) => {
        const path = cycle ? cycle.map(step => step.name).join(' \u2192 ') : to
        return `${from}${path === from ? '' : ` \u2192 ${path}`}\n    ${rule.name}: ${comments.get(rule.name)}`
      }),
      ...FEATURES.flatMap(features => wrongOrder(features, written)),
      ...ACYCLIC.flatMap(folder => folderCycles(folder, written)),
      ...smallFiles(output.modules),
      ...checkPicture(written),
    ],
  }
}

/**
 * Imports of a feature that is not listed before the importing one. This also excludes cycles between folders.
 * @param {{ folder: string, list: string }} features
 * @param {readonly import('dependency-cruiser').IModule[]} modules
 */
function wrongOrder({ folder, list }, modules) {
  const order = [...readFileSync(list, 'utf8').matchAll(/^ {2}(\w+?)(?:Feature)?,$/gm)].map(match => match[1])
  if (order.length === 0) return [`${list}: lists no feature, so their order was not checked`]
  /** @param {string} path */
  const featureOf = path => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined)
  return modules.flatMap(({ source, dependencies }) => {
    const feature = featureOf(source)
    if (feature === undefined) return []
    if (!order.includes(feature)) return [`${source}: ${feature} is not listed in ${list}`]
    return dependencies.flatMap(({ resolved }) => {
      const other = featureOf(resolved)
      if (other === undefined || other === feature || order.indexOf(other) < order.indexOf(feature)) return []
      return [`${source} \u2192 ${resolved}\n    ${list} lists ${other} after ${feature}: use an event or a port`]
    })
  })
}

/**
 * One problem for each pair of folders inside `parent` that reach each other by imports.
 * @param {string} parent
 * @param {readonly import('dependency-cruiser').IModule[]} modules
 */
function folderCycles(parent, modules) {
  const imports = folderImports(parent, modules)
  if (imports.size === 0) return [`${parent}: has no folders, so their cycles were not checked`]
  return [...imports].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) =>
      reachable(imports, to).has(from)
        ? [`${parent}: ${from} and ${to} import each other, directly or by way of others\n    ${example}`]
        : [],
    ),
  )
}

/**
 * Short files of the product that one other file imports, tests included. What is loaded later needs a file of its own.
 * @param {readonly import('dependency-cruiser').IModule[]} modules
 */
function smallFiles(modules) {
  /** @type {Map<string, { by: Set<string>, isLazy: boolean }>} */
  const uses = new Map()
  for (const { source, dependencies } of modules) {
    for (const { resolved, dynamic } of dependencies) {
      const use = uses.get(resolved) ?? { by: new Set(), isLazy: false }
      uses.set(resolved, { by: use.by.add(source), isLazy: use.isLazy || dynamic })
    }
  }
  return modules.flatMap(({ source }) => {
    const use = uses.get(source)
    if (
      !source.startsWith('src/') ||
      TEST_FILE.test(source) ||
      GIVEN_PLACE.test(source) ||
      use?.by.size !== 1 ||
      use.isLazy
    )
      return []
    const lines = readFileSync(source, 'utf8').split('\n').length - 1
    return lines < MIN_LINES ? [`${source}: ${lines} lines that only ${[...use.by][0]} imports; fold it back`] : []
  })
}

/**
 * The picture in docs/ shows the code as it is; `--write` draws it anew.
 * @param {readonly import('dependency-cruiser').IModule[]} modules
 */
function checkPicture(modules) {
  const text = structureOf(modules)
  if (process.argv.includes('--write')) writeFileSync(PICTURE, text)
  return existsSync(PICTURE) && readFileSync(PICTURE, 'utf8') === text
    ? []
    : [`${PICTURE}: does not match the code; npm run structure updates it`]
}

function checkFiles() {
  return FOLDERS.flatMap(typeScriptFiles).flatMap(file => {
    const text = readFileSync(file, 'utf8')
    const lines = text.split('\n').length - 1
    const found = []
    if (lines > MAX_LINES && !DATA_FILE.test(file)) {
      found.push(`${file}: ${lines} lines, ${MAX_LINES} at most; what are the two things it does?`)
    }
    if (RE_EXPORT.test(text)) found.push(`${file}: re-exports; import it from the file that defines it`)
    if (CAPABILITY.test(file) && ELECTRON_PART.test(text)) {
      found.push(
        `${file}: takes a part of Electron; let src/main/desktop.ts pass it in, so that it can be tested without`,
      )
    }
    if (/^index\.tsx?$/.test(basename(file)) && !ENTRY_FILE.test(file)) {
      found.push(`${file}: name the file for what it holds; index files become barrels`)
    }
    return found
  })
}

/** @param {string} folder */
function typeScriptFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => join(folder, file).replaceAll('\\', '/'))
    .filter(file => /\.tsx?$/.test(file))
}
