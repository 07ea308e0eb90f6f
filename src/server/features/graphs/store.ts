import { type RawBuilder, sql } from 'kysely'
import type { Counts, Graph, Labels, NamedGraph } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment } from '#shared/contract/graphs/label'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { wordsOf } from '../../platform/words/fold'
import { type Rights, readable, rights } from '../access/document-sql'

export interface GraphRow {
  id: number
  name: string
  logbook_id: number
  created_at: string
  updated_at: string
  is_pinned: boolean
  creator: PersonRow | null
  updater: PersonRow | null
  labels: Labels
  mate_labels: Graph['mate_labels']
  instruction_id: number | null
}

/** A graph's labels, or a value of each, as JSON by index. */
const byIndex = (value: RawBuilder<unknown>) => sql`(
  select json_object_agg(t.label, ${value} order by t.label) from graph_labels t
  where t.organization_id = g.organization_id and t.graph_id = g.id
)`

const columns = sql`g.id, g.name, g.logbook_id, g.created_at, g.updated_at, g.is_pinned, g.mate_labels,
  (select min(j.id) from jobs j where j.organization_id = g.organization_id and j.graph_id = g.id) as instruction_id,
  ${personJson('creator')} as creator, ${personJson('updater')} as updater, ${byIndex(sql`t.text`)} as labels`

const withPeople = sql`graphs g
  left join users creator on creator.id = g.created_by
  left join users updater on updater.id = g.updated_by`

/** A graph of a logbook that the caller may read, with their rights there. */
export async function findGraph(ctx: MemberContext, graph_id: number): Promise<(GraphRow & Rights) | undefined> {
  const { rows } = await sql<GraphRow & Rights>`
    select ${columns}, ${rights(ctx)} from ${withPeople}
    join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    where g.organization_id = ${ctx.organization_id} and g.id = ${graph_id} and ${readable(ctx)}`.execute(ctx.tx)
  return rows[0]
}

/**
 * Locks a graph until the call ends, so that its changes happen one after the other. Logs can be labelled meanwhile.
 */
export async function lockGraph(ctx: MemberContext, graph_id: number): Promise<void> {
  await sql`
    select from graphs g where g.organization_id = ${ctx.organization_id} and g.id = ${graph_id} for no key update`.execute(
    ctx.tx,
  )
}

const byPinAndName = sql`order by g.is_pinned desc, lower(g.name), g.id`

/** The graphs of a logbook, pinned ones first, then by name. Does not check whether the caller may read it. */
export async function graphsOf(ctx: MemberContext, logbook_id: number): Promise<GraphRow[]> {
  const { rows } = await sql<GraphRow>`
    select ${columns} from ${withPeople}
    where g.organization_id = ${ctx.organization_id} and g.logbook_id = ${logbook_id} ${byPinAndName}`.execute(ctx.tx)
  return rows
}

/** The same, with the number of logs for each label. */
export async function listGraphs(
  ctx: MemberContext,
  logbook_id: number,
): Promise<(GraphRow & { label_counts: Counts })[]> {
  const counted = sql`(
    select count(*) from log_labels m
    where m.organization_id = t.organization_id and m.graph_id = t.graph_id and m.label = t.label
  )`
  const { rows } = await sql<GraphRow & { label_counts: Counts }>`
    select ${columns}, ${byIndex(counted)} as label_counts from ${withPeople}
    where g.organization_id = ${ctx.organization_id} and g.logbook_id = ${logbook_id} ${byPinAndName}`.execute(ctx.tx)
  return rows
}

/** The graphs that are pinned to a space and that the caller may read, by name, with the names of their logbooks. */
export async function graphsOfSpace(
  ctx: MemberContext,
  branch_id: number,
  limit: number,
): Promise<(GraphRow & { logbook_name: string })[]> {
  const { rows } = await sql<GraphRow & { logbook_name: string }>`
    select ${columns}, d.name as logbook_name from ${withPeople}
    join space_graphs s on s.organization_id = g.organization_id and s.graph_id = g.id
    join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    where g.organization_id = ${ctx.organization_id} and s.branch_id = ${branch_id} and ${readable(ctx)}
    order by lower(g.name), g.id limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

export async function countGraphs(ctx: MemberContext, logbook_id: number): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from graphs g
    where g.organization_id = ${ctx.organization_id} and g.logbook_id = ${logbook_id}`.execute(ctx.tx)
  return rows[0]?.found ?? 0
}

