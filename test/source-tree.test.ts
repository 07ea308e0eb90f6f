import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('The program is written in TypeScript, and its pages in React [0.1]', () => {
  const scripts = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.[cm]?jsx?$/.test(name),
  )
  // Browsers run these as they are, outside the bundle.
  expect(scripts.sort()).toEqual([
    'renderer/features/attachments/pdf/decoders.js',
    'renderer/first/first.js',
    'renderer/first/service-worker.js',
  ])
  expect(readFileSync(`${root}/src/renderer/main.tsx`, 'utf8')).toContain("from 'react-dom/client'")
})

test('The top level has the package, the configuration of electron-vite, sources, resources, build and e2e [0.4]', () => {
  const isFolder = (name: string) => statSync(`${root}/${name}`).isDirectory()
  const names = ['package.json', 'electron.vite.config.ts', 'tsconfig.json', 'README.md']
  expect(names.map(isFolder)).toEqual([false, false, false, false])
  expect(['src', 'resources', 'build', 'e2e'].map(isFolder)).toEqual([true, true, true, true])
})
