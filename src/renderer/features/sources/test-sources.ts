import type { Grant, GranteeKind } from '#shared/contract/access/endpoints'
import type { Branch, Member } from '#shared/contract/organisations/endpoints'
import type { Camera, FeedData, Frame, Screen, Source, Viewer } from '#shared/contract/sources/endpoints'
import type { OwnFrame } from '#shared/contract/sources/own-frames'

const at = '2025-11-20T14:04:00.000Z'

/** An id that is the same for the same number. */
export const frameId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export function frameOf(number: number, source: Source, more: Partial<Frame> = {}): Frame {
  return { id: frameId(number), source, url: `/frames/${number}.jpg`, taken_at: at, kept: false, ...more }
}

export function cameraOf(camera_id: number, name: string, more: Partial<Camera> = {}): Camera {
  return {
    camera_id,
    url: null,
    name,
    description: '',
    branch_id: null,
    space_ids: [],
    kind: 'still',
    trouble: null,
    trouble_since: null,
    last_frame: frameOf(camera_id, { kind: 'camera', camera_id }),
    kept_days: 14,
    notice_confirmed_by: null,
    notice_confirmed_at: null,
    ...more,
  }
}

export function screenOf(user_id: number, name: string, more: Partial<Screen> = {}): Screen {
  return {
    user: { user_id, user_displayname: name, user_image: null, user_phone: null, user_email: null },
    state: 'sharing',
    since: at,
    what: 'Entire screen',
    last_frame: null,
    ...more,
  }
}

export function viewerOf(user_id: number, name: string, more: Partial<Viewer> = {}): Viewer {
  return { user_id, job_id: null, name, image: null, since: at, ...more }
}

export function grantOf(
  grantee_kind: GranteeKind,
  grantee_id: number,
  grantee_name: string,
  more: Partial<Grant> = {},
): Grant {
  return { grantee_kind, grantee_id, grantee_name, level: 'viewer', expires_at: null, ...more }
}

export const roundUp: Viewer = viewerOf(0, 'Friday round-up', { user_id: null, job_id: 5 })

export function feedOf(more: Partial<FeedData> = {}): FeedData {
  return {
    screen_sharing_users: [],
    screen_viewers: [],
    accessible_cctv_feeds: [],
    accessible_user_screens: [],
    is_my_screen_accessible_to_org: false,
    my_screen_user_ids: [],
    ...more,
  }
}

export function ownFrameOf(number: number, more: Partial<OwnFrame> = {}): OwnFrame {
  return { ...frameOf(number, { kind: 'screen', user_id: 7 }), seen_by: [], ...more }
}

export function memberOf(user_id: number, user_displayname: string, more: Partial<Member> = {}): Member {
  return {
    user_id,
    user_displayname,
    user_image: null,
    user_phone: null,
    user_email: null,
    org_role: 'member',
    role_ids: [],
    branch_ids: [],
    joined_at: at,
    ...more,
  }
}

export function branchOf(id: number, branch_name: string): Branch {
  return {
    id,
    branch_name,
    branch_description: null,
    branch_organization: 3,
    branch_address: null,
    branch_city: null,
    branch_country: null,
    branch_created: at,
    branch_softdelete: false,
    branch_deleted: null,
    createdby: null,
    created_timestamp: at,
    updatedby: null,
    updated_timestamp: at,
    is_open_branch: true,
    is_primary_branch: id === 1,
    users: [],
  }
}
