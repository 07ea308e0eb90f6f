// `npm run access-checks`: takes one access check after the other out of the running server, and fails if the matrix of
// access does not notice the absence of one that is not in the list test/access-checks-unnoticed.txt, which says of each
// what other test notices it, or what other check stands before it.
// `npm run access-checks -- --off src/server/….ts:67 test.ts …` takes one of them out and says whether other tests notice.
// It takes minutes and is no part of the tests.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { prepareFfmpeg } from './prepare-ffmpeg.mjs'
import { root } from './run.mjs'

const isChecked = /src\/server\/(features|platform\/(http|live|objects))\/.*\.ts$/
const isTest = /\.test\.ts$|\/(test|testing)[-/]|migrations/
/** A statement that only checks. */
const statement = /^(\s*)((?:await )?(?:\w+\.)?(?:require[A-Z]\w*|lockRights)\(.*\))$/
/** These check what a call says, or how much there is, but not whether somebody may. */
const ofNoAccess = /\brequire(Something|Range|Few|Disjoint|Storage|InTime|Within|RoomForActive|Place|Enabled)\(/
/** A refusal under a condition. */
const refusal = /^(\s*(?:else )?if \()(.*)(\) throw apiError\('([a-z_]+\.[a-z_]+)'.*)$/
const ofAccess =
  /permission|not_found|not_member|required|expired|denied|read_only|owner_needed|not_allowed|too_much|assign_missing|unknown|identity_mismatch|owner\.last/

/**
 * Puts a switch in front of each access check of a module.
 * @param {string} code
 * @param {string} file
 */
function withSwitches(code, file) {
  const lines = code.split('\n').map((line, index) => {
    const isOn = `globalThis.accessChecks.isOn(${JSON.stringify(`${file}:${index + 1}: ${line.trim()}`)})`
    const [, indent, checking] = statement.exec(line) ?? []
    const [, before, condition, after, code = ''] = refusal.exec(line) ?? []
    if (checking && !ofNoAccess.test(checking)) return `${indent}if (${isOn}) ${checking}`
    return ofAccess.test(code) ? `${before}${isOn} && (${condition})${after}` : line
  })
  return lines.join('\n')
}

const plugin = {
  name: 'switches-of-access-checks',
  enforce: /** @type {const} */ ('pre'),
  /**
   * @param {string} _code
   * @param {string} id
   */
  transform(_code, id) {
    const file = relative(root, id)
    if (!isChecked.test(file) || isTest.test(file)) return null
    return withSwitches(readFileSync(id, 'utf8'), file)
  },
}

/**
 * Runs tests on the server with switches; whether they passed.
 * @param {string[]} include
 * @param {{ setupFiles?: string[], env?: Record<string, string>, bail?: number, reporters?: string[] }} [more]
 */
async function runTests(include, { setupFiles = [], env = {}, ...more } = {}) {
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      root,
      watch: false,
      include,
      globalSetup: ['test/global-setup.ts'],
      setupFiles: ['test/tidy.ts', ...setupFiles],
      environment: 'node',
      pool: 'forks',
      // The server keeps no state in its modules, so a process reads them once for all of its files.
      isolate: false,
      maxWorkers: 1,
      testTimeout: 3_600_000,
      hookTimeout: 600_000,
      env: { TZ: 'UTC', ...env },
      ...more,
    },
    { plugins: [plugin] },
  )
  const hasPassed = vitest.state.getCountOfFailedTests() === 0 && vitest.state.getUnhandledErrors().length === 0
  await vitest.close()
  return hasPassed
}

await prepareFfmpeg()
const [option, check, ...tests] = process.argv.slice(2)
if (option === '--off' && check) {
  const hasPassed = await runTests(tests, {
    ...{ setupFiles: ['test/access-check-off.ts'], env: { ACCESS_CHECK_OFF: check } },
    ...{ bail: 1, reporters: ['dot'] },
  })
  process.stdout.write(hasPassed ? `NOT NOTICED: ${check}\n` : `noticed: ${check}\n`)
} else if (!(await runTests(['test/access-checks.run.ts']))) process.exitCode = 1
