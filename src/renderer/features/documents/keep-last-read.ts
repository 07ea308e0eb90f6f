import type { z } from 'zod'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { call } from '../../platform/api'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { onEvent, onResync, useLive } from '../../platform/live'
import { offlineCopies } from '../../platform/offline-copies'
import { useSession } from '../../platform/session'
import { isFiltered } from '../logs/filter'
import { useTimelines } from '../logs/timelines'
import { useOrganisations } from '../organisations/store'
import { type DocumentCopy, documentCopy, documentOfCopy, type ListCopy, listCopy, logsShown } from './last-read'
import { useDocuments } from './store'

/** How much of a list and of a timeline is copied: the first screen and some more. */
const maxRows = 50
const maxLogs = 30

/**
 * Keeps copies of data read last for a start without a server, and removes those that the person may no longer read.
 * Called once when the app starts.
 */
export function followLastRead(): void {
  useDocuments.subscribe(keepList)
  useDocuments.subscribe(keepShown)
  useTimelines.subscribe(keepShown)
  useDocuments.subscribe(({ opened }, before) => {
    if (opened === before.opened) return
    for (const [id, { failure }] of Object.entries(opened))
      if (failure?.code === 'document.not_found' && before.opened[Number(id)]?.failure !== failure)
        void offlineCopies.drop(documentCopy(Number(id)))
  })
  useOrganisations.subscribe(({ list, status }, before) => {
    if (status === 'ready' && list !== before.list)
      void dropFormerWorkspaces(list.map(organisation => organisation.organization_id))
  })
  onEvent(['document.deleted', 'document.access_changed'], ({ doc_id }) => void check([doc_id]))
  onEvent(['role.changed', 'branch.changed', 'member.changed'], () => void check())
  onResync(() => void check())
  // The connection may have been opened before this ran.
  if (useLive.getState().state === 'open') void check()
}

let kept: readonly unknown[] = []

/** Stores a copy only when one of its parts has changed. */
function keepNew(name: string, parts: readonly unknown[], make: () => unknown): void {
  const all = [name, ...parts]
  if (all.every((part, at) => part === kept[at])) return
  kept = all
  offlineCopies.keep(name, make())
}

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

/** Copies the document on screen and its newest logs, but no pictures or their addresses, which expire on their own. */
function keepShown(): void {
  const { shown, timelines } = useTimelines.getState()
  if (shown === null) return
  const info = useDocuments.getState().opened[shown]?.info
  const timeline = timelines[shown]
  const copies = useCopiesShown.getState().shown
  if (!info || documentCopy(shown) in copies || logsShown(shown) in copies) return
  const isLogbook = info.document_type === 'logbook'
  const isAtNewest = timeline?.status === 'ready' && !timeline.hasNewer && !isFiltered(timeline.filter)
  if (isLogbook && !isAtNewest) return
  const logs = isLogbook ? (timeline?.logs ?? []) : null
  keepNew(documentCopy(shown), [info, timeline?.logs], () => {
    const copy: z.infer<typeof DocumentCopy> = {
      info: { ...info, file_attachments: [], createdby: faceless(info.createdby), updatedby: faceless(info.updatedby) },
      logs: logs?.slice(0, maxLogs).map(log => ({ ...log, created_by: faceless(log.created_by) })) ?? null,
      hasOlder: (timeline?.hasOlder ?? false) || (logs?.length ?? 0) > maxLogs,
    }
    return copy
  })
}

const faceless = <P extends { user_image: string | null } | null>(person: P): P =>
  person && { ...person, user_image: null }

/** Asks whether copied documents may still be read: these, or all of the workspace. */
async function check(doc_ids?: readonly number[]): Promise<void> {
  const accountName = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(copy => copy.account === accountName)
  for (const doc_id of copies.flatMap(({ name }) => documentOfCopy(name) ?? [])) {
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