export async function insertGraph(
  ctx: MemberContext,
  { logbook_id, name, mate_labels }: Pick<Graph, 'logbook_id' | 'name' | 'mate_labels'>,
): Promise<number> {
  const { organization_id, caller, now } = ctx
  const { id } = await ctx.tx
    .insertInto('graphs')
    .values({
      organization_id,
      logbook_id,
      name,
      mate_labels,
      created_by: caller.user_id,
      created_at: now,
      updated_by: caller.user_id,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGraph(
  ctx: MemberContext,
  graph_id: number,
  changes: { name?: string; is_pinned?: boolean; mate_labels?: Graph['mate_labels'] },
): Promise<void> {
  await ctx.tx
    .updateTable('graphs')
    .set({ ...changes, updated_by: ctx.caller.user_id, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', graph_id)
    .execute()
}

/** Deletes a graph with its labels and their assignments. */
export async function deleteGraph(ctx: MemberContext, graph_id: number): Promise<void> {
  await ctx.tx
    .deleteFrom('graphs')
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', graph_id)
    .execute()
}

/** Adds labels to a graph, or renames them. */
export async function putLabels(ctx: MemberContext, graph_id: number, labels: Labels): Promise<void> {
  await sql`
    insert into graph_labels (organization_id, graph_id, label, text)
    select ${ctx.organization_id}::bigint, ${graph_id}::bigint, t.label, t.text
    from unnest(${Object.keys(labels).map(Number)}::smallint[], ${Object.values(labels)}::text[]) as t (label, text)
    on conflict (organization_id, graph_id, label) do update set text = excluded.text`.execute(ctx.tx)
}

/** Locks labels so that they cannot be assigned any more; waits for running assignments. */
export async function lockLabels(ctx: MemberContext, graph_id: number, labels: readonly number[]): Promise<void> {
  await sql`
    select from graph_labels t
    where t.organization_id = ${ctx.organization_id} and t.graph_id = ${graph_id} and t.label = any(${labels}::smallint[])
    order by t.label for update`.execute(ctx.tx)
}

/** The number of logs that carry one of these labels. */
export async function countLogs(ctx: MemberContext, graph_id: number, labels: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(distinct m.log_id) as found from log_labels m
    where m.organization_id = ${ctx.organization_id} and m.graph_id = ${graph_id} and m.label = any(${labels}::smallint[])`.execute(
    ctx.tx,
  )
  return rows[0]?.found ?? 0
}

/** Deletes labels from a graph, and from all logs. */
export async function deleteLabels(ctx: MemberContext, graph_id: number, labels: readonly number[]): Promise<void> {
  await ctx.tx
    .deleteFrom('graph_labels')
    .where('organization_id', '=', ctx.organization_id)
    .where('graph_id', '=', graph_id)
    .where('label', 'in', labels)
    .execute()
}

/**
 * Graphs that the caller may read, of a logbook or of all, pinned ones first. With a text, those whose names have a word
 * in common with it, but for an ending; if several have, those with the most of them.
 */
export async function graphsNamedIn(
  ctx: MemberContext,
  { text, logbook_id, limit }: { text?: string | undefined; logbook_id?: number | undefined; limit: number },
): Promise<{ id: number; doc_id: number; doc_name: string }[]> {
  const words = [...new Set(wordsOf(text ?? ''))]
  const common = sql`(select count(*) from unnest(${words}::text[]) as word where strpos(search_name(g.name), ' ' || left(word, greatest(length(word) - 2, 4))) > 0)`
  const { rows } = await sql<{ id: number; doc_id: number; doc_name: string; common: number }>`
    select g.id, d.id as doc_id, d.name as doc_name, ${common} as common
    from graphs g join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    where g.organization_id = ${ctx.organization_id} and ${readable(ctx)}
      ${logbook_id === undefined ? sql`` : sql`and g.logbook_id = ${logbook_id}`}
      ${words.length === 0 ? sql`` : sql`and ${common} > 0`}
    order by common desc, g.is_pinned desc, lower(g.name), g.id limit ${sql.lit(limit)}`.execute(ctx.tx)
  const most = rows[0]?.common ?? 0
  return rows.filter(row => row.common === most)
}

/** Graphs that the caller may read, by words in their names or those of their logbooks, the last changed first. */
export async function graphsWithName(ctx: MemberContext, query: string, limit: number): Promise<NamedGraph[]> {
  const named =
    query === '' ? sql`` : sql`and strpos(search_name(g.name || ' ' || d.name), rtrim(search_name(${query}::text))) > 0`
  const { rows } = await sql<NamedGraph>`
    select g.id as graph_id, g.name, d.id as logbook_id, d.name as logbook_name
    from graphs g join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    where g.organization_id = ${ctx.organization_id} and ${readable(ctx)} ${named}
    order by g.updated_at desc, g.id desc limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

/** A label of a graph that the caller may read. */
export interface NamedLabel extends LabelAssignment {
  text: string
  graph: string
  doc_id: number
  doc_name: string
}

/** The most labels that are compared with one text. */
const labelsInAText = 50

/**
 * Labels of graphs that the caller may read and that occur in a text, ignoring capitals, accents and the last two
 * letters, which may be an ending.
 */
export async function labelsNamedIn(ctx: MemberContext, text: string): Promise<NamedLabel[]> {
  const { rows } = await sql<NamedLabel>`
    select t.graph_id, t.label, t.text, g.name as graph, d.id as doc_id, d.name as doc_name
    from (select search_name(${text}) as text offset 0) asked
    cross join graph_labels t
    join graphs g on g.organization_id = t.organization_id and g.id = t.graph_id
    join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    cross join lateral (select rtrim(search_name(t.text)) as text offset 0) n
    where t.organization_id = ${ctx.organization_id} and ${readable(ctx)}
      and strpos(asked.text, left(n.text, greatest(length(n.text) - 2, 4))) > 0
    order by length(t.text) desc, t.graph_id, t.label limit ${sql.lit(labelsInAText)}`.execute(ctx.tx)
  return rows
}
