// `npm run access-checks`: takes one access check after the other out of the running server, and fails if the matrix of
// access does not notice the absence of one that is not in the list test/access-checks-unnoticed.txt, which says of each
// what other test notices it, or what other check stands before it.
// `npm run access-checks -- --off src/server/….ts:67 … test.ts …` takes the named ones out, each by itself, and says
// whether other tests notice.
// It takes minutes and is no part of the tests.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { prepareFfmpeg } from './prepare-ffmpeg.mjs'
import { root } from './run.mjs'

const isChecked = /src\/server\/(features|platform\/(http|live|objects|run-as\.ts))/
const isTest = /\.test\.ts$|\/(test|testing)[-/]|migrations/
/** A call that only checks. */
const check = String.raw`(?:await )?(?:\w+\.)?(?:require[A-Z]\w*|lockRights)\(.*\)`
/** These check what a call says, or how much there is, but not whether somebody may. */
const ofNoAccess =
  /\brequire(Something|Range|Few|Disjoint|Storage|InTime|Within|RoomFor\w+|Places?|CodesLeft|Enabled|Repeat|Status|Time|Earlier|Free|Sound|Kind|ForGuest)\(/
const ofAccess =
  /permission|not_found|not_member|required|expired|denied|read_only|owner_needed|not_allowed|too_much|assign_missing|unknown|identity_mismatch|owner\.last|not_yours|_blind|not_editable|not_live|of_bot|of_jobs|needs_operator|wrong_origin|^\w+\.missing$|codes\.foreign|missing\[/
/** What an error is made of: its code, or where that is read. */
const refused = String.raw`'?([a-z_]+\.[a-z_]+|missing\[kind\])'?`

/**
 * The kinds of lines, each with what it becomes; `isOn` is the question whether the check is on.
 * @type {{ form: RegExp, isMeant?: (found: RegExpExecArray) => boolean, switched: (found: RegExpExecArray, isOn: string) => string }[]}
 */
const kinds = [
  {
    // A statement, also under a condition or in a loop, and the whole of a function.
    form: new RegExp(String.raw`^(\s*(?:(?:else )?(?:if|for) \(.*\) |else |.* => )?)(${check})(,?)$`),
    isMeant: ([line]) => !ofNoAccess.test(line),
    switched: ([, before, checking, after], isOn) => `${before}${isOn} && ${checking}${after}`,
  },
  {
    // One of several that are waited for, while nothing is made of its result.
    form: /^(.*Promise\.all\(\[|\s*)((?:\w+\.)?require[A-Z]\w*\([^()]*\))(,.*)$/,
    isMeant: ([line]) => !ofNoAccess.test(line),
    switched: ([, before, checking, after], isOn) => `${before}${isOn} && ${checking}${after}`,
  },
  {
    // A refusal under a condition.
    form: new RegExp(
      String.raw`^(\s*(?:else )?if \()(.*)(\) (?:throw apiError\(|return refused\(|return )${refused}.*)$`,
    ),
    isMeant: ([, , , , code]) => ofAccess.test(code ?? ''),
    switched: ([, before, condition, after], isOn) => `${before}${isOn} && (${condition})${after}`,
  },
  {
    // A refusal whose condition is in the line before it.
    form: new RegExp(String.raw`^(\s*)(throw apiError\(${refused}.*)$`),
    isMeant: ([, , , code]) => ofAccess.test(code ?? ''),
    switched: ([, before, refusal], isOn) => `${before}if (${isOn}) ${refusal}`,
  },
  {
    // The question for a right, which everybody then has.
    form: /^(?!\s*\*|.*function can\()(.*)(\bcan\([\w.]+, [^()]+\))(.*)$/,
    switched: ([, before, question, after], isOn) => `${before}(${question} || !${isOn})${after}`,
  },
]

const matrix = 'test/access-checks.run.ts'
/** How a check is named when it is taken out: by its file and line. */
const isCheckName = /\.ts:\d+$/

/** @param {string} line */
function kindOf(line) {
  for (const { form, isMeant = () => true, switched } of kinds) {
    const found = form.exec(line)
    if (found && isMeant(found)) return (/** @type {string} */ isOn) => switched(found, isOn)
  }
  return undefined
}

/**
 * Puts a switch in front of each access check of a module, which tells the names of its switches when it is loaded.
 * @param {string} code
 * @param {string} file
 */
function withSwitches(code, file) {
  /** @type {string[]} */
  const names = []
  const lines = code.split('\n').map((line, index) => {
    const switched = kindOf(line)
    if (!switched) return line
    const name = JSON.stringify(`${file}:${index + 1}: ${line.trim()}`)
    names.push(name)
    return switched(`globalThis.accessChecks.isOn(${name})`)
  })
  return `${lines.join('\n')}\n;(globalThis.accessCheckNames ??= []).push(${names})`
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
    if (!isChecked.test(file) || !file.endsWith('.ts') || isTest.test(file)) return null
    return withSwitches(readFileSync(id, 'utf8'), file)
  },
}

/**
 * What runs tests on the server with switches.
 * @param {{ setupFiles?: string[], bail?: number, reporters?: string[] }} [more]
 */
async function runner({ setupFiles = [], ...more } = {}) {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      include: ['src/server/**/*.test.ts', 'test/**/*.test.ts', matrix],
      globalSetup: ['test/global-setup.ts'],
      setupFiles: ['test/tidy.ts', ...setupFiles],
      environment: 'node',
      pool: 'forks',
      // The server keeps no state in its modules, so a process reads them once for all of its files.
      isolate: false,
      maxWorkers: 1,
      testTimeout: 3_600_000,
      hookTimeout: 600_000,
      env: { TZ: 'UTC' },
      ...more,
    },
    { plugins: [plugin] },
  )
  await vitest.standalone()
  return vitest
}

/**
 * Whether the tests passed.
 * @param {import('vitest/node').Vitest} vitest
 * @param {string[]} tests
 */
async function havePassed(vitest, tests) {
  const files = await vitest.globTestSpecifications(tests)
  if (files.length === 0) throw new Error(`There are no tests in ${tests.join(', ')}.`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  return unhandledErrors.length === 0 && testModules.every(module => module.ok())
}

await prepareFfmpeg()
const [option, ...named] = process.argv.slice(2)
if (option === '--off') {
  const vitest = await runner({ setupFiles: ['test/access-check-off.ts'], bail: 1, reporters: ['dot'] })
  const tests = named.filter(name => !isCheckName.test(name))
  for (const off of named.filter(name => isCheckName.test(name))) {
    // The processes of the tests inherit it.
    process.env.ACCESS_CHECK_OFF = off
    process.stdout.write(`${(await havePassed(vitest, tests)) ? 'NOT NOTICED' : 'noticed'}: ${off}\n`)
  }
  await vitest.close()
} else {
  const vitest = await runner()
  if (!(await havePassed(vitest, [matrix]))) process.exitCode = 1
  await vitest.close()
}
