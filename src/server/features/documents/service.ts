import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import * as actions from './actions'
import * as deletion from './deletion-service'
import * as documents from './documents-service'
import * as store from './documents-store'
import * as handover from './handover-store'
import * as links from './links/links-service'
import * as listing from './list-service'
import * as notices from './notices-store'
import * as comments from './pages/comments-store'
import * as pages from './pages/rewrite-pages'
import * as rights from './rights'
import * as unread from './unread-store'
import * as versions from './versions-service'

/**
 * The functions of documents for other features, always with the rights of the caller. The services beside this file
 * answer the feature's own endpoints.
 */

/** Creates a document of the caller. */
export const createDocument = documents.create

/** Changes the name, the access or other facts of a document, with the rights of the caller. */
export const updateDocument = documents.update

/** Rewrites the shared documents of all pages, for the erasure of a person. */
export const rewritePages = pages.rewritePages

/** A document as its reader sees it, with its newest logs unless they are not wanted. */
export const documentFor = documents.documentFor

/** The same, recorded as a view. */
export const readDocument = documents.fetch

/** The stored row of a document that the caller may read; undefined if there is none. */
export const findDocument = store.findDocument

/** The same, held until the call ends. */
export const lockDocument = store.lockDocument

/** The caller's rights on a document; undefined if they may not read it. */
export const rightsOn = store.rightsOn

/** Notes the documents to which a log or comment links: see the service. */
export const noteDocumentLinks = links.noteDocumentLinks

/** Refuses with `document.not_found` if the value is undefined. */
export const requireFound: typeof rights.requireFound = rights.requireFound

/** The caller's rights on a document; refuses one that they may not read. */
export const requireReadable = rights.requireReadable

/** Refuses if the caller lacks a right on a document that they may read. */
export const requireRight = rights.requireRight

/**
 * Documents that the caller may read, last written first; every word of `query` occurs in their names or descriptions.
 */
export const documentsFor = listing.documentsFor

/** The same, and the total number. */
export const findDocuments = listing.findDocuments

/** Documents that the caller may read and whose names occur in a text. */
export const documentsNamedIn = listing.documentsNamedIn

/** A logbook that the caller may write logs in; refuses every other document. */
export async function requireLogbook(ctx: MemberContext, doc_id: number): Promise<{ id: number; name: string }> {
  const document = rights.requireFound(await store.findDocument(ctx, doc_id))
  rights.requireRight(document, 'writable')
  if (document.type !== 'logbook') throw apiError('document.not_a_logbook')
  return { id: document.id, name: document.name }
}

/** The text of a document, locked until the call ends, and its versions: see the service. */
export const { lockWritableContent, writeContent, writeAsSystem } = versions

/** Removes documents that can no longer be restored and have no logs left. */
export const { removeLostDocuments, lostBefore } = deletion

/** Removes a document from an organisation for good, without checking rights: see the store. */
export const { lockForHandover, deleteAfterHandover } = handover

/** For notifications: see the store. */
export const documentNotice = notices.documentNotice
export const { pageCommentNotice } = comments

/** Actions that Mate proposes: see there. */
export const { proposeOpen, proposePageText } = actions

/** Deletes a document of which the caller may do so: see the service. */
export const removeDocument = deletion.remove

/** Whether there is a readable logbook other than given ones, and whether a document was deleted: see the store. */
export const { hasLogbook, isGone } = store

/** Documents in which something is new for the caller: see the store. */
export const { unreadParts } = unread
