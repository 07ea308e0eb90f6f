import { withNamespaces } from '../../../i18n/languages'
import { useOnMeeting } from '../on-meeting'
import {
  browserRecordingStorage,
  type RecordingMeta,
  type RecordingSegment,
  type RecordingStorage,
} from './recording-storage'

/** The server's copy belongs to the other account, so everything on this device is sent from its beginning. */
const unsent = (segment: RecordingSegment): RecordingSegment =>
  segment.dropped > 0 ? segment : { ...segment, confirmed: 0, parts: 0, file_id: null, isFile: false }

/** Gives recordings kept in this browser to another account and makes them private. */
export async function adoptRecordings(
  from: string,
  to: string,
  storage: RecordingStorage = browserRecordingStorage(),
): Promise<void> {
  for (const { batch_id: _, ...meta } of await storage.of(from)) {
    const adopted: RecordingMeta = {
      ...meta,
      account: to,
      access: 'private',
      branch_id: null,
      takes: meta.takes.map(unsent),
    }
    await storage.put(adopted)
  }
  const { kept, update } = useOnMeeting.getState()
  update({ kept: [...kept.filter(account => account !== from && account !== to), to] })
  const { runMeetings } = await withNamespaces('meetings', import('./meetings'))
  await runMeetings().recheck()
}
