import { withWords } from '../../../i18n/languages'
import { useOnMeeting } from '../on-meeting'
import { browserTapeShelf, type Reel, type Take, type TapeShelf } from './tape-shelf'

/** What the server has of it is the other account's: everything that is still here is sent from its beginning. */
const unsent = (take: Take): Take =>
  take.dropped > 0 ? take : { ...take, confirmed: 0, parts: 0, file_id: null, isFile: false }

/** Gives recordings that this browser keeps to another account, for whom nobody else may see them. */
export async function adoptReels(from: string, to: string, shelf: TapeShelf = browserTapeShelf()): Promise<void> {
  for (const { batch_id: _, ...reel } of await shelf.of(from)) {
    const adopted: Reel = { ...reel, account: to, access: 'private', branch_id: null, takes: reel.takes.map(unsent) }
    await shelf.put(adopted)
  }
  const { kept, become } = useOnMeeting.getState()
  become({ kept: [...kept.filter(one => one !== from && one !== to), to] })
  const { runMeetings } = await withWords('meetings', import('./meetings'))
  await runMeetings().lookAgain()
}
