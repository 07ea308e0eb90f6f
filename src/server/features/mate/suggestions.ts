import type { Suggestion } from '#shared/contract/mate'
import { colourCycle, mate } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { documentsFor } from '../logbooks/service'
import { guestSayingsFor, sayingsFor } from './suggestions.data'

/** Five suggestions for where the person is and what they asked last; colours cycle in five [9.8a]. */
export async function suggestionsFor(
  at: MemberScene,
  path: string | undefined,
  lastQuestion: string | undefined,
): Promise<Suggestion[]> {
  if (at.member.is_guest) return suggestionsForGuest(at, lastQuestion)
  const say = sayingsFor(at.caller.language)
  const documents = await documentsFor(at, { limit: 4 })
  const openId = Number(/^#?\/docs\/(\d+)/.exec(path ?? '')?.[1])
  const open = documents.find(one => one.doc_id === openId)
  const named = open ?? documents[0]
  const texts = [
    ...(open ? [say.summarise(open.doc_name), say.todayIn(open.doc_name), say.whoWroteIn(open.doc_name)] : []),
    say.today,
    ...(named && !open ? [say.summarise(named.doc_name)] : []),
    say.yesterday,
    say.people,
    say.logbooks,
    say.week,
    say.help,
  ]
  return suggestionsFrom(texts, lastQuestion)
}

/** What a guest may ask: of the product, and of a recording once there is one [D42]. */
async function suggestionsForGuest(at: MemberScene, lastQuestion: string | undefined): Promise<Suggestion[]> {
  const say = guestSayingsFor(at.caller.language)
  const [recording] = await documentsFor(at, { limit: 1 })
  const texts = recording
    ? [say.decisions, say.actions, say.speakers, say.summary, say.keep, say.help]
    : [say.help, say.what, say.upload, say.privacy, say.keep]
  return suggestionsFrom(texts, lastQuestion)
}

function suggestionsFrom(texts: readonly string[], lastQuestion: string | undefined): Suggestion[] {
  const wanted = [...new Set(texts)].filter(text => text !== lastQuestion)
  return wanted.slice(0, mate.suggestions).map((text, index) => ({
    text,
    color: `suggest-${index % colourCycle}`,
    border_color: `suggest-${index % colourCycle}-border`,
    options: [],
  }))
}
