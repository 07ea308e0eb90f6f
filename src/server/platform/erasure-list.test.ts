import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { erasureList, extendErasureList, readErasureList } from './erasure-list'

const folder = join(inject('folder'), `listed-${process.pid}`)
const at = '2026-11-20T09:00:00.000Z'
const erasure = (subject_id: number) => ({ kind: 'person', subject_id, subject_created_at: at, erased_at: at }) as const

test('The list of erasures beside backups grows, keeps what it has, and says when it is damaged [D44]', async () => {
  expect(await readErasureList(folder)).toBe(null)
  await extendErasureList(folder, [])
  expect(await readErasureList(folder)).toBe(null)
  await extendErasureList(folder, [erasure(1)])
  await extendErasureList(folder, [erasure(2), erasure(1)])
  await extendErasureList(folder, [erasure(2)])
  expect(await readErasureList(folder)).toEqual([erasure(1), erasure(2)])
  expect(await readdir(folder)).toEqual([erasureList])

  const file = join(folder, erasureList)
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -9))
  await expect(readErasureList(folder)).rejects.toThrow(`${file}, line 2 is damaged`)
  await expect(extendErasureList(folder, [erasure(3)])).rejects.toThrow('damaged')
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, '')
  await expect(extendErasureList(blocked, [erasure(3)])).rejects.toThrow(/cannot be written/)
  await mkdir(join(folder, 'empty'))
  expect(await readErasureList(join(folder, 'empty'))).toBe(null)
})
