import type { createDocument, Document, fetchDocument, updateDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import type { Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { personFrom } from '../../platform/people/person'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { changeReaders } from '../access/service'
import { attachmentsOf } from '../attachments/service'
import { recordDocumentViews } from '../audit/service'
import { branchesFor } from '../organisations/service'
import * as store from './documents-store'
import { documents } from './grantable'
import { requireFound, requireRight } from './rights'

/** A document as its reader sees it, with its newest logs if requested. */
export async function documentFor(ctx: MemberContext, doc_id: number, ignoreLogs = false): Promise<Document> {
  const ports = portsOf(ctx.app)
  const [found, logs, summary, file_attachments, graphs] = await Promise.all([
    store.findDocument(ctx, doc_id),
    ignoreLogs ? [] : ports.newestLogs(ctx, doc_id),
    ports.findSummary(ctx, doc_id),
    attachmentsOf(ctx, doc_id, limits.attachments),
    ports.graphsOf(ctx, doc_id),
  ])
  const row = requireFound(found)
  return {
    doc_id: row.id,
    document_name: row.name,
    document_description: row.description,
    document_type: row.type,
    // A page from before texts were stored without the names of what they link to has those until it changes.
    content: row.type === 'document' ? withoutLinkNames(row.content) : row.content,
    version: row.version,
    prompt: row.prompt,
    read_only: !row.writable,
    access: row.access,
    branch_id: row.branch_id,
    createdby: row.creator && (await personFrom(ctx, row.creator)),
    createdat: row.created_at,
    updatedby: row.updater && (await personFrom(ctx, row.updater)),
    updatedat: row.updated_at,
    is_pinned: row.is_pinned,
    file_attachments,
    logs,
    log_id: row.newest_log_id,
    graphs,
    summary,
  }
}

/** A repeated call that changed a document answers the document as it is by then, because its text may be long. */
export const changedBefore = {
  keeps: ({ doc_id }: Document) => doc_id,
  answer: (ctx: MemberContext, _body: unknown, doc_id: number) => documentFor(ctx, doc_id),
}

/** The document with its newest logs; `log_id` is the newest one even if the logs are left out. */
export async function fetch(ctx: MemberContext, { doc_id, ignoreLogs }: Body<typeof fetchDocument>): Promise<Document> {
  const document = await documentFor(ctx, doc_id, ignoreLogs)
  recordDocumentViews(ctx, [doc_id])
  return document
}

export async function create(ctx: MemberContext, body: Body<typeof createDocument>): Promise<Document> {
  const { access, branch_id = null } = body
  await requireBranch(ctx, { access, branch_id })
  const doc_id = await store.insertDocument(ctx, body.document_type, {
    name: body.document_name,
    description: body.document_description || null,
    prompt: body.prompt || null,
    access,
    branch_id,
  })
  ctx.record({ kind: 'document.created', doc_id }, { to: 'document', doc_id })
  return documentFor(ctx, doc_id)
}

/** Checks that a document with branch access names a branch, and that the caller can see the named branch. */
async function requireBranch(
  ctx: MemberContext,
  { access, branch_id }: Pick<Document, 'access' | 'branch_id'>,
): Promise<void> {
  if (branch_id === null) {
    if (access !== 'branch') return
    throw apiError('request.invalid', { issues: [{ path: 'branch_id', message: 'Name the branch that may see it.' }] })
  }
  const branches = await branchesFor(ctx)
  if (!branches.some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
}

export async function update(ctx: MemberContext, { doc_id, ...body }: Body<typeof updateDocument>): Promise<Document> {
  const document = requireFound(await store.lockDocument(ctx, doc_id))
  const about = {
    ...(body.document_name !== undefined && { name: body.document_name }),
    ...(body.document_description !== undefined && { description: body.document_description || null }),
    ...(body.prompt !== undefined && { prompt: body.prompt || null }),
  }
  if (Object.keys(about).length > 0) {
    requireRight(document, 'editable')
    await store.updateDocument(ctx, doc_id, about)
    const { version } = document
    ctx.record({ kind: 'document.updated', doc_id, version, updated_at: ctx.now }, { to: 'document', doc_id })
  }
  if (body.access !== undefined || body.branch_id !== undefined) await changeAccess(ctx, document, body)
  return documentFor(ctx, doc_id)
}

/** Changes who sees a document without a grant; both those who lose it and those who gain it are told. */
async function changeAccess(
  ctx: MemberContext,
  document: store.LockedDocument,
  params: Pick<Body<typeof updateDocument>, 'access' | 'branch_id'>,
): Promise<void> {
  requireRight(document, 'managed')
  const access = params.access ?? document.access
  const branch_id = params.branch_id ?? document.branch_id
  if (access === document.access && branch_id === document.branch_id) return
  if (access === 'branch' || branch_id !== document.branch_id) await requireBranch(ctx, { access, branch_id })
  await changeReaders(ctx, documents, document.id, () => store.updateDocument(ctx, document.id, { access, branch_id }))
  await ctx.audit({
    kind: 'document.access_changed',
    subject: `document:${document.id}`,
    details: { was: { access: document.access, branch_id: document.branch_id }, access, branch_id },
  })
}
