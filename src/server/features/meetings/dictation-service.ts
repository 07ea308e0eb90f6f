import type { Body } from '#shared/contract/endpoint'
import type { transcribeText } from '#shared/contract/meetings/endpoints'
import { meetings } from '#shared/contract/meetings/limits'
import { apiError } from '#shared/errors'
import { perApp } from '../../platform/app-context'
import { createFairQueue } from '../../platform/files/fair-queue'
import type { PreflightContext, ReceivedFile } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { fileSound, limitedSound, reasonOf } from './sound'

/** How many dictations are transcribed at once. */
const atOnce = 4
const inTurn = perApp(() => createFairQueue(atOnce))

/** Transcribes a short recording, which is not stored. */
export async function listen(
  { app, runAsMember }: PreflightContext,
  _body: Body<typeof transcribeText>,
  files: readonly ReceivedFile[],
): Promise<string> {
  const [file, more] = files
  if (!file || more) throw apiError('request.invalid', { issues: [{ path: 'files', message: 'Send one file.' }] })
  const { dictate } = app.transcriber
  if (!dictate) throw apiError('speech.no_words')
  const party = await runAsMember(async ({ member, organization_id }) => (member.is_guest ? 'guests' : organization_id))
  const sound = limitedSound(fileSound(file.path), meetings.dictationSeconds)
  try {
    return await inTurn(app)(party, () => dictate(sound, new AbortController().signal))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'not_sound') throw apiError('recording.no_sound')
    if (reason === 'too_long') throw apiError('request.too_large', { message: 'Five minutes is the limit.' })
    if (reason === 'internal') throw error
    app.log.warn({ reason, told: String(error) }, 'A dictation has no words.')
    throw apiError('speech.failed')
  }
}

export const answer = async (_at: MemberContext, _body: Body<typeof transcribeText>, text: string) => ({ text })
