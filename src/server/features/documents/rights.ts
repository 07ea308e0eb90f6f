import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import type { Rights } from '../access/document-sql'
import { rightsOn } from './documents-store'

/** Refuses what is not readable as missing [D6]. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw apiError('document.not_found')
  return found
}

/** Refuses a document that the caller may not read. */
export async function requireReadable(ctx: MemberContext, doc_id: number): Promise<Rights> {
  return requireFound(await rightsOn(ctx, doc_id))
}

/** Refuses a document that the caller may not read, or not write in. */
export async function requireWritableDocument(ctx: MemberContext, doc_id: number): Promise<void> {
  requireRight(await requireReadable(ctx, doc_id), 'writable')
}

/** Refuses if the caller lacks a right on a document that they may read. */
export function requireRight(rights: Rights, needed: keyof Rights): void {
  if (!rights[needed]) throw apiError(rights.writable ? 'permission.missing' : 'document.read_only')
}
