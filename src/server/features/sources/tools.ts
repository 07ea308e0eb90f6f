import { z } from 'zod'
import type { Source } from '#shared/contract/sources/endpoints'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { visibleCameras } from './cameras-store'
import { feedManager } from './live/feed-manager'
import { visibleScreens } from './screens-store'
import { type SourceFact, type SourceFacts, sourcesQuestion } from './sources-question'

export const sourcesTool: Tool<Record<string, never>, SourceFacts> = {
  name: 'find_sources',
  description:
    'The cameras that the person may see, with the reason where no picture arrives, the screens that are shared right now and that they may see, and who looks at each of them at this moment. Pictures are not included.',
  input: z.object({}),
  question: sourcesQuestion,
  async run(ctx) {
    const [cameras, screens] = await Promise.all([visibleCameras(ctx), visibleScreens(ctx)])
    const facts: SourceFacts = {
      cameras: cameras.map(({ id, name, description, trouble }) => ({
        ...factOf(ctx, name, { kind: 'camera', camera_id: id }),
        description,
        trouble,
      })),
      screens: screens.flatMap(({ user_id, displayname }) => {
        const shared = feedManager(ctx.app).sharing(ctx.organization_id, user_id)
        if (!shared || shared.state === 'off') return []
        return { ...factOf(ctx, displayname, { kind: 'screen', user_id }), state: shared.state, since: shared.since }
      }),
    }
    const addresses = [...facts.cameras, ...facts.screens].map(source => source.address)
    return { facts, references: [], addresses, read: nothingRead }
  },
}

function factOf(ctx: MemberContext, name: string, source: Source): SourceFact {
  const id = source.kind === 'camera' ? source.camera_id : source.user_id
  const feed = feedManager(ctx.app)
    .viewers(ctx.organization_id)
    .find(({ source: of }) => of.kind === source.kind && (of.kind === 'camera' ? of.camera_id : of.user_id) === id)
  return {
    name,
    address: `#/feed?source=${source.kind}.${id}`,
    viewers: feed?.users.map(viewer => viewer.name) ?? [],
  }
}
