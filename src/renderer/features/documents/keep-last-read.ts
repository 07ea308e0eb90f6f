import type { z } from 'zod'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { call } from '../../platform/api'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { onEvent, onResync, reloadOn, useLive } from '../../platform/live'
import { offlineCopies } from '../../platform/offline-copies'
import { useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'
import { type DocumentCopy, documentCopy, documentOfCopy, type ListCopy, listCopy } from './last-read'
import { type Info, useDocuments } from './store'

/** How much of a list is copied: the first screen and some more. */
const maxRows = 50

/**
 * Keeps copies of data read last for a start without a server, and removes those that the person may no longer read.
 * Called once when the app starts.
 */
export function followLastRead(): void {
  useDocuments.subscribe(keepList)
  useDocuments.subscribe(keepShown)
  useDocuments.subscribe(({ opened }, before) => {
    if (opened === before.opened) return
    for (const [id, { failure }] of Object.entries(opened))
      if (failure?.code === 'document.not_found' && before.opened[Number(id)]?.failure !== failure)
        void offlineCopies.drop(documentCopy(Number(id)))
  })
  useOrganisations.subscribe(({ items, status }, before) => {
    if (status === 'ready' && items !== before.items)
      void dropFormerWorkspaces(items.map(organisation => organisation.organization_id))
  })
  onEvent(['document.deleted'], ({ doc_id }) => void offlineCopies.drop(documentCopy(doc_id)))
  onEvent(['document.access_changed'], ({ doc_id }) => void check([doc_id]))
  reloadOn(['role.changed', 'branch.changed', 'member.changed'], () => void check())
  onResync(() => void check())
  // The connection may have been opened before this ran.
  if (useLive.getState().state === 'open') void check()
}

/** What was copied last, so that an unchanged document is not copied again. */
let kept: Info | null = null

function keepList(
  { all, items, pinned, recent }: ReturnType<typeof useDocuments.getState>,
  before: ReturnType<typeof useDocuments.getState>,
): void {
  if (all.status !== 'ready' || listCopy in useCopiesShown.getState().shown) return
  if (all === before.all && items === before.items && pinned === before.pinned && recent === before.recent) return
  const ids = [...new Set([...pinned, ...recent, ...all.ids])].slice(0, maxRows)
  const copy: z.infer<typeof ListCopy> = { items: ids.flatMap(id => items[id] ?? []), pinned, recent }
  offlineCopies.keep(listCopy, copy)
}

/** Copies the document on screen, but no files, whose addresses expire. */
function keepShown({ shown, opened }: ReturnType<typeof useDocuments.getState>): void {
  const info = shown === null ? null : opened[shown]?.info
  if (!info || info === kept || documentCopy(info.doc_id) in useCopiesShown.getState().shown) return
  kept = info
  const copy: z.infer<typeof DocumentCopy> = {
    info: { ...info, file_attachments: [] },
  }
  offlineCopies.keep(documentCopy(info.doc_id), copy)
}

/** Asks whether copied documents may still be read: these, or all of the workspace. */
async function check(doc_ids?: readonly number[]): Promise<void> {
  const accountName = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(copy => copy.account === accountName)
  for (const doc_id of new Set(copies.flatMap(({ name }) => documentOfCopy(name) ?? []))) {
    if (doc_ids && !doc_ids.includes(doc_id)) continue
    const outcome = await call(fetchDocument, { doc_id, ignoreLogs: true })
    if (account() !== accountName) return
    if (!outcome.ok && outcome.code === 'document.not_found') await offlineCopies.drop(documentCopy(doc_id))
  }
}

async function dropFormerWorkspaces(ids: readonly number[]): Promise<void> {
  const { userId } = useSession.getState()
  const accounts = new Set((await offlineCopies.list().catch(() => [])).map(copy => copy.account))
  for (const account of accounts) {
    const [user, organization] = account.split('.').map(Number)
    if (user === userId && organization !== undefined && !ids.includes(organization))
      await offlineCopies.dropAll(account)
  }
}
