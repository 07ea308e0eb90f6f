import type { Log } from '#shared/contract/logs/log'

/** The URL at which the app shows a log. */
export const linkTo = (publicUrl: string, { doc_id, id }: Pick<Log, 'doc_id' | 'id'>): string =>
  `${publicUrl}/#/docs/${doc_id}?log=${id}`
