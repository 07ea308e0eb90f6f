import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { downloadFiles, FileAttachment, uploadFiles } from '#shared/contract/attachments'
import type { Body } from '#shared/contract/endpoint'
import { type ErrorCode, type Issue, Refusal, refuse } from '#shared/errors'
import { attachments } from '#shared/limits'
import { type Inspected, inspect, type Sender } from '../../platform/files/inspect'
import type { ReceivedFile, Visit } from '../../platform/http/route'
import type { MemberScene } from '../../platform/scene'
import { readersOf } from '../logbooks/service'
import * as store from './attachments-store'
import { fileFrom } from './file-from'
import { noteForGuest, requireForGuest, requireRoom, senderOf } from './guest-room'
import { keepObjects, requireWritable } from './keeping'
import { expiryFrom, keptSince } from './kept'
import { finishUploads, insertUploads } from './uploads-store'

/** Looks into the files and puts them into the store, if all are good. What breaks off after that is swept away as an upload that was never finished. */
export async function receive(
  visit: Visit,
  body: Body<typeof uploadFiles>,
  files: readonly ReceivedFile[],
): Promise<store.NewAttachment[]> {
  const { doc_id = null, batch_id = randomUUID() } = body
  const arrived = await Promise.all(files.map(async file => ({ ...file, bytes: (await stat(file.path)).size })))
  // Whatever can be refused is refused before a look into the files, which costs.
  const sender = await visit.act(async at => {
    await requireWritable(at, doc_id)
    await requireRoom(at, sumOfBytes(arrived))
    return senderOf(at)
  })
  const inspected = await inspectAll(visit, files, sender)
  await visit.act(async at => {
    for (const file of inspected) requireForGuest(at, file)
    await requireRoom(at, sumOfBytes(inspected))
  })
  const kept = inspected.map(file => ({ file, file_id: randomUUID() }))
  const organization_id = await visit.act(async at => {
    const expires_at = expiryFrom(at.now)
    const uploads = kept.map(({ file: { file_name, bytes }, file_id }) => ({
      ...{ id: file_id, batch_id, file_name, file_size: bytes, hint: null, doc_id, expires_at },
    }))
    await insertUploads(at, uploads)
    return at.organization_id
  })
  const rows: store.NewAttachment[] = []
  for (const { file, file_id } of kept)
    rows.push(await keepObjects(visit.house, { organization_id, file_id, batch_id, doc_id }, file))
  return rows
}

const sumOfBytes = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** All files looked into; refuses when one of them is refused, naming each that is. */
async function inspectAll({ house }: Visit, files: readonly ReceivedFile[], sender: Sender): Promise<Inspected[]> {
  const good: Inspected[] = []
  const issues: Issue[] = []
  let code: ErrorCode | undefined
  for (const [index, file] of files.entries()) {
    try {
      good.push(await inspect(house, file, sender))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      code ??= error.code
      issues.push({
        path: `files.${index}`,
        message: `${file.name.slice(0, attachments.nameLength)}: ${error.message}`,
      })
    }
  }
  if (code) throw refuse(code, { issues })
  return good
}

export async function keep(
  at: MemberScene,
  { doc_id }: Body<typeof uploadFiles>,
  rows: readonly store.NewAttachment[],
): Promise<FileAttachment[]> {
  await requireWritable(at, doc_id)
  await requireRoom(at, sumOfBytes(rows))
  await noteForGuest(at, sumOfBytes(rows))
  await store.insertAttachments(at, rows)
  await finishUploads(
    at,
    rows.map(row => row.id),
  )
  return Promise.all(rows.map(row => fileFrom(at, row)))
}

/** The caller's own, and those of documents that they may read at this moment. */
export async function download(at: MemberScene, { file_ids }: Body<typeof downloadFiles>): Promise<FileAttachment[]> {
  const rows = await store.findAttachments(at, file_ids, keptSince(at.now))
  const doc_ids = new Set(rows.flatMap(row => (row.is_own || row.doc_id === null ? [] : [row.doc_id])))
  const readable = new Set<number | null>()
  await Promise.all(
    [...doc_ids].map(async doc_id => {
      const { everyone, user_ids } = await readersOf(at.tx, at.organization_id, doc_id, at.now)
      if (everyone || user_ids.has(at.caller.user_id)) readable.add(doc_id)
    }),
  )
  return Promise.all(rows.filter(row => row.is_own || readable.has(row.doc_id)).map(row => fileFrom(at, row)))
}
