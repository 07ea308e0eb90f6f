import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { parse } from 'yaml'
import { test } from '../support/fixtures'

const root = join(import.meta.dirname, '../..')
const builder = join(root, 'node_modules/electron-builder/cli.js')
/** Electron's program stores its fuses after this text: a version, a count, and one character each. */
const fuseWire = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseNames = [
  ...['runAsNode', 'cookieEncryption', 'nodeOptions', 'nodeCliInspect', 'asarIntegrity', 'onlyFromAsar'],
  ...['ownV8Snapshot', 'filePrivileges', 'wasmTrapHandlers'],
]

/** Returns the names of all files in an asar archive, which starts with their table as JSON. */
async function filesIn(archive: string): Promise<string[]> {
  const file = await open(archive)
  try {
    const { buffer: sizes } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const length = sizes.readUInt32LE(12)
    const { buffer: header } = await file.read(Buffer.alloc(length), 0, length, 16)
    interface Folder {
      files?: Record<string, Folder>
    }
    const list = (folder: Folder, path: string): string[] =>
      folder.files ? Object.entries(folder.files).flatMap(([name, inner]) => list(inner, `${path}/${name}`)) : [path]
    return list(JSON.parse(header.toString()), '')
  } finally {
    await file.close()
  }
}

test('the package contains the built programs and nothing else, with its fuses set (19) [0.3, 0.6]', async () => {
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-package-'))
  try {
    // A program that only has fuses, because the real one would have to be downloaded.
    await writeFile(join(folder, 'electron'), `program ${fuseWire}\u0001\u0009${'1'.repeat(fuseNames.length)} end`)
    await writeFile(join(folder, 'version'), '45.3.4')
    const output = join(folder, 'packed')
    const options = [`-c.electronDist=${folder}`, `-c.directories.output=${output}`, '--publish', 'never']
    const child = spawn(process.execPath, [builder, '--config', 'electron-builder.yml', '--linux', 'dir', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => lines.push(String(chunk)))
    const [code] = await once(child, 'exit')
    expect(code, lines.join('')).toBe(0)

    const packed = join(output, 'linux-unpacked')
    const files = await filesIn(join(packed, 'resources/app.asar'))
    const strangers = files.filter(file => !/^\/(package\.json|out\/(main|preload|renderer)\/.+)$/.test(file))
    expect(strangers).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/index.js',
        '/out/preload/index.cjs',
        '/out/preload/pill.cjs',
        '/out/renderer/index.html',
        '/out/renderer/pill.html',
      ]),
    )
    expect(files.filter(file => file.endsWith('.map'))).toEqual([])

    const program = await readFile(join(packed, 'wheelhouse'), 'latin1')
    const wire = program.slice(program.indexOf(fuseWire) + fuseWire.length + 2)
    const fuses = Object.fromEntries(fuseNames.map((name, place) => [name, wire[place] === '1']))
    expect(fuses).toMatchObject({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      nodeCliInspect: false,
      asarIntegrity: true,
      onlyFromAsar: true,
      filePrivileges: false,
    })
    await expect(readFile(join(packed, 'resources/tray-sharing.png'))).resolves.toBeTruthy()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

for (const name of ['index.cjs', 'pill.cjs'])
  test(`the preload script ${name} is one CommonJS file that requires Electron alone`, async () => {
    const script = await readFile(join(root, 'out/preload', name), 'utf8')
    expect([...script.matchAll(/require\(([^)]*)\)/g)].map(found => found[1])).toEqual(['"electron"'])
    expect(script).not.toMatch(/^\s*(import|export)\s/m)
    expect(script.length).toBeLessThan(10_000)
  })

test('no page is a file, and none has an inline script or handler (7, 18)', async () => {
  const program = await readFile(join(root, 'out/main/index.js'), 'utf8')
  expect(program).toContain('.loadURL(')
  expect(program).not.toMatch(/\.loadFile\(|file:\/\//)
  for (const name of ['index.html', 'pill.html']) {
    const page = await readFile(join(root, 'out/renderer', name), 'utf8')
    const scripts = [...page.matchAll(/<script\b([^>]*)>([^<]*)/g)]
    expect(scripts.length, name).toBeGreaterThan(0)
    for (const [, attributes, text] of scripts) {
      expect(attributes, name).toMatch(/\bsrc="\.?\/assets\//)
      expect(text?.trim(), name).toBe('')
    }
    expect(page, name).not.toMatch(/\son\w+=|javascript:/)
  }
})

test('the main process needs no package but Electron', async () => {
  const program = await readFile(join(root, 'out/main/index.js'), 'utf8')
  // Examples in the comments of packages are no imports.
  const code = program.replace(/^[ \t]*\/\*\*[\s\S]*?\*\//gm, '')
  const imports = [...code.matchAll(/^import\s[^;]*?from\s+["']([^"']+)["']/gm)].map(found => found[1] ?? '')
  expect(imports.length).toBeGreaterThan(5)
  expect(imports.filter(name => name !== 'electron' && !name.startsWith('node:'))).toEqual([])
})

test('there are installers for macOS, Windows and Linux, and macOS shows the reason for each permission [0.6]', async () => {
  const settings = await readFile(join(root, 'electron-builder.yml'), 'utf8')
  for (const target of ['dmg', 'nsis', 'AppImage', 'NSAudioCaptureUsageDescription', 'NSScreenCaptureUsageDescription'])
    expect(settings).toContain(target)
  expect(parse(settings)).toMatchObject({
    mac: {
      target: [
        { target: 'dmg', arch: ['arm64', 'x64'] },
        { target: 'zip', arch: ['arm64', 'x64'] },
      ],
      hardenedRuntime: true,
      entitlements: 'build/entitlements.mac.plist',
      entitlementsInherit: 'build/entitlements.mac.plist',
    },
    win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] },
    linux: { target: ['AppImage', 'deb'] },
  })
  // What leaves out a signature, whatever the certificate.
  expect(settings).not.toMatch(/\b(identity|sign|forceCodeSigning|signAndEditExecutable|verifyUpdateCodeSignature):/)
  const entitlements = await readFile(join(root, 'build/entitlements.mac.plist'), 'utf8')
  expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(found => found[1])).toEqual([
    'com.apple.security.cs.allow-jit',
    'com.apple.security.device.audio-input',
  ])
})
