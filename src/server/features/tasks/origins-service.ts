import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Answer, Body, Page } from '#shared/contract/endpoint'
import { task as limits } from '#shared/contract/tasks/limits'
import type * as contract from '#shared/contract/tasks/origins'
import type { OriginRef, TaskCard, TaskOrigin } from '#shared/contract/tasks/task'
import { apiError } from '#shared/errors'
import { actionItemsIn, itemKey, markItem } from '#shared/rules/action-items'
import { createCursor } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { lockWritableContent, writeContent } from '../documents/service'
import { correctWith, textsWithItems } from '../logs/service'
import { create } from './create-service'
import * as store from './origins-store'
import { requireText } from './rights'
import { cardFrom } from './task-from'

interface Text {
  doc_id: number
  log_id?: number | undefined
}

const refOf = ({ doc_id, log_id }: Text): OriginRef => (log_id ? `log:${log_id}` : `document:${doc_id}`)

const places = createCursor(z.object({ at: Instant, doc_id: Id, log_id: z.int().min(0) }))

/** Tasks that came from somewhere. Whoever may see a task may see it here, whether or not they may open its origin. */
export async function from(ctx: MemberContext, { origins }: Body<typeof contract.tasksFrom>): Promise<TaskCard[]> {
  return (await store.tasksFrom(ctx, origins, limits.fromOrigins)).map(cardFrom)
}

export async function madeItems(
  ctx: MemberContext,
  text: Body<typeof contract.listMadeItems>,
): Promise<contract.MadeItem[]> {
  await requireText(ctx, text)
  return store.madeItems(ctx, [refOf(text)])
}

/** Creates tasks from action items, each once, whoever asks how often. */
export async function createFromItems(
  ctx: MemberContext,
  { doc_id, log_id, items }: Body<typeof contract.createFromItems>,
): Promise<Answer<typeof contract.createFromItems>> {
  const ref = refOf({ doc_id, log_id })
  await requireText(ctx, { doc_id, log_id })
  await store.lockItems(ctx, ref)
  const made = new Map((await store.madeItems(ctx, [ref])).map(({ item, task_id }) => [item, task_id]))
  const answer: Answer<typeof contract.createFromItems> = []
  for (const { item: text, ...fields } of items) {
    const item = itemKey(text)
    if (item === '') continue
    const isNew = !made.has(item)
    if (isNew) {
      const origin: TaskOrigin =
        log_id === undefined ? { kind: 'summary', doc_id, item } : { kind: 'log', doc_id, log_id, item }
      const task = await create(ctx, { ...fields, status: 'todo', source: 'log', origin })
      made.set(item, task.id)
    }
    answer.push({ item, task_id: made.get(item) ?? null, is_new: isNew })
  }
  return answer
}

/** Marks an action item in its text, as whoever may change that text does. */
export async function tick(
  ctx: MemberContext,
  { doc_id, log_id, item, is_done }: Body<typeof contract.tickItem>,
): Promise<null> {
  await requireText(ctx, { doc_id, log_id })
  const change = (content: string) => {
    const changed = markItem(content, item, is_done)
    if (changed === null) throw apiError('task.item_gone')
    return changed
  }
  if (log_id !== undefined) {
    await correctWith(ctx, { doc_id, log_id }, change)
    return null
  }
  const held = await lockWritableContent(ctx, doc_id)
  await writeContent(ctx, held, change(held.content), { origin: 'person' })
  return null
}

/** What is still to be done in the texts that the caller may read, without what has become a task. */
export async function openItems(
  ctx: MemberContext,
  { cursor, limit }: Body<typeof contract.listOpenItems>,
): Promise<Page<contract.OpenItems>> {
  const rows = await textsWithItems(ctx, { after: places.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = places.cut(rows, limit, ({ at, doc_id, log_id }) => ({ at, doc_id, log_id }))
  const made = new Set((await store.madeItems(ctx, shown.map(refOf))).map(({ ref, item }) => `${ref} ${item}`))
  const items = shown.flatMap(({ content, log_id, ...text }): contract.OpenItems[] => {
    const ref = refOf({ ...text, log_id })
    const open = actionItemsIn(content).filter(item => !item.is_done && !made.has(`${ref} ${itemKey(item.text)}`))
    return open.length > 0 ? [{ ...text, log_id: log_id || null, items: open.map(item => item.text) }] : []
  })
  return { items, next_cursor }
}
