import { z } from 'zod'
import { document, log } from '../limits'
import { Gift, Grant, Grantee } from './access'
import { Day, Id, Instant, Nothing, Person, text } from './common'
import { endpoint, member, pagedList } from './endpoint'
import { LogLabel, Mark, MarkFilter } from './graphs'

export const DocumentType = z.enum(['document', 'diarization', 'logbook'])
export type DocumentType = z.infer<typeof DocumentType>

/** Who may see a document without a grant [D21]. */
export const DocumentAccess = z.enum(['private', 'branch', 'organisation'])
export type DocumentAccess = z.infer<typeof DocumentAccess>

/** A log's writer; null for logs that a job wrote. */
export const Log = z.object({
  /** -1 on the client's placeholder for a log that is not saved yet [4.7a]. */
  id: z.int(),
  doc_id: Id,
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  created_at: Instant,
  created_by: Person.nullable(),
  future_instructions_id: Id.nullable(),
  is_generating: z.boolean(),
  /** Pictures: ids of frames, which `GET /frames` has the addresses of for those who may see their source, and plain addresses. */
  frame_ids: z.array(z.string()),
  /** By graph and index. Events that are older than labels tell none. */
  labels: z.array(LogLabel).default([]),
  /** Echo of what the writer's client called this log, so that it can replace its placeholder. */
  client_id: z.string().nullable(),
})
export type Log = z.infer<typeof Log>

/** A document with its summary [3.6a]; `read_only` is for the caller [D18]. */
export const Document = z.object({
  doc_id: Id,
  document_name: z.string(),
  document_description: z.string().nullable(),
  document_type: DocumentType,
  /** The summary, in markdown. */
  content: z.string(),
  prompt: z.string().nullable(),
  read_only: z.boolean(),
  access: DocumentAccess,
  branch_id: Id.nullable(),
  createdby: Person.nullable(),
  createdat: Instant,
  updatedby: Person.nullable(),
  updatedat: Instant,
  logs: z.array(Log),
  log_id: Id.nullable(),
})
export type Document = z.infer<typeof Document>

/** A row of the list [3.6b]. */
export const NoteItem = z.object({
  doc_id: Id,
  doc_name: z.string(),
  document_type: DocumentType,
  access: DocumentAccess,
  last_written_at: Instant,
  last_written_by: z.string().nullable(),
})
export type NoteItem = z.infer<typeof NoteItem>

const access = { access: DocumentAccess.default('private'), branch_id: Id.optional() }

export const createDocument = endpoint({
  method: 'POST',
  path: '/notes/create',
  summary: 'Creates a document. With `access: branch` a `branch_id` is needed.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({
    document_name: text(document.nameLength),
    document_type: DocumentType,
    prompt: z.string().trim().max(document.promptLength).optional(),
    document_description: z.string().trim().max(document.descriptionLength).optional(),
    ...access,
  }),
  answer: Document,
})

export const listDocuments = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/list',
  summary: 'Documents that the caller may read, last written first.',
  access: member(),
  body: z.object({ type: DocumentType.optional(), query: z.string().trim().max(200).optional() }),
  item: NoteItem,
})

export const fetchDocument = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/fetch',
  summary: 'One document with its newest logs, unless `ignoreLogs`.',
  access: member(),
  body: z.object({ doc_id: Id, ignoreLogs: z.boolean().default(false) }),
  answer: Document,
})

export const updateDocument = endpoint({
  method: 'POST',
  path: '/notes/update_info',
  summary:
    'Changes a document’s name, description or prompt; its creator, owners and admins may also change who sees it.',
  access: member(),
  body: z.object({
    doc_id: Id,
    document_name: text(document.nameLength).optional(),
    document_description: z.string().trim().max(document.descriptionLength).optional(),
    prompt: z.string().trim().max(document.promptLength).optional(),
    access: DocumentAccess.optional(),
    branch_id: Id.optional(),
  }),
  answer: Document,
})

