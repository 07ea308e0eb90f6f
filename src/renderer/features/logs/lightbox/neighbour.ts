import type { Log } from '#shared/contract/logs/log'

/** 1 leads down the timeline to older logs, -1 up to newer ones. */
export type Direction = 1 | -1

/** The ids of a log's frames without plain addresses, for which there are no pictures here. */
export const framesOf = ({ frame_ids }: Pick<Log, 'frame_ids'>): string[] =>
  frame_ids.filter(frame_id => !frame_id.includes(':'))

const mayHavePictures = (log: Log) => !log.is_generating && framesOf(log).length + log.file_ids.length > 0

/** Returns the next log of a timeline, newest first, that may have pictures. */
export function neighbour(logs: readonly Log[], { id, created_at }: Log, way: Direction): Log | undefined {
  const at = Date.parse(created_at)
  const isOlder = (log: Log) => Date.parse(log.created_at) < at || (log.created_at === created_at && log.id < id)
  return way === 1
    ? logs.find(log => isOlder(log) && mayHavePictures(log))
    : logs.findLast(log => log.id !== id && !isOlder(log) && mayHavePictures(log))
}
