import type { DashboardEntry } from '#shared/contract/dashboard/endpoints'

/** The numbers of a period that have a tile, in order. Those that a newer server adds are passed over. */
export const tileNames = ['tasks_done', 'tasks_created', 'logs_written', 'runs_failed'] as const
export type TileName = (typeof tileNames)[number]

/** What needs attention, the most urgent first. */
export const attentionNames = [
  'jobs_failing',
  'logbooks_silent',
  'tasks_late',
  'cameras_failing',
  'access_requested_document',
  'access_requested_job',
  'access_requested_camera',
  'access_requested_screen',
] as const
export type AttentionName = (typeof attentionNames)[number]

/** Further lists of what is the case now. */
export const nowNames = ['next_jobs', 'sharing'] as const
export type NowName = (typeof nowNames)[number]

export type ListName = TileName | AttentionName | NowName
const names: readonly string[] = [...tileNames, ...attentionNames, ...nowNames]
export const isListName = (name: string): name is ListName => names.includes(name)

/** The address of what a number counts. */
export function hrefOf(name: ListName, { id, parent_id }: DashboardEntry): string {
  switch (name) {
    case 'tasks_done':
    case 'tasks_created':
    case 'tasks_late':
      return `#/tasks/${id}`
    case 'logs_written':
      return `#/docs/${parent_id}?log=${id}`
    case 'runs_failed':
      return `#/jobs/${parent_id}`
    case 'jobs_failing':
    case 'next_jobs':
    case 'access_requested_job':
      return `#/jobs/${id}`
    case 'logbooks_silent':
    case 'access_requested_document':
      return `#/docs/${id}`
    case 'cameras_failing':
    case 'access_requested_camera':
      return `#/feed?source=camera.${id}`
    case 'sharing':
    case 'access_requested_screen':
      return `#/feed?source=screen.${id}`
  }
}