export const deleteDocument = endpoint({
  method: 'POST',
  path: '/notes/delete',
  summary: 'Deletes a document; its data is kept for 30 days.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: Nothing,
})

export const listAccess = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/access/list_access',
  summary: 'Who was given access to a document, beyond its own access rule.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z.array(Grant),
})
export const grantAccess = endpoint({
  method: 'POST',
  path: '/notes/access/grant_access',
  summary: 'Gives a person, role or branch access to a document; granting again changes level and expiry.',
  access: member(),
  body: Gift.extend({ doc_id: Id }),
  answer: z.array(Grant),
})
export const revokeAccess = endpoint({
  method: 'POST',
  path: '/notes/access/revoke_access',
  summary: 'Takes that access away again, within a second on every open connection.',
  access: member(),
  body: Grantee.extend({ doc_id: Id }),
  answer: z.array(Grant),
})

/** Newest first, and whether there is more at either end [D20]. */
export const LogPage = z.object({ logs: z.array(Log), has_newer: z.boolean(), has_older: z.boolean() })
export type LogPage = z.infer<typeof LogPage>

export const readLogs = endpoint({
  method: 'GET',
  path: '/logs/{doc_id}',
  summary:
    'A page of a timeline: around a log, after it (newer), before it (older), on a day of the reader’s zone, or the newest. All of it, or only what carries one of these labels and was written by one of these people.',
  access: member(),
  body: z.object({
    doc_id: Id,
    center_id: Id.optional(),
    start_after: Id.optional(),
    end_before: Id.optional(),
    on: Day.optional(),
    labels: MarkFilter.optional(),
    user_ids: z.array(Id).max(100).optional(),
  }),
  answer: LogPage,
})

export const logsByIds = endpoint({
  method: 'GET',
  path: '/logs/byids',
  summary: 'Logs by their ids; those that the caller may not read are left out.',
  access: member(),
  body: z.object({ doc_log_ids: z.array(Id).min(1).max(100) }),
  answer: z.array(Log),
})

export const writeLog = endpoint({
  method: 'POST',
  path: '/logs/{doc_id}',
  summary: 'Writes a log into a logbook. Without a title Mate makes one from the first words.',
  access: member(),
  body: z.object({
    doc_id: Id,
    content: z.string().max(log.contentLength).default(''),
    title: z.string().trim().max(log.titleLength).optional(),
    urls: z
      .array(z.url({ protocol: /^https?$/ }).max(2_000))
      .max(log.frames)
      .optional(),
    /** Pictures of sources that the writer may see: they are kept for as long as a log shows them. */
    frame_ids: z.array(z.uuid()).max(log.frames).optional(),
    client_id: z.string().max(64).optional(),
    labels: z.array(Mark).max(log.labels).optional(),
  }),
  answer: Log,
})

export const searchLogs = pagedList({
  method: 'POST',
  reads: true,
  path: '/logs',
  summary:
    'Logs over all documents that the caller may read, newest first: by words, person, document, time and labels.',
  access: member(),
  body: z.object({
    doc_ids: z.array(Id).max(100).optional(),
    query: z.string().trim().max(200).optional(),
    user_ids: z.array(Id).max(100).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    labels: MarkFilter.optional(),
  }),
  item: Log,
})

/**
 * What the event log says about documents and logs; sockets carry it as it stands. The writer of a `log.added` comes without their
 * picture, `user_image` is null whether they have one or not: events outlive its address, which answers to calls have.
 */
export const LogbookEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document.created'), doc_id: Id }),
  z.object({ kind: z.literal('document.updated'), doc_id: Id }),
  z.object({ kind: z.literal('document.access_changed'), doc_id: Id }),
  z.object({ kind: z.literal('document.deleted'), doc_id: Id }),
  z.object({ kind: z.literal('log.added'), doc_id: Id, log: Log }),
])
export type LogbookEvent = z.infer<typeof LogbookEvent>
