import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

/** @typedef {import('./steps.mjs').Counted} Counted */
/** @typedef {{ errors: { message?: string }[], attachments: { name: string, body?: string }[] }} StoryResult */
/** @typedef {{ specs?: { title: string, ok: boolean, file: string, line: number, tests: { results: StoryResult[] }[] }[], suites?: Suite[] }} Suite */

/** How many lines of a failure are repeated at the end, so that a truncated log still explains it. */
const MOST_LINES = 25
const MOST_LETTERS = 200
/** A page snapshot gets more lines, because its rows by role and name show why something was not found. */
const MOST_ROWS = 70

/**
 * The path of a runner's report; an old one is removed, so that it cannot be mistaken for the new one.
 * @param {string} name
 */
export function removeReport(name) {
  const file = join(root, `out/reports/${name}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * A file that could not be read as tests counts as one failure; so does each skipped or pending test.
 * @param {string} file
 * @returns {Counted}
 */
export function readVitestReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'Vitest broke down' }
  /** @type {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(result => result.assertionResults)
  const passed = tests.filter(test => test.status === 'passed').length
  const failed = tests.filter(test => test.status === 'failed').length
  const skipped = tests.length - passed - failed
  const broken = testResults.filter(
    result => result.status === 'failed' && result.assertionResults.every(test => test.status !== 'failed'),
  )
  const failures = [
    ...broken.map(({ name, message }) => failure(relative(root, name), message)),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(test => test.status === 'failed')
        .map(test => failure(`${relative(root, name)} \u203a ${test.fullName}`, test.failureMessages?.[0])),
    ),
  ]
  return {
    passed,
    failed: failed + skipped + broken.length,
    note: note({ skipped, 'files broken': broken.length }),
    failures,
  }
}

/**
 * A story that needed a retry, or was skipped, has not passed.
 * @param {string} file
 * @returns {Counted}
 */
export function readE2eReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'Playwright broke down' }
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: { message?: string }[], suites: Suite[] }} */
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return {
    passed: stats.expected,
    failed,
    note: note({ skipped: stats.skipped, flaky: stats.flaky, errors: errors.length }),
    failures: [...errors.map(({ message }) => failure('Playwright', message)), ...suites.flatMap(failedStories)],
  }
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedStories({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const results = tests.flatMap(test => test.results)
      const errors = results.flatMap(result => result.errors)
      const left = results.flatMap(({ attachments }) => attachments.filter(({ body }) => body))
      return [
        failure(`${file}:${line} \u203a ${title}`, ...errors.map(({ message }) => message)),
        ...left.map(({ name, body = '' }) => `  ${name}: ${rows(Buffer.from(body, 'base64').toString())}`),
      ].join('\n')
    })
  return [...own, ...suites.flatMap(failedStories)]
}

/**
 * @param {string} where
 * @param {(string | undefined)[]} messages
 */
function failure(where, ...messages) {
  const lines = messages
    .flatMap((message = '') => stripVTControlCharacters(message).split('\n'))
    .filter(line => line.trim() && !line.includes('node_modules'))
    .slice(0, MOST_LINES)
    .map(line => line.slice(0, MOST_LETTERS))
  return [where, ...lines].join('\n    ')
}

/** @param {string} text */
function rows(text) {
  const lines = stripVTControlCharacters(text).trim().split('\n')
  return lines
    .slice(0, MOST_ROWS)
    .map(line => line.slice(0, MOST_LETTERS))
    .join('\n      ')
}

/** @param {Record<string, number>} counts */
function note(counts) {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
