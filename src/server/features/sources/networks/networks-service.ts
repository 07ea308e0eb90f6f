import type { Body } from '#shared/contract/endpoint'
import type { allowCameraNetwork, CameraNetworks, revokeCameraNetwork } from '#shared/contract/sources/camera-tests'
import { apiError } from '#shared/errors'
import { privateNetwork } from '../../../platform/media/guard'
import type { MemberContext } from '../../../platform/request-context'
import { isOnlyWorkspace } from '../../organisations/service'
import { isSuperUser } from '../../profile/service'
import { audienceOf } from '../audience'
import * as store from './networks-store'

/** Who may allow networks for cameras of the workspace: the caller, or whom they can ask. */
export interface NetworkDecision {
  may_allow: boolean
  ask: string[]
}

/**
 * Super users may allow networks, because whoever runs the server knows what else is in them; where there is only one
 * workspace, its owners run it.
 */
export async function decisionFor(ctx: MemberContext): Promise<NetworkDecision> {
  const [isOperator, isOnly] = await Promise.all([isSuperUser(ctx), isOnlyWorkspace(ctx)])
  const may_allow = isOperator || (isOnly && ctx.member.org_role === 'owner')
  return { may_allow, ask: may_allow || !isOnly ? [] : await store.ownerNames(ctx) }
}

export async function list(ctx: MemberContext): Promise<CameraNetworks> {
  const [decision, networks] = await Promise.all([decisionFor(ctx), store.networksOf(ctx)])
  const { CAMERA_ALLOWED_NETWORKS } = ctx.app.settings
  const by_settings = decision.may_allow ? CAMERA_ALLOWED_NETWORKS.map(({ address, bits }) => `${address}/${bits}`) : []
  return { ...decision, networks, by_settings }
}

export async function allow(ctx: MemberContext, body: Body<typeof allowCameraNetwork>): Promise<CameraNetworks> {
  const { may_allow } = await decisionFor(ctx)
  if (!may_allow) throw apiError('camera.network_needs_operator')
  const network = privateNetwork(body.network)
  if (network === null) throw apiError('camera.network_not_private')
  if (await store.insertNetwork(ctx, network)) await ctx.audit({ kind: 'camera_network.allowed', details: { network } })
  return list(ctx)
}

/** Cameras that are being watched connect again, and those in the network are refused. */
export async function revoke(
  ctx: MemberContext,
  { network }: Body<typeof revokeCameraNetwork>,
): Promise<CameraNetworks> {
  const { may_allow } = await decisionFor(ctx)
  if (!may_allow && ctx.member.org_role !== 'owner') throw apiError('camera.network_needs_operator')
  if (!(await store.deleteNetwork(ctx, network))) return list(ctx)
  await ctx.audit({ kind: 'camera_network.revoked', details: { network } })
  for (const camera_id of await store.cameraIds(ctx)) {
    ctx.record({ kind: 'camera.changed', camera_id }, await audienceOf(ctx, { kind: 'camera', camera_id }))
  }
  return list(ctx)
}
