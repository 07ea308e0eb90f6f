import * as Y from 'yjs'
import { textOf } from '#shared/page/document'
import { type AppContext, perApp } from '../../../platform/app-context'
import type { SystemContext } from '../../../platform/run-as'
import { type PageRow, readState, updatesFrom } from './pages-store'

/** Shared documents that one server keeps in memory: how many, and how many stored bytes, each of which takes about eight. */
const mostKept = 2_000
const mostBytes = 24_000_000

interface Kept {
  doc: Y.Doc
  seq: number
  /**
   * The stamp of the last change in it. A change that was rolled back has a stamp that is nowhere stored, so a document
   * that contains one is never used again.
   */
  stamp: number
  /** What is stored of it. */
  bytes: number
  /** Whose each of its clients is, as stored, of those that were asked for. */
  owners: Map<number, number>
}

const kept = perApp(() => ({ all: new Map<string, Kept>(), bytes: 0 }))

type StoredTx = Pick<SystemContext, 'tx' | 'organization_id' | 'now'>
type OpenTx = StoredTx & Pick<SystemContext, 'app'>
const keyOf = ({ organization_id }: Pick<OpenTx, 'organization_id'>, doc_id: number) => `${organization_id} ${doc_id}`

/**
 * The shared document of a locked page with all its changes. Until the call ends nobody else changes it; whoever does so
 * calls {@link changed} in the same step, and stores the change.
 */
export async function sharedDocument(ctx: OpenTx, doc_id: number, page: PageRow): Promise<Y.Doc> {
  const known = kept(ctx.app).all.get(keyOf(ctx, doc_id))
  if (known?.stamp === page.stamp && known.seq === page.seq) return known.doc
  const doc = (known && (await caughtUp(ctx, doc_id, known, page))) ?? (await loaded(ctx, doc_id))
  keep(ctx.app, keyOf(ctx, doc_id), { doc, seq: page.seq, stamp: page.stamp, bytes: page.bytes, owners: new Map() })
  return doc
}

/** Notes that a document in memory contains one more change. */
export function changed(ctx: OpenTx, doc_id: number, entry: Omit<Kept, 'owners'>): void {
  const { owners = new Map() } = kept(ctx.app).all.get(keyOf(ctx, doc_id)) ?? {}
  keep(ctx.app, keyOf(ctx, doc_id), { ...entry, owners })
}

/** Whether a client of a document in memory is known to be this person’s. */
export const isOwner = (ctx: OpenTx, doc_id: number, client: number, user_id: number): boolean =>
  kept(ctx.app).all.get(keyOf(ctx, doc_id))?.owners.get(client) === user_id

/** Notes whose these clients are, once that is stored. */
export function owned(ctx: OpenTx, doc_id: number, clients: readonly number[], user_id: number): void {
  const known = kept(ctx.app).all.get(keyOf(ctx, doc_id))
  for (const client of clients) known?.owners.set(client, user_id)
}

/** Drops a document from memory, because a refused change got into it. */
export function spoiled(ctx: OpenTx, doc_id: number): void {
  drop(ctx.app, keyOf(ctx, doc_id))
}

function keep(app: AppContext, key: string, entry: Kept): void {
  drop(app, key)
  const held = kept(app)
  held.all.set(key, entry)
  held.bytes += entry.bytes
  for (const oldest of held.all.keys()) {
    // The one in use stays, however large it is.
    if ((held.all.size <= mostKept && held.bytes <= mostBytes) || oldest === key) break
    drop(app, oldest)
  }
}

function drop(app: AppContext, key: string): void {
  const held = kept(app)
  held.bytes -= held.all.get(key)?.bytes ?? 0
  held.all.delete(key)
}

/** Adds what other servers wrote, if the document contains stored changes alone. */
async function caughtUp(ctx: OpenTx, doc_id: number, known: Kept, page: PageRow): Promise<Y.Doc | null> {
  if (known.seq <= page.compacted || known.seq >= page.seq) return null
  const [last, ...missed] = await updatesFrom(ctx, doc_id, known.seq)
  if (last?.stamp !== known.stamp) return null
  for (const { update } of missed) Y.applyUpdate(known.doc, update)
  return known.doc
}

/** The shared document of a locked page, read from the database. */
export async function loaded(ctx: StoredTx, doc_id: number): Promise<Y.Doc> {
  const [state, updates] = await Promise.all([readState(ctx, doc_id), updatesFrom(ctx, doc_id, 0)])
  const doc = new Y.Doc()
  // Until it is named, its root is of no kind, and nothing may be in it.
  textOf(doc)
  doc.transact(() => {
    Y.applyUpdate(doc, state)
    for (const { update } of updates) Y.applyUpdate(doc, update)
  })
  return doc
}

/** A random number that a change is stored with. */
export const newStamp = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
