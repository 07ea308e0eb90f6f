import type { Body } from '#shared/contract/endpoint'
import type { grantUpload, Source, UploadGrant } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import type { TokenSubject } from '../../platform/identity'
import type { UploadSize } from '../../platform/objects/objects'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { newKey } from './live/picture'
import { insertGrant } from './uploads-store'

export const pictureType = 'image/jpeg'

/** A permission to upload one picture of somebody's screen, with a row so that an unused upload can be removed. */
export async function makeGrant(
  { tx, app, organization_id }: Pick<OrganizationContext, 'tx' | 'app' | 'organization_id'>,
  { user_id, session_id }: TokenSubject,
  size: UploadSize,
): Promise<UploadGrant> {
  const source: Source = { kind: 'screen', user_id }
  const now = app.clock.now()
  const seconds = frames.uploadSeconds
  const { id, key } = newKey(organization_id, source, now)
  const [address] = await Promise.all([
    app.objects.grantUpload(key, {
      contentType: pictureType,
      size,
      seconds,
      holder: { organization_id, user_id, session_id },
    }),
    insertGrant(tx, organization_id, {
      id,
      user_id,
      object_key: key,
      granted_at: new Date(now).toISOString(),
      expires_at: new Date(now + seconds * 1000).toISOString(),
    }),
  ])
  return { id, ...address, key, expires_in: seconds }
}

/** Permission for one picture of the caller's own screen, of exactly this length [D33]. */
export function grant(ctx: MemberContext, { content_length }: Body<typeof grantUpload>): Promise<UploadGrant> {
  return makeGrant(ctx, ctx.caller, { exactly: content_length })
}
