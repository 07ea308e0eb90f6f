import type { Answer, Body } from '#shared/contract/endpoint'
import { task as limits } from '#shared/contract/tasks/limits'
import type * as contract from '#shared/contract/tasks/origins'
import type { TaskCard } from '#shared/contract/tasks/task'
import { itemKey } from '#shared/rules/action-items'
import type { MemberContext } from '../../platform/request-context'
import { requireReadable } from '../documents/service'
import { create } from './create-service'
import * as store from './origins-store'
import { cardFrom } from './task-from'

/** Tasks that came from somewhere. Whoever may see a task may see it here, whether or not they may open its origin. */
export async function from(ctx: MemberContext, { origins }: Body<typeof contract.tasksFrom>): Promise<TaskCard[]> {
  return (await store.tasksFrom(ctx, origins, limits.fromOrigins)).map(cardFrom)
}

export async function madeItems(
  ctx: MemberContext,
  { doc_id }: Body<typeof contract.listMadeItems>,
): Promise<contract.MadeItem[]> {
  await requireReadable(ctx, doc_id)
  return store.madeItems(ctx, doc_id)
}

/** Creates tasks from action items, each once, whoever asks how often. */
export async function createFromItems(
  ctx: MemberContext,
  { doc_id, items }: Body<typeof contract.createFromItems>,
): Promise<Answer<typeof contract.createFromItems>> {
  await requireReadable(ctx, doc_id)
  await store.lockItems(ctx, doc_id)
  const made = new Map((await store.madeItems(ctx, doc_id)).map(({ item, task_id }) => [item, task_id]))
  const answer: Answer<typeof contract.createFromItems> = []
  for (const { item: text, ...fields } of items) {
    const item = itemKey(text)
    if (item === '') continue
    const isNew = !made.has(item)
    if (isNew) {
      const origin = { kind: 'summary', doc_id, item } as const
      const task = await create(ctx, { ...fields, status: 'todo', source: 'log', origin })
      made.set(item, task.id)
    }
    answer.push({ item, task_id: made.get(item) ?? null, is_new: isNew })
  }
  return answer
}
