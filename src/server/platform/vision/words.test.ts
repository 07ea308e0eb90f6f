import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PictureRegion } from '#shared/rules/picture-rules'
import { eventually } from '#shared/testing/eventually'
import { PictureError } from './raster'
import { writtenPicture } from './testing/written'
import { wordsFromTsv } from './tsv'
import { WordReader } from './words'

const installed = { TESSERACT_PATH: undefined, TESSERACT_LANGUAGES: ['eng'] }
const reader = new WordReader(installed)

const region = (id: string, shape: PictureRegion['shape']): PictureRegion => ({ id, name: id, shape })
const left = region('left', { kind: 'rectangle', x: 0, y: 0, width: 0.5, height: 1 })
const right = region('right', { kind: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A program in the place of tesseract: it has English, and does this with a picture. */
async function program(name: string, does: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(
    path,
    `#!${process.execPath}\nif (process.argv[2] === '--list-langs') console.log('List:\\neng')\nelse { ${does} }\n`,
  )
  await chmod(path, 0o755)
  return path
}

describe('Words on a picture [D48]', () => {
  test('are read line by line, with the number among them', async () => {
    expect(await reader.isAvailable()).toBe(true)
    const picture = await writtenPicture([
      { text: 'Queue at the counter: 7', x: 0.1, y: 0.2 },
      { text: 'Please take a ticket', x: 0.1, y: 0.5 },
    ])
    const [whole] = await reader.read(picture, [null])
    expect(whole?.text).toContain('Queue at the counter: 7')
    expect(whole?.text).toContain('Please take a ticket')
    expect(whole).toMatchObject({ region: null, number: 7 })
  })

  test('are those of the region alone, also in small and in bright letters', async () => {
    const picture = await writtenPicture(
      [
        { text: 'Waiting 12', x: 0.08, y: 0.4, size: 16, colour: '#ffffff' },
        { text: 'Salary 4,300', x: 0.6, y: 0.4, size: 16, colour: '#ffffff' },
      ],
      { background: '#102030' },
    )
    const [one, other] = await reader.read(picture, [left, right])
    expect(one).toEqual({ region: 'left', text: 'Waiting 12', number: 12 })
    expect(other).toEqual({ region: 'right', text: 'Salary 4,300', number: 4300 })
  })

  test('outside of a polygon are not read, although they lie in the rectangle around it', async () => {
    const picture = await writtenPicture([
      { text: 'Inside', x: 0.05, y: 0.75 },
      { text: 'Secret', x: 0.7, y: 0.08 },
    ])
    const triangle = region('lower', {
      kind: 'polygon',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 0, y: 1 },
      ],
    })
    const [read] = await reader.read(picture, [triangle])
    expect(read?.text).toContain('Inside')
    expect(read?.text).not.toContain('Secret')
  })

  test('are none on an empty picture; bytes that are no picture are refused', async () => {
    expect(await reader.read(await writtenPicture([]), [null])).toEqual([{ region: null, text: '', number: null }])
    await expect(reader.read(Buffer.from('<svg/>'), [null])).rejects.toThrow(PictureError)
  })

  test('that the reader is not sure of, and control characters, are left out', () => {
    const row = (line: number, confidence: number, text: string) =>
      ['5', '1', '1', '1', `${line}`, '1', '0', '0', '9', '9', `${confidence}`, text].join('\t')
    const table = [
      'level\tpage',
      row(1, 95, 'Queue'),
      row(1, 20, 'xq'),
      row(1, 90, '7\u0007'),
      row(2, 96, '|'),
      row(3, 91, 'Gate'),
    ]
    expect(wordsFromTsv(table.join('\n'))).toBe('Queue 7\nGate')
  })
})

describe('A reader', () => {
  test('that is not installed, or lacks every wanted language, is not available', async () => {
    const picture = await writtenPicture([])
    for (const settings of [
      { ...installed, TESSERACT_PATH: join(folder, 'nothing') },
      { ...installed, TESSERACT_LANGUAGES: ['xyz'] },
    ]) {
      const missing = new WordReader(settings)
      expect(await missing.isAvailable()).toBe(false)
      await expect(missing.read(picture, [null])).rejects.toMatchObject({ fault: 'no_reader' })
    }
  })

  test('that fails or takes too long says so', async () => {
    const picture = await writtenPicture([])
    const failing = await program('failing', 'process.exit(3)')
    await expect(new WordReader({ ...installed, TESSERACT_PATH: failing }).read(picture, [null])).rejects.toMatchObject(
      {
        fault: 'failed',
      },
    )
    const slow = await program('slow', 'setInterval(() => {}, 1000)')
    await expect(
      new WordReader({ ...installed, TESSERACT_PATH: slow }, 300).read(picture, [null]),
    ).rejects.toMatchObject({ fault: 'slow' })
  })

  test('ends with the run, and never sees the secrets of the server', async () => {
    const seen = join(folder, 'seen')
    const path = await program(
      'waiting',
      `require('fs').writeFileSync(${JSON.stringify(seen)}, process.pid + ' ' + Object.keys(process.env).join()); setInterval(() => {}, 1000)`,
    )
    process.env.SECRET_OF_TEST = 'hunter2'
    const run = new AbortController()
    const read = new WordReader({ ...installed, TESSERACT_PATH: path }).read(
      await writtenPicture([]),
      [null],
      run.signal,
    )
    const refused = expect(read).rejects.toThrow('over')
    const [pid = '', names = ''] = await eventually(async () => (await readFile(seen, 'utf8')).split(' '))
    run.abort(new Error('over'))
    await refused
    await eventually(() => expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH'))
    expect(names).not.toContain('SECRET')
    delete process.env.SECRET_OF_TEST
  })
})
