import type { Body } from '#shared/contract/endpoint'
import type { CameraProblem, CameraTest, testCamera } from '#shared/contract/sources/camera-tests'
import type { CameraKind } from '#shared/contract/sources/endpoints'
import { capture } from '#shared/contract/sources/limits'
import { ApiError, apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../../platform/app-context'
import { ConcurrencyLimit } from '../../../platform/concurrency-limit'
import type { PreflightContext } from '../../../platform/http/route'
import { findFfmpeg } from '../../../platform/media/find-ffmpeg'
import { type Cidr, networkToAllow } from '../../../platform/media/guard'
import { type TriedCamera, tryCamera } from '../../../platform/media/try-camera'
import { limitReached } from '../../../platform/plans'
import type { MemberContext } from '../../../platform/request-context'
import { PictureError } from '../../../platform/vision/raster'
import { smallCopy } from '../../../platform/vision/small-copy'
import { checkedAddress, kindOf, unseal } from '../address'
import * as cameras from '../cameras-store'
import { decisionFor, type NetworkDecision } from './networks-service'
import { allowedNetworks } from './networks-store'

/** The longer side of the picture in an answer, in pixels. */
const shownSide = 640
/** How many tests run at once on this server, and how many wait. */
const atOnce = 4
const waitingAtMost = 8

type Params = Body<typeof testCamera>

const turns: (app: AppContext) => ConcurrencyLimit = perApp(
  () => new ConcurrencyLimit(atOnce, waitingAtMost, () => apiError('request.too_many')),
)
/** People whose test is running. */
const testing = perApp((_app: AppContext) => new Set<number>())

interface Subject {
  user_id: number
  address: string
  allowed: Cidr[]
  decision: NetworkDecision
}

/** Connects to a camera once, with no transaction open, because a camera may take as long as the test allows. */
export async function test(preflight: PreflightContext, params: Params): Promise<CameraTest> {
  const { app } = preflight
  const subject = await preflight.runAsMember(ctx => subjectOf(ctx, params))
  const running = testing(app)
  if (running.has(subject.user_id)) throw apiError('camera.test_running')
  running.add(subject.user_id)
  try {
    return await turns(app).run(() => resultOf(app, subject))
  } finally {
    running.delete(subject.user_id)
  }
}

export const answer = async (_ctx: MemberContext, _params: Params, result: CameraTest): Promise<CameraTest> => result

/**
 * What to connect to. The stored name and password of a camera are only sent to the stored address: with any other, they
 * could be read by whoever enters it.
 */
async function subjectOf(ctx: MemberContext, { address, camera_id }: Params): Promise<Subject> {
  const { user_id } = ctx.caller
  const [allowed, decision] = await Promise.all([allowedNetworks(ctx), decisionFor(ctx)])
  if (camera_id === undefined) return { user_id, address, allowed, decision }
  const [camera] = await cameras.visibleCameras(ctx, camera_id)
  if (!camera) throw apiError('camera.not_found')
  if (camera.trouble === 'plan') {
    throw limitReached(ctx.member.plan_id, 'cameras', await cameras.countCameras(ctx))
  }
  if (address !== camera.shown_address) return { user_id, address, allowed, decision }
  const stored = await cameras.addressOf(ctx.tx, ctx.organization_id, camera_id)
  if (!stored) throw apiError('camera.not_found')
  return { user_id, address: unseal(ctx.app, ctx.organization_id, stored.address).href, allowed, decision }
}

async function resultOf(app: AppContext, { address, allowed, decision }: Subject): Promise<CameraTest> {
  let url: URL
  try {
    url = await checkedAddress(address, allowed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'camera.address_refused') return failure('address_invalid')
    const network = await networkToAllow(new URL(address), allowed)
    return failure('network_refused', network === null ? null : { network, ...decision })
  }
  const kind = kindOf(url)
  const { clock, log } = app
  const tried = await tryCamera(url, kind, { clock, log, allowed, every: capture.atMostEvery, ffmpeg: findFfmpeg() })
  return 'problem' in tried ? failure(tried.problem) : success(kind, tried)
}

type NetworkOffer = Extract<CameraTest, { works: false }>['network']

const failure = (problem: CameraProblem, network: NetworkOffer = null): CameraTest => ({
  works: false,
  problem,
  network,
})

async function success(
  kind: CameraKind,
  { jpeg, codec, milliseconds }: Exclude<TriedCamera, { problem: unknown }>,
): Promise<CameraTest> {
  try {
    const { bytes, width, height } = await smallCopy(jpeg, shownSide)
    const picture = `data:image/jpeg;base64,${bytes.toString('base64')}`
    return { works: true, kind, picture, width, height, codec, milliseconds }
  } catch (error) {
    if (error instanceof PictureError) return failure('not_a_picture')
    throw error
  }
}
