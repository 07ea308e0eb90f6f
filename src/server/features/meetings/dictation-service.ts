import type { Body } from '#shared/contract/endpoint'
import type { transcribeText } from '#shared/contract/meetings'
import { refuse } from '#shared/errors'
import { meetings } from '#shared/limits'
import { takingTurns } from '../../platform/files/turns'
import { perHouse } from '../../platform/house'
import type { ReceivedFile, Visit } from '../../platform/http/route'
import type { MemberScene } from '../../platform/scene'
import type { Sound } from '../../platform/speech/transcriber'
import { fileSound, NoTranscript, reasonOf } from './sound'

/** Dictations that are listened to at once. */
const atOnce = 4
const inTurn = perHouse(() => takingTurns(atOnce))

/** The words of a short recording, which is kept nowhere. */
export async function listen(
  { house, act }: Visit,
  _body: Body<typeof transcribeText>,
  files: readonly ReceivedFile[],
): Promise<string> {
  const [file, more] = files
  if (!file || more) throw refuse('request.invalid', { issues: [{ path: 'files', message: 'Send one file.' }] })
  const { dictate } = house.transcriber
  if (!dictate) throw refuse('speech.no_words')
  const party = await act(async ({ member, organization_id }) => (member.is_guest ? 'guests' : organization_id))
  const sound = shortSound(fileSound(file.path))
  try {
    return await inTurn(house)(party, () => dictate(sound, new AbortController().signal))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'not_sound') throw refuse('recording.no_sound')
    if (reason === 'too_long') throw refuse('request.too_large', { message: 'Five minutes is the limit.' })
    if (reason === 'internal') throw error
    house.log.warn({ reason, told: String(error) }, 'A dictation has no words.')
    throw refuse('speech.failed')
  }
}

/** The same sound, no longer than a dictation may be. */
function shortSound(sound: Sound): Sound {
  return {
    ...sound,
    async *pcm(signal) {
      let samples = 0
      for await (const chunk of sound.pcm(signal)) {
        samples += chunk.length
        if (samples > meetings.dictationSeconds * 16_000) throw new NoTranscript('too_long')
        yield chunk
      }
    },
  }
}

export const answer = async (_at: MemberScene, _body: Body<typeof transcribeText>, text: string) => ({ text })
