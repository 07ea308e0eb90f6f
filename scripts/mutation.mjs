import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { root, say } from './run.mjs'

/** The share of the faults that the tests must find, in percent. */
const leastKilled = 85
/** A file that says how it is tested, not what the product does. */
const isTest = /\.test\.tsx?$|\/(test|testing)[-/]|\.generated\.ts$|\.data\.ts$|\/(first-)?texts\//

/**
 * Puts faults into the files that were changed, one after the other, and runs the tests of their folder on each. A fault
 * that no test notices survives, and is printed.
 * @returns {Promise<import('./steps.mjs').Counted>}
 */
export async function findSurvivors() {
  const files = changedFiles()
  if (files.length === 0) return { passed: 1, failed: 0, note: 'no source file was changed' }
  /** @type {Map<string, string[]>} */
  const byFolder = new Map()
  for (const file of files) {
    const folder = testedFolder(file)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file])
  }
  const { Stryker } = await import('@stryker-mutator/core')
  let killed = 0
  let all = 0
  for (const [folder, mutate] of byFolder) {
    say(`Mutating ${mutate.join(', ')}`)
    const results = await new Stryker({
      mutate,
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { related: true, dir: folder },
      // TypeScript has no JavaScript interface any more; nothing in its settings needs to be rewritten.
      tsconfigFile: 'none.json',
      // Texts are checked by what people read, not word by word; a fault at the start of a module needs all tests.
      mutator: { excludedMutations: ['StringLiteral'] },
      ignoreStatic: true,
      reporters: ['clear-text'],
      clearTextReporter: { logTests: false, allowColor: process.stdout.isTTY },
      tempDirName: 'out/stryker',
      concurrency: availableParallelism(),
      allowEmpty: true,
    }).runMutationTest()
    const counted = results.filter(({ status }) => status !== 'Ignored')
    all += counted.length
    killed += counted.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  }
  const share = all === 0 ? 100 : (100 * killed) / all
  const isEnough = share >= leastKilled
  return {
    passed: isEnough ? 1 : 0,
    failed: isEnough ? 0 : 1,
    note: `${share.toFixed(1)} % of ${all} faults were found, at least ${leastKilled} % are wanted`,
  }
}

/** Source files that differ from MUTATION_BASE, otherwise from where this branch left origin/main, or from the last commit but one. */
function changedFiles() {
  const base = process.env.MUTATION_BASE || git('merge-base', 'HEAD', 'origin/main')[0] || 'HEAD~1'
  const isOwn = base === git('rev-parse', 'HEAD')[0]
  const changed = git('diff', '--name-only', '--diff-filter=d', isOwn ? 'HEAD~1' : base, '--', 'src')
  return changed.filter(file => /\.tsx?$/.test(file) && !isTest.test(file))
}

/** @param {string[]} args */
function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

/**
 * The nearest folder above a file that holds tests.
 * @param {string} file
 */
function testedFolder(file) {
  let folder = dirname(file)
  const hasTests = () => git('ls-files', folder).some(name => /\.test\.tsx?$/.test(name))
  while (folder !== 'src' && !hasTests()) folder = dirname(folder)
  return folder
}
