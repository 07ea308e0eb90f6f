import { z } from 'zod'
import type { LogPage } from '#shared/contract/logs/endpoints'
import { Log } from '#shared/contract/logs/log'
import { copyInsteadOf, copyMeanwhile } from '../../platform/copied-answer'
import { copyOfPart } from '../documents/store'

/** The name of the copy of a document's newest logs. */
export const logsCopy = (doc_id: number): string => copyOfPart(doc_id, 'logs')

export const LogsCopy = z.object({ logs: z.array(Log), hasOlder: z.boolean() })

const place = (doc_id: number) => ({ name: logsCopy(doc_id), schema: LogsCopy })
const pageOf = ({ logs, hasOlder }: z.infer<typeof LogsCopy>): LogPage => ({
  logs,
  has_newer: false,
  has_older: hasOlder,
})

export async function logsInsteadOf(code: string, doc_id: number): Promise<LogPage | null> {
  const copy = await copyInsteadOf(code, place(doc_id))
  return copy && pageOf(copy)
}

export const logsMeanwhile = <T>(answer: Promise<T>, doc_id: number, show: (page: LogPage) => boolean) =>
  copyMeanwhile(answer, place(doc_id), copy => show(pageOf(copy)))
