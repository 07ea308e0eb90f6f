import { Temporal } from 'temporal-polyfill'
import { Language } from '#shared/contract/common'
import type { Answer } from '#shared/contract/endpoint'
import type { FirstSteps, removeSamples } from '#shared/contract/intro/endpoints'
import { apiError } from '#shared/errors'
import { logTitle } from '#shared/rules/log-title'
import { dayIn } from '../../platform/day'
import type { MemberContext } from '../../platform/request-context'
import * as documents from '../documents/service'
import * as graphs from '../graphs/service'
import * as logs from '../logs/service'
import * as mate from '../mate/service'
import * as organisations from '../organisations/service'
import * as sources from '../sources/service'
import * as tasks from '../tasks/service'
import { type SampleTexts, sampleTexts, sampleWeek } from './sample-week.data'
import * as store from './store'

const idsOf = (samples: readonly store.Sample[], kind: store.Sample['kind']) =>
  samples.filter(sample => sample.kind === kind).map(sample => sample.subject_id)

/** Which first steps the caller and their workspace have done. */
export async function read(ctx: MemberContext): Promise<FirstSteps> {
  const samples = await store.listSamples(ctx)
  const logbooks = idsOf(samples, 'logbook')
  const [hasLogbook, hasLog, hasCamera, members, invites, [question], rights] = await Promise.all([
    documents.hasLogbook(ctx, logbooks),
    logs.hasWritten(ctx, idsOf(samples, 'log')),
    sources.hasCamera(ctx),
    organisations.countMembers(ctx),
    organisations.countOpenInvites(ctx, []),
    mate.fetch(ctx, { limit: 1 }),
    logbooks[0] === undefined ? undefined : documents.rightsOn(ctx, logbooks[0]),
  ])
  return {
    logbook: hasLogbook,
    log: hasLog,
    camera: hasCamera,
    teammate: members + invites > 1,
    mate: question !== undefined,
    samples: samples.length > 0 ? { doc_id: rights ? (logbooks[0] ?? null) : null } : null,
  }
}

/** Adds the week of a workshop in the language of the caller, everything in one transaction. */
export async function add(ctx: MemberContext): Promise<FirstSteps> {
  await store.lockSamples(ctx)
  if ((await store.listSamples(ctx)).length > 0) throw apiError('samples.present')
  const texts = sampleTexts[Language.catch('en').parse(ctx.caller.language)]
  const samples = [...(await addLogbook(ctx, texts)), await addPage(ctx, texts), ...(await addTasks(ctx, texts))]
  await store.markSamples(ctx, samples)
  return read(ctx)
}

async function addLogbook(ctx: MemberContext, texts: SampleTexts): Promise<store.Sample[]> {
  const { doc_id } = await documents.createDocument(ctx, {
    document_name: texts.logbook,
    document_type: 'logbook',
    document_description: texts.about,
    access: 'organisation',
  })
  const labels = Object.fromEntries(texts.labels.map((text, index) => [index, text]))
  const { graph_id } = await graphs.createGraph(ctx, {
    logbook_id: doc_id,
    name: texts.graph,
    labels,
    mate_labels: 'off',
  })
  const samples: store.Sample[] = [{ kind: 'logbook', subject_id: doc_id, version: null }]
  const language = Language.catch('en').parse(ctx.caller.language)
  for (const [index, { daysAgo, minutes, labels: carried }] of sampleWeek.entries()) {
    const content = texts.logs[index] ?? ''
    const log = await logs.write(
      { ...ctx, now: momentOf(ctx, daysAgo, minutes) },
      {
        doc_id,
        content,
        title: logTitle({ content, pictures: 0, files: 0 }, language),
        labels: carried.map(label => ({ graph_id, label })),
      },
    )
    samples.push({ kind: 'log', subject_id: log.id, version: null })
  }
  return samples
}

