import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsTable } from '../src/server/settings'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
/** Names of variables that the files set for a server. */
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found[1] ?? '')

test('The container and deployment files set only settings that exist', () => {
  const compose = read('compose.yaml').split('services:')[0] ?? ''
  const values = read('deploy/helm/wheelhouse/values.yaml').split(/^settings:/m)[1] ?? ''
  const named = [
    ...namesIn(compose, /^ {4}([A-Z][A-Z0-9_]+):/gm),
    ...namesIn(values.split(/^\w/m)[0] ?? '', /^ {2}([A-Z][A-Z0-9_]+):/gm),
    ...namesIn(read('deploy/helm/wheelhouse/templates/nodes.yaml'), /\{ name: ([A-Z][A-Z0-9_]+),/g),
    ...namesIn(read('Dockerfile'), /\b([A-Z][A-Z0-9_]+)=/g).filter(name => name !== 'NODE_ENV'),
  ]
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !(name in settingsTable))).toEqual([])
})

test('The image has no development packages and does not run as root', () => {
  const dockerfile = read('Dockerfile')
  const last = dockerfile.split(/^FROM /m).at(-1) ?? ''
  expect(last).toMatch(/^USER node$/m)
  expect(last).not.toMatch(/--from=build \S*node_modules/)
  expect(dockerfile).toContain('npm ci --omit=dev')
})

test('No file of YAML is indented with tabs, and templates close what they open', () => {
  for (const file of ['compose.yaml', 'deploy/helm/wheelhouse/values.yaml', 'deploy/helm/wheelhouse/Chart.yaml'])
    expect(read(file), file).not.toContain('\t')
  for (const file of ['nodes', 'web']) {
    const text = read(`deploy/helm/wheelhouse/templates/${file}.yaml`)
    expect(text.match(/\{\{-? (range|if|with) /g)?.length ?? 0).toBe(text.match(/\{\{- end \}\}/g)?.length ?? 0)
    expect(text.split('{{').length).toBe(text.split('}}').length)
  }
})
