import { z } from 'zod'
import { Grant, Grantee, GrantInput } from '../access/endpoints'
import { FileAttachment } from '../attachments/endpoints'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { Graph } from '../graphs/endpoints'
import { Log } from '../logs/log'
import { SummaryState } from '../summaries/endpoints'
import { document } from './limits'

export const DocumentType = z.enum(['document', 'diarization', 'logbook'])
export type DocumentType = z.infer<typeof DocumentType>

/** Who may see a document without a grant [D21]. */
export const DocumentAccess = z.enum(['private', 'branch', 'organisation'])
export type DocumentAccess = z.infer<typeof DocumentAccess>

/** A document with its summary [3.6a]. `read_only` applies to the caller [D18]. */
export const Document = z.object({
  doc_id: Id,
  document_name: z.string(),
  document_description: z.string().nullable(),
  document_type: DocumentType,
  /** Markdown: the text of a page, or the summary of any other document. */
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
  /** Whether the caller pinned the document. */
  is_pinned: z.boolean(),
  /** The first hundred files of the document itself. `GET /logs/{doc_id}/side` also pages the files of its logs. */
  file_attachments: z.array(FileAttachment).default([]),
  logs: z.array(Log),
  log_id: Id.nullable(),
  /** Pinned ones first, then by name. Only logbooks have graphs. */
  graphs: z.array(Graph).default([]),
  /** What Mate made the summary from; null if Mate did not write it. */
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
  /** Applies to the caller, as on the document itself [D18]. */
  read_only: z.boolean(),
  /** Summary of a recording's transcript; null for other documents, and until the transcript is ready. */
  recording: z.object({ speakers: z.int(), duration_seconds: z.number() }).nullable(),
})
export type NoteItem = z.infer<typeof NoteItem>

const access = { access: DocumentAccess.default('private'), branch_id: Id.optional() }

export const createDocument = endpoint({
  method: 'POST',
  path: '/notes/create',
  summary: 'Creates a document. `access: branch` requires a `branch_id`.',
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

/** How a list of documents is ordered: last written first, or by name ignoring capitals and accents. */
export const DocumentOrder = z.enum(['written', 'name'])
export type DocumentOrder = z.infer<typeof DocumentOrder>

export const listDocuments = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/list',
  summary:
    'Lists documents that the caller may read, last written first. The list holds all of them (optionally ordered by name), those the caller pinned, or those they opened, last opened first. Every word of `query` must occur in the name or the description. `writable` leaves out documents that the caller may only read; `branch_id` leaves only those that belong to a branch.',
  access: member(),
  body: z.object({
    type: DocumentType.optional(),
    branch_id: Id.optional(),
    query: z.string().trim().max(200).optional(),
    only: z.enum(['pinned', 'opened']).optional(),
    /** Ignored for lists of pinned or opened documents. */
    order: DocumentOrder.default('written'),
    writable: z.boolean().default(false),
  }),
  item: NoteItem,
})

export const pinDocument = endpoint({
  method: 'POST',
  path: '/notes/pin',
  summary: 'Pins or unpins a document for the caller alone.',
  access: member(),
  body: z.object({ doc_id: Id, is_pinned: z.boolean() }),
  answer: Nothing,
})

export const openedDocument = endpoint({
  method: 'POST',
  path: '/notes/opened',
  summary: 'Records that the caller opened a document, for their list of recent ones.',
  access: member({ overLimit: 'too' }),
  body: z.object({ doc_id: Id }),
  answer: Nothing,
})

export const listUnread = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/unread',
  summary:
    'Lists documents that somebody else wrote in since the caller last opened them or joined. Covers the last 30 days and at most 100 documents, last written first.',
  access: member(),
  body: z.object({}),
  answer: z.array(Id),
})

export const fetchDocument = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/fetch',
  summary: 'Returns one document with its newest logs, unless `ignoreLogs` is set.',
  access: member(),
  body: z.object({ doc_id: Id, ignoreLogs: z.boolean().default(false) }),
  answer: Document,
})

export const updateDocument = endpoint({
  method: 'POST',
  path: '/notes/update_info',
  summary:
    'Changes a document’s name, description or prompt. Its creator, owners and admins may also change who sees it.',
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
  summary: 'Deletes a document. It can be restored for 30 days.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: Nothing,
})

/** A deleted document. It is removed for good at `gone_at`. */
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
  summary: 'Lists deleted documents that the caller may restore, last deleted first.',
  access: member(),
  body: z.object({}),
  item: DeletedItem,
})

export const undeleteDocument = endpoint({
  method: 'POST',
  path: '/notes/undelete',
  summary: 'Restores a deleted document within 30 days, with its contents and its access.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: Document,
})

/** Who added somebody to a role or branch, and when. Left out for additions from before this was recorded. */
const MembershipOrigin = z.object({ by: z.string().nullable(), at: Instant })

/** Why somebody may see a document [D21, D41]. `name` is null for personal grants, and if the caller may not see it. */
export const AccessReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('creator') }),
  z.object({ kind: z.literal('owner') }),
  z.object({ kind: z.literal('admin') }),
  z.object({ kind: z.literal('manager'), name: z.string().nullable() }),
  z.object({ kind: z.literal('organisation') }),
  z.object({ kind: z.literal('branch'), name: z.string().nullable(), added: MembershipOrigin.optional() }),
  z.object({
    kind: z.literal('grant'),
    grantee_kind: z.enum(['user', 'role', 'branch']),
    name: z.string().nullable(),
    level: z.enum(['viewer', 'editor']),
    expires_at: Instant.nullable(),
    added: MembershipOrigin.optional(),
  }),
])
export type AccessReason = z.infer<typeof AccessReason>

/** Somebody who may see a document, their highest level, and every reason for it. */
export const Reader = z.object({
  person: Person,
  may: z.enum(['read', 'write', 'edit', 'manage']),
  reasons: z.array(AccessReason).min(1),
})
export type Reader = z.infer<typeof Reader>

export const listReaders = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/access/readers',
  summary: 'Lists who may see a document and why, by name. Everybody who may see the document may call this.',
  access: member(),
  body: z.object({ doc_id: Id }),
  item: Reader,
})

export const listAccess = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/access/list_access',
  summary: 'Lists who was granted access to a document, beyond its own access rule.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z.array(Grant),
})
export const grantAccess = endpoint({
  method: 'POST',
  path: '/notes/access/grant_access',
  summary: 'Gives a person, role or branch access to a document. Granting again replaces level and expiry.',
  access: member(),
  body: GrantInput.extend({ doc_id: Id }),
  answer: z.array(Grant),
})
export const revokeAccess = endpoint({
  method: 'POST',
  path: '/notes/access/revoke_access',
  summary: 'Revokes a grant. Open connections lose the access within a second.',
  access: member(),
  body: Grantee.extend({ doc_id: Id }),
  answer: z.array(Grant),
})
