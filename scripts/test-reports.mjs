import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** @typedef {import('./steps.mjs').Counted} Counted */

/**
 * Where a runner is to write its report; an old one is removed, lest it be taken for the new one.
 * @param {string} name
 */
export function removeReport(name) {
  const file = join(root, `out/reports/${name}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * A file that could not be read as tests counts as one failure; so does each test that was skipped or only announced.
 * @param {string} file
 * @returns {Counted}
 */
export function readVitestReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'Vitest broke down' }
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(result => result.assertionResults)
  const passed = tests.filter(test => test.status === 'passed').length
  const failed = tests.filter(test => test.status === 'failed').length
  const skipped = tests.length - passed - failed
  const broken = testResults.filter(
    result => result.status === 'failed' && result.assertionResults.every(test => test.status !== 'failed'),
  ).length
  return { passed, failed: failed + skipped + broken, note: note({ skipped, 'files broken': broken }) }
}

/**
 * A story that needed a second try, or was skipped, has not passed.
 * @param {string} file
 * @returns {Counted}
 */
export function readE2eReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'Playwright broke down' }
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} */
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return {
    passed: stats.expected,
    failed,
    note: note({ skipped: stats.skipped, flaky: stats.flaky, errors: errors.length }),
  }
}

/** @param {Record<string, number>} counts */
function note(counts) {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
