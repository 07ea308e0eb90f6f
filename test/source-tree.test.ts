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

test('Each picture of the documents is taken by a story, and no other is kept', () => {
  const textOf = (names: readonly string[]) => names.map(name => readFileSync(`${root}/${name}`, 'utf8')).join('\n')
  const named = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort()
  const guides = readdirSync(`${root}/docs`).filter(name => name.endsWith('.md'))
  const shown = named(textOf(['README.md', ...guides.map(name => `docs/${name}`)]), /images\/([\w-]+)\.png\)/g)
  const taken = named(
    textOf(['e2e/guide-pictures.spec.ts', 'e2e/electron/whole-chain.spec.ts']),
    /\btake(?:Picture)?\(page, '([\w-]+)'\)/g,
  )
  const kept = readdirSync(`${root}/docs/images`).map(name => name.replace(/\.png$/, ''))
  expect(shown.length).toBeGreaterThan(10)
  expect(taken).toEqual(shown)
  expect(kept.sort()).toEqual(shown)
})
