import { build } from './build.mjs'
import { buildDesktop, buildDouble } from './desktop.mjs'
import { electronSkipped } from './find-electron.mjs'
import { findSurvivors } from './mutation.mjs'
import { prepareBrowser } from './prepare-browser.mjs'
import { prepareEspeak } from './prepare-espeak.mjs'
import { prepareFfmpeg } from './prepare-ffmpeg.mjs'
import { prepareNats } from './prepare-nats.mjs'
import { prepareTesseract } from './prepare-tesseract.mjs'
import { prepareXvfb } from './prepare-xvfb.mjs'
import { run, runPackage, say } from './run.mjs'
import { readE2eReport, readVitestReport, removeReport } from './test-reports.mjs'

/**
 * @typedef {{ passed: number, failed: number, note: string, failures?: string[] }} Counted
 * @typedef {Counted & { name: string, time: string }} Outcome
 * @typedef {{ name: string, title: string, after?: string, isAlone?: boolean, isStreamed?: boolean, isOptIn?: boolean, perform: () => Promise<Counted> }} Step
 * `after` names a step that must have passed. A step that is alone begins when all others have ended. A streamed step prints as it
 * runs; the others print when they end. A step that is opt-in runs only when it is named.
 */

/**
 * In the order in which they begin. The tests are the longest and keep all processors busy, so they come first.
 * @type {Step[]}
 */
const STEPS = [
  {
    name: 'tests',
    title: 'shared code, server on a real database, renderer, desktop',
    isStreamed: true,
    perform: async () => {
      await prepareFfmpeg()
      await prepareEspeak()
      await prepareNats()
      await prepareTesseract()
      const report = removeReport('vitest')
      const code = await runPackage('vitest', [
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ])
      return judge(code, readVitestReport(report))
    },
  },
  check('lint', 'style, mistakes, accessibility of the markup', () =>
    runPackage('@biomejs/biome', ['check', '--error-on-warnings', '.']),
  ),
  // Several checkers would check what they share once each: two need twice the processor's time of one.
  check('types', 'TypeScript, tests and scripts included', () =>
    runPackage('typescript', ['-b', '--builders', '1', '--checkers', '1']),
  ),
  check('imports', 'who may import whom, length of files', () => run(process.execPath, ['scripts/check-imports.mjs'])),
  check('take-out', 'what is left without one of the features is built', () =>
    run(process.execPath, ['scripts/check-take-out.mjs']),
  ),
  check('unused', 'files, exports and packages that nobody uses', () => runPackage('knip', ['--no-progress'])),
  check('build', 'the server, the web app and the desktop app', async () => {
    if (!(await build({ force: true })) || !(await buildDesktop())) return 1
    await buildDouble()
    return 0
  }),
  {
    ...check('size', 'script of the first signed-in load', () => run(process.execPath, ['scripts/check-size.mjs'])),
    after: 'build',
  },
  {
    ...check('installed', 'the server starts with its own packages alone', () =>
      run(process.execPath, ['scripts/check-installed.mjs']),
    ),
    after: 'build',
  },
  {
    name: 'e2e',
    title: 'stories in a real browser',
    after: 'build',
    isAlone: true,
    perform: async () => {
      await prepareBrowser()
      await prepareFfmpeg()
      await prepareTesseract()
      await prepareXvfb()
      const report = removeReport('e2e')
      const code = await runPackage('@playwright/test', ['test'])
      const skipped = electronSkipped()
      if (skipped) say(skipped)
      const judged = judge(code, readE2eReport(report))
      return { ...judged, note: [judged.note, skipped].filter(Boolean).join('; ') }
    },
  },
  {
    name: 'mutation',
    title: 'whether tests notice faults in the changed files',
    isAlone: true,
    isOptIn: true,
    perform: findSurvivors,
  },
]

/**
 * @param {string[]} args `--only name,name` or nothing
 * @returns {Step[]} the chosen steps with their prerequisites
 */
export function selectSteps(args) {
  if (args.length === 0) return STEPS.filter(step => !step.isOptIn)
  const [option, list = ''] = args.flatMap(arg => arg.split('='))
  const wanted = list.split(',')
  const known = wanted.every(name => STEPS.some(step => step.name === name))
  if (option !== '--only' || !known) {
    console.error(`Use: npm test -- --only ${STEPS.map(step => step.name).join(',')}`)
    process.exit(1)
  }
  const needed = STEPS.filter(step => wanted.includes(step.name)).map(step => step.after)
  return STEPS.filter(step => wanted.includes(step.name) || needed.includes(step.name))
}

/**
 * A check without counted tests, judged by its program's exit code.
 * @param {string} name
 * @param {string} title
 * @param {() => Promise<number>} perform
 * @returns {Step}
 */
function check(name, title, perform) {
  return {
    name,
    title,
    perform: async () => {
      const code = await perform()
      return code === 0 ? { passed: 1, failed: 0, note: '' } : { passed: 0, failed: 1, note: `ended with ${code}` }
    },
  }
}

/**
 * A runner that ran no test, or failed without a failed test, counts as one more failure.
 * @param {number} code the runner's exit code
 * @param {Counted} counted
 * @returns {Counted}
 */
function judge(code, counted) {
  const { passed, failed, note } = counted
  if (passed + failed === 0) return { passed, failed: 1, note: note || 'no test was run' }
  if (code !== 0 && failed === 0) return { passed, failed: 1, note: `ended with ${code} although no test failed` }
  return counted
}
