import * as contract from '#shared/contract/documents/endpoints'
import * as linkContract from '#shared/contract/documents/links'
import * as commentContract from '#shared/contract/documents/page-comments'
import * as pageContract from '#shared/contract/documents/pages'
import * as versionContract from '#shared/contract/documents/versions'
import { type Route, route } from '../../platform/http/route'
import * as deletion from './deletion-service'
import * as documents from './documents-service'
import * as grants from './grants-service'
import * as links from './links/links-service'
import * as listing from './page-service'
import * as comments from './pages/comments-service'
import * as pages from './pages/pages-service'
import * as pinnedAndRecent from './pinned-and-recent-service'
import * as readers from './readers-service'
import * as versions from './versions-service'

export const documentRoutes: Route[] = [
  route(contract.createDocument, documents.create, documents.changedBefore),
  route(contract.listDocuments, listing.list),
  route(contract.fetchDocument, documents.fetch),
  route(contract.updateDocument, documents.update, documents.changedBefore),
  route(contract.pinDocument, pinnedAndRecent.pin),
  route(contract.openedDocument, pinnedAndRecent.opened),
  route(contract.listUnread, pinnedAndRecent.unread),
  route(contract.deleteDocument, deletion.remove),
  route(contract.listDeleted, deletion.listRestorable),
  route(contract.undeleteDocument, deletion.undelete, documents.changedBefore),
  route(pageContract.openPage, pages.open),
  route(pageContract.changePage, pages.change),
  route(linkContract.listLinkedFrom, links.linkedFrom),
  route(commentContract.listPageThreads, comments.list),
  route(commentContract.addPageThread, comments.addThread),
  route(commentContract.resolvePageThread, comments.resolve),
  route(commentContract.addPageComment, comments.addComment),
  route(commentContract.editPageComment, comments.editComment),
  route(commentContract.deletePageComment, comments.removeComment),
  route(versionContract.replaceContent, versions.replace, documents.changedBefore),
  route(versionContract.listVersions, versions.list),
  route(versionContract.readVersion, versions.read),
  route(versionContract.nameVersion, versions.name),
  route(versionContract.compareVersions, versions.compare),
  route(versionContract.restoreVersion, versions.restore, documents.changedBefore),
  route(contract.listReaders, readers.list),
  route(contract.listAccess, grants.list),
  route(contract.grantAccess, grants.grant),
  route(contract.revokeAccess, grants.revoke),
]
