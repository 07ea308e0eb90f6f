import { z } from 'zod'
import { document, log } from '../limits'
import { Gift, Grant, Grantee } from './access'
import { FileAttachment } from './attachments'
import { Day, Id, Instant, Nothing, Person, text } from './common'
import { downloadEndpoint, endpoint, member, pagedList } from './endpoint'
import { Graph, LabelAssignment, LabelFilter, LogLabel } from './graphs'
import { SummaryState } from './summaries'

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
  /** When it happened, where the writer says that this was earlier than the log was written. */
  happened_at: Instant.nullable().default(null),
  created_by: Person.nullable(),
  future_instructions_id: Id.nullable(),
  is_generating: z.boolean(),
  /** Pictures: ids of frames, which `GET /frames` has the addresses of for those who may see their source, and plain addresses. */
  frame_ids: z.array(z.string()),
  /** Files, whose names and addresses `POST /attachments/download` has. */
  file_ids: z.array(z.uuid()).default([]),
  /** How often it was corrected, and when it was last [D19]. */
  revision: z.int().default(0),
  corrected_at: Instant.nullable().default(null),
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
  /** The text of a page, the summary of everything else; markdown. */
  content: z.string(),
  /** Counts changes of the content. */
  version: z.int(),
  prompt: z.string().nullable(),
  read_only: z.boolean(),
  access: DocumentAccess,
  branch_id: Id.nullable(),
  createdby: Person.nullable(),
  createdat: Instant,
  updatedby: Person.nullable(),
  updatedat: Instant,
  /** Among the caller's own pins. */
  is_pinned: z.boolean(),
  /** Files of the document itself, the first hundred; `GET /logs/{doc_id}/side` pages those of its logs as well. */
  file_attachments: z.array(FileAttachment).default([]),
  logs: z.array(Log),
  log_id: Id.nullable(),
  /** Pinned ones first, then by name; only a logbook has any. */
  graphs: z.array(Graph).default([]),
  /** What Mate's summary was made from; null where Mate wrote none. */
  summary: SummaryState.nullable().default(null),
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
  is_pinned: z.boolean(),
  /** When the caller last opened it. */
  opened_at: Instant.nullable(),
  /** For the caller, as of the document itself [D18]. */
  read_only: z.boolean(),
  /** What was heard in a recording; null for what is none, and until its transcript is there. */
  recording: z.object({ speakers: z.int(), duration_seconds: z.number() }).nullable(),
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

/** How a list of documents is ordered: last written first, or by name without regard to capitals and accents. */
export const DocumentOrder = z.enum(['written', 'name'])
export type DocumentOrder = z.infer<typeof DocumentOrder>

export const listDocuments = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/list',
  summary:
    'Documents that the caller may read, last written first: all, which may be ordered by name, those they pinned, or those they opened, last opened first. Every word of `query` is in the name or the description. `writable` leaves out those that they may only read.',
  access: member(),
  body: z.object({
    type: DocumentType.optional(),
    query: z.string().trim().max(200).optional(),
    only: z.enum(['pinned', 'opened']).optional(),
    /** Of those that are pinned or were opened it changes nothing. */
    order: DocumentOrder.default('written'),
    writable: z.boolean().default(false),
  }),
  item: NoteItem,
})

export const pinDocument = endpoint({
  method: 'POST',
  path: '/notes/pin',
  summary: 'Pins a document for the caller alone, or takes the pin away.',
  access: member(),
  body: z.object({ doc_id: Id, is_pinned: z.boolean() }),
  answer: Nothing,
})

export const openedDocument = endpoint({
  method: 'POST',
  path: '/notes/opened',
  summary: 'Remembers that the caller opened a document, for their list of recent ones.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: Nothing,
})

export const listUnread = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/unread',
  summary:
    'Documents that somebody else wrote in since the caller opened them last, or joined: of the last 30 days, at most 100, last written first.',
  access: member(),
  body: z.object({}),
  answer: z.array(Id),
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

