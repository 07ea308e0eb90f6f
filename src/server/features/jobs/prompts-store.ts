import { sql } from 'kysely'
import type { Prompt } from '#shared/contract/jobs/endpoints'
import type { MemberContext } from '../../platform/request-context'

export interface PromptRow extends Prompt {
  created_by: number | null
}

export async function listPrompts({ tx, organization_id }: MemberContext): Promise<Prompt[]> {
  const { rows } = await sql<Prompt>`
    select id as prompt_id, name, text from job_prompts where organization_id = ${organization_id}
    order by lower(name), id`.execute(tx)
  return rows
}

export async function lockPrompt(
  { tx, organization_id }: MemberContext,
  prompt_id: number,
): Promise<PromptRow | undefined> {
  const { rows } = await sql<PromptRow>`
    select id as prompt_id, name, text, created_by from job_prompts
    where organization_id = ${organization_id} and id = ${prompt_id} for update`.execute(tx)
  return rows[0]
}

export async function insertPrompt(
  { tx, organization_id, caller }: MemberContext,
  prompt: { name: string; text: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('job_prompts')
    .values({ organization_id, created_by: caller.user_id, ...prompt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePrompt(
  { tx, organization_id }: MemberContext,
  { prompt_id, name, text }: Prompt,
): Promise<void> {
  await tx
    .updateTable('job_prompts')
    .set({ name, text })
    .where('organization_id', '=', organization_id)
    .where('id', '=', prompt_id)
    .execute()
}

export async function deletePrompt({ tx, organization_id }: MemberContext, prompt_id: number): Promise<void> {
  await tx
    .deleteFrom('job_prompts')
    .where('organization_id', '=', organization_id)
    .where('id', '=', prompt_id)
    .execute()
}
