import { z } from 'zod'
import { Id, Instant } from '../common'
import { endpoint, member, pagedList } from '../endpoint'

/** The longest period that is counted, in days. */
export const longestPeriod = 92

/** Something that a number counts. What `parent_id` is depends on the name of the number, for example a logbook. */
export const DashboardEntry = z.object({
  id: Id,
  at: Instant,
  title: z.string(),
  detail: z.string().nullable(),
  parent_id: Id.nullable(),
})
export type DashboardEntry = z.infer<typeof DashboardEntry>

/** Counts for each part of the period, in order. */
const Counts = z.array(z.int())

/** A number of the period with its course. */
export const DashboardTile = z.object({
  name: z.string(),
  total: z.int(),
  /** The number of the period before, by the same time. */
  before: z.int(),
  /** By branch; null stands for what is in no branch, or in one that the caller may not see. */
  branches: z.array(z.object({ branch_id: Id.nullable(), counts: Counts })),
  /** Those with the most, for example logbooks; empty for what belongs to nothing. */
  parents: z.array(z.object({ parent_id: Id, name: z.string(), counts: Counts })),
})
export type DashboardTile = z.infer<typeof DashboardTile>

/** What is the case now, whatever the period: the first entries, and how many there are. */
export const DashboardList = z.object({
  name: z.string(),
  /** It waits for somebody. */
  needs_attention: z.boolean(),
  total: z.int(),
  entries: z.array(DashboardEntry),
})
export type DashboardList = z.infer<typeof DashboardList>

const Period = z.object({
  from: Instant.optional(),
  to: Instant.optional(),
  branch_ids: z.array(Id).min(1).max(100).optional(),
})

/** The beginning of each part of the period: hours for up to two days, otherwise days of the caller’s zone. */
export const Dashboard = z.object({
  from: Instant,
  to: Instant,
  /** The period before, as far into it as this one has come: what the tiles compare with. */
  before: z.object({ from: Instant, to: Instant }),
  starts: z.array(Instant),
  tiles: z.array(DashboardTile),
  lists: z.array(DashboardList),
})
export type Dashboard = z.infer<typeof Dashboard>

export const readDashboard = endpoint({
  method: 'GET',
  readsMuch: true,
  path: '/dashboard',
  summary: `Returns the numbers of a period of at most ${longestPeriod} days, by default today, and what needs attention now. Counts only what the caller may see; without \`dashboard.see_all\` only what belongs to their own branches or to none.`,
  access: member(),
  body: Period,
  answer: Dashboard,
})

export const listDashboard = pagedList({
  method: 'GET',
  readsMuch: true,
  path: '/dashboard/list',
  summary: 'Lists what a number of the dashboard counts: of a period the newest first, of now the oldest first.',
  access: member(),
  body: Period.extend({ name: z.string().max(40), parent_id: Id.optional() }),
  item: DashboardEntry,
})