/** A deleted document, until `gone_at`. */
export const DeletedItem = z.object({
  doc_id: Id,
  doc_name: z.string(),
  document_type: DocumentType,
  deleted_at: Instant,
  deleted_by: z.string().nullable(),
  gone_at: Instant,
})
export type DeletedItem = z.infer<typeof DeletedItem>

export const listDeleted = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/deleted',
  summary: 'Deleted documents that the caller may bring back, last deleted first.',
  access: member(),
  body: z.object({}),
  item: DeletedItem,
})

export const undeleteDocument = endpoint({
  method: 'POST',
  path: '/notes/undelete',
  summary: 'Brings a deleted document back within 30 days, with everything in it and the access it had.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: Document,
})

/** Who put somebody into a role or branch, and when. Left out for those who were in it before this was written down. */
const Added = z.object({ by: z.string().nullable(), at: Instant })

/**
 * Why somebody may see a document [D21, D41]. `name` is the role's or branch's; null where it is hidden from the caller, and where
 * the grant is to the person alone.
 */
export const SightReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('creator') }),
  z.object({ kind: z.literal('owner') }),
  z.object({ kind: z.literal('admin') }),
  z.object({ kind: z.literal('manager'), name: z.string().nullable() }),
  z.object({ kind: z.literal('organisation') }),
  z.object({ kind: z.literal('branch'), name: z.string().nullable(), added: Added.optional() }),
  z.object({
    kind: z.literal('grant'),
    grantee_kind: z.enum(['user', 'role', 'branch']),
    name: z.string().nullable(),
    level: z.enum(['viewer', 'editor']),
    expires_at: Instant.nullable(),
    added: Added.optional(),
  }),
])
export type SightReason = z.infer<typeof SightReason>

/** Somebody who may see a document, what they may do at most, and every reason why. */
export const Reader = z.object({
  person: Person,
  may: z.enum(['read', 'write', 'edit', 'manage']),
  reasons: z.array(SightReason).min(1),
})
export type Reader = z.infer<typeof Reader>

export const listReaders = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/access/readers',
  summary: 'Who may see a document and why, for all who may see it themselves; by name.',
  access: member(),
  body: z.object({ doc_id: Id }),
  item: Reader,
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

/** Kinds of files that logs are exported as. */
const ExportType = z.enum(['csv', 'json', 'pdf'])
export type ExportType = z.infer<typeof ExportType>

const exportTypes: Record<ExportType, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
}

export const readLogs = downloadEndpoint({
  method: 'GET',
  path: '/logs/{doc_id}',
  summary:
    'A page of a timeline: around a log, after it (newer), before it (older), on a day of the reader’s zone, or the newest. All of it, or only what carries one of these labels and was written by one of these people. With a `type`: the logs from `start_time` until just before `end_time` as a file, the oldest first.',
  access: member(),
  files: { by: 'type', types: exportTypes },
  body: z.object({
    doc_id: Id,
    start_time: Instant.optional(),
    end_time: Instant.optional(),
    type: ExportType.optional(),
    center_id: Id.optional(),
    start_after: Id.optional(),
    end_before: Id.optional(),
    on: Day.optional(),
    labels: LabelFilter.optional(),
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
    /** Own files that belong to nothing yet. */
    file_ids: z.array(z.uuid()).max(log.files).optional(),
    client_id: z.string().max(64).optional(),
    labels: z.array(LabelAssignment).max(log.labels).optional(),
    /** When it happened, where that was earlier: from the year 2000 on, and not in the future. */
    happened_at: Instant.optional(),
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
    labels: LabelFilter.optional(),
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
  z.object({ kind: z.literal('document.restored'), doc_id: Id }),
  z.object({ kind: z.literal('log.added'), doc_id: Id, log: Log }),
  z.object({ kind: z.literal('log.corrected'), doc_id: Id, log: Log }),
  /** The title of a log is there, which is no placeholder from now on. A log that was corrected meanwhile has another one. */
  z.object({ kind: z.literal('log.titled'), doc_id: Id, log_id: Id, title: z.string() }),
])
export type LogbookEvent = z.infer<typeof LogbookEvent>
