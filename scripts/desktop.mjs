// `npm run desktop:build` builds the desktop app, `npm run desktop:pack` creates the installers of this platform.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, runPackage, say, seconds } from './run.mjs'

/** Returns whether out/main, out/preload and out/renderer are built. */
export async function buildDesktop() {
  const start = performance.now()
  const code = await runPackage('electron-vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  say(code === 0 ? `Built the desktop app in ${seconds(start)}` : 'The desktop app could not be built')
  return code === 0
}

/** Builds the test double of Electron that stories run the desktop app with. It loads the packages of this folder. */
export async function buildDouble() {
  const start = performance.now()
  // Imported late, because the packages may have to be installed first.
  const { build } = await import('vite')
  const double = join(root, 'e2e/electron/double')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: join(root, 'out/double'),
      target: 'node20',
      reportCompressedSize: false,
      rolldownOptions: {
        input: { register: join(double, 'register.ts'), electron: join(double, 'electron.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  say(`Built the double of Electron in ${seconds(start)}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [task = 'build', ...args] = process.argv.slice(2)
  if (!(await buildDesktop())) process.exit(1)
  if (task === 'pack')
    process.exitCode = await runPackage('electron-builder', [
      '--config',
      'electron-builder.yml',
      '--publish',
      'never',
      ...args,
    ])
  else await buildDouble()
}
