import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.mjs'
import { ProjectSequencer } from './scripts/test-sequencer.mjs'

keepTemporaryFilesInMemory()

const walls = 'src/server/**/isolation.test.ts'
const together = 'test/together/*.test.ts'
/** Tests of the server, each file with a database of its own. */
const onPostgres = {
  environment: 'node' as const,
  pool: 'forks' as const,
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['src/shared/testing/console.ts', 'test/tidy.ts'],
}

export default defineConfig({
  test: {
    // Tests wait now and then, so one process more than there are processors keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProjectSequencer },
    // Room for what a request leaves behind, which is otherwise collected so often that it takes a tenth of the time.
    execArgv: ['--max-semi-space-size=32'],
    // Only what hangs runs into these; a busy machine does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000, interval: 10 } },
    // A date in a test means the same on every machine.
    env: { TZ: 'UTC', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], reportsDirectory: 'coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          environment: 'node',
          include: ['src/shared/**/*.test.ts'],
          setupFiles: ['src/shared/testing/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [walls, together],
          // The server keeps no state in its modules, so a process reads them once for all of its files.
          isolate: false,
        },
      },
      // They take the first wall away by replacing modules: nothing of that may reach other files, nor what others have read them.
      { extends: true, test: { ...onPostgres, name: 'walls', include: [walls] } },
      // They load the app several times beside the server, in a process of its own.
      { extends: true, test: { ...onPostgres, name: 'together', include: [together] } },
      {
        extends: true,
        test: {
          name: 'desktop',
          environment: 'node',
          include: ['src/{main,preload}/**/*.test.ts'],
          setupFiles: ['src/shared/testing/console.ts'],
          // Requiring the real package would start a download.
          alias: { electron: new URL('./src/main/platform/test-no-electron.ts', import.meta.url).pathname },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['src/shared/testing/console.ts', 'src/renderer/test-setup.ts'],
          // A process loads jsdom and the packages once for all of its files; test-setup.ts gives each file the app anew.
          isolate: false,
          // Packages with state of their own are loaded anew too.
          server: { deps: { inline: ['i18next', 'react-i18next', 'sonner'] } },
        },
      },
    ],
  },
})