/** A time of an earlier day in the zone of the caller, never in the future. */
function momentOf(ctx: MemberContext, daysAgo: number, minutes: number): string {
  const { from } = dayIn(ctx.caller.timezone, today(ctx).subtract({ days: daysAgo }).toString())
  return new Date(Math.min(Date.parse(from) + minutes * 60_000, Date.parse(ctx.now) - 1_000)).toISOString()
}

/** Five o'clock in the afternoon of a coming day in the zone of the caller. */
function closingTime(ctx: MemberContext, inDays: number): string {
  const day = today(ctx).add({ days: inDays })
  return new Date(
    day.toZonedDateTime({ timeZone: ctx.caller.timezone, plainTime: '17:00' }).epochMilliseconds,
  ).toISOString()
}

function today({ now, caller }: MemberContext): Temporal.PlainDate {
  return Temporal.Instant.from(now).toZonedDateTimeISO(caller.timezone).toPlainDate()
}

async function addPage(ctx: MemberContext, texts: SampleTexts): Promise<store.Sample> {
  const { doc_id } = await documents.createDocument(ctx, {
    document_name: texts.page,
    document_type: 'document',
    access: 'organisation',
  })
  const held = await documents.lockWritableContent(ctx, doc_id)
  await documents.writeContent(ctx, held, texts.pageText, { origin: 'person' })
  const { version } = await documents.lockWritableContent(ctx, doc_id)
  return { kind: 'page', subject_id: doc_id, version }
}

async function addTasks(ctx: MemberContext, texts: SampleTexts): Promise<store.Sample[]> {
  const [branch] = await organisations.branchesFor(ctx)
  if (!branch) return []
  const samples: store.Sample[] = []
  for (const [index, title] of texts.tasks.entries()) {
    const deadline = closingTime(ctx, index + 1)
    const task = await tasks.createTask(ctx, {
      title,
      branch_id: branch.id,
      deadline,
      assignees: [ctx.caller.user_id],
      status: index === 0 ? 'in_progress' : 'todo',
      source: 'person',
      origin: null,
    })
    samples.push({ kind: 'task', subject_id: task.id, version: null })
  }
  return samples
}

/** Removes what was added, and keeps what people wrote into it since. */
export async function remove(ctx: MemberContext): Promise<Answer<typeof removeSamples>> {
  await store.lockSamples(ctx)
  const samples = await store.listSamples(ctx)
  if (samples.length === 0) throw apiError('samples.missing')
  let kept = 0
  for (const doc_id of idsOf(samples, 'logbook'))
    if (!(await removeLogbook(ctx, doc_id, idsOf(samples, 'log')))) kept += 1
  for (const { kind, subject_id, version } of samples)
    if (kind === 'page' && !(await removePage(ctx, subject_id, version))) kept += 1
  kept += await tasks.removeUncommented(ctx, idsOf(samples, 'task'))
  await store.unmarkSamples(ctx)
  return { ...(await read(ctx)), kept }
}

/** Returns whether the logbook is gone; one in which people wrote loses only the logs that were added. */
async function removeLogbook(ctx: MemberContext, doc_id: number, log_ids: readonly number[]): Promise<boolean> {
  const found = await documents.lockDocument(ctx, doc_id)
  if (!found) return documents.isGone(ctx, doc_id)
  documents.requireRight(found, 'managed')
  if (await logs.hasOthers(ctx, doc_id, log_ids)) {
    await logs.removeLogs(ctx, doc_id, log_ids)
    return false
  }
  await documents.removeDocument(ctx, { doc_id })
  return true
}

/** Returns whether the page is gone; one that was changed stays. */
async function removePage(ctx: MemberContext, doc_id: number, version: number | null): Promise<boolean> {
  const found = await documents.lockDocument(ctx, doc_id)
  if (!found) return documents.isGone(ctx, doc_id)
  documents.requireRight(found, 'managed')
  if ((await documents.lockWritableContent(ctx, doc_id)).version !== version) return false
  await documents.removeDocument(ctx, { doc_id })
  return true
}
