import { describe, expect, test } from 'vitest'
import { endpoints } from './all'
import { Organisation } from './organisations/endpoints'
import { Profile } from './profile/endpoints'
import { Camera, FeedData, FeedFrame, FeedRequest } from './sources/endpoints'
import { TaskComment } from './tasks/comments'
import { Task } from './tasks/task'

/** Paths that installed clients call. Renaming one of them breaks those clients. */
const paths: [statement: string, ...paths: string[]][] = [
  ['profile [7.4]', 'POST /user/profile', 'POST /user/profile/fetch', 'POST /user/profile/update'],
  [
    'organisation [7.5]',
    'POST /organization/get',
    'POST /organization/create',
    'POST /organization/info',
    'POST /organization/update',
    'POST /organization/remove_user',
  ],
  [
    'tasks [7.6, 7.7a, 7.7b]',
    ...['branch/tasks', 'tasks/mytasks', 'tasks/comments', 'byid'].map(path => `POST /visualisation/${path}`),
    'POST /update/tasks',
    'GET /tasks/comments',
    'POST /tasks/comments',
  ],
  ['access to documents [7.12b]', ...['list', 'grant', 'revoke'].map(action => `POST /notes/access/${action}_access`)],
  [
    'session [7.16a]',
    'POST /user/authentication/signin/google_signin',
    'POST /user/authentication/sendOTP',
    'POST /user/authentication/verifyOTP',
    'POST /user/authentication/otp',
    'PATCH /user/authentication',
  ],
  ['tokens [7.16b]', 'POST /user/authentication/getTokens'],
  [
    'owners and admins [7.17]',
    ...['list', 'add_owners', 'remove_owners'].map(action => `POST /owners/${action}`),
    ...['add_admins', 'remove_admins'].map(action => `POST /admins/${action}`),
  ],
  ['branches [7.18]', ...['add', 'edit', 'delete', 'manage_users'].map(action => `POST /branch/${action}`)],
  ['roles [7.19]', ...['add', 'edit', 'delete', 'manage_users'].map(action => `POST /roles/${action}`)],
  ['invites [7.21]', 'POST /invites/list', 'POST /user/add_to_role', 'POST /invites/delete_invite'],
  [
    'sources [7.23]',
    'GET /feed',
    'PUT /feed/permission',
    'POST /feed',
    'PATCH /feed/{camera_id}',
    'GET /feed/permission/{camera_id}',
    'DELETE /feed/{feedId}',
  ],
]

describe('Every path that clients know exists [7.4, 7.5, 7.6, 7.7a, 7.7b, 7.12b, 7.16a, 7.16b, 7.17, 7.18, 7.19, 7.21, 7.23]', () => {
  const known = new Set(endpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`))
  test.each(paths)('%s', (_statement, ...wanted) => {
    expect(wanted.filter(path => !known.has(path))).toEqual([])
  })
})

/** Names of the fields that clients read, in the order of the specification. */
const entities: [statement: string, shape: Record<string, unknown>, fields: string[]][] = [
  [
    'a profile [3.1]',
    Profile.shape,
    [
      ...['user_id', 'user_displayname', 'user_image', 'user_phone', 'user_email', 'user_language'],
      ...['selected_organizationId', 'user_timezone', 'is_owner', 'branch_info', 'role_info', 'isNewUser'],
    ],
  ],
  [
    'an organisation [3.2a]',
    Organisation.shape,
    ['organization_id', 'organization_name', 'organization_description', 'is_premium'],
  ],
  [
    'what the Source page shows [3.18a]',
    FeedData.shape,
    [
      ...['screen_sharing_users', 'screen_viewers', 'accessible_cctv_feeds', 'accessible_user_screens'],
      'is_my_screen_accessible_to_org',
    ],
  ],
  ['a task [3.11a]', Task.shape, ['id', 'task_id']],
  ['a comment on a task [3.11a]', TaskComment.shape, ['task_id', 'comment_id']],
  ['a camera [3.18b]', Camera.shape, ['camera_id', 'url', 'name', 'description']],
]

describe('Every field that clients know exists [3.1, 3.2a, 3.11a, 3.18a, 3.18b]', () => {
  test.each(entities)('%s', (_statement, shape, fields) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields))
  })
})

describe('Frames of the feed socket', () => {
  const id = '7d8a1f0e-6c3b-4c58-9a53-0b0b1c0f6a11'

  test('confirm an uploaded picture by event, id and url [3.23a]', () => {
    const told = { event: 'screenshot', id, url: 'frames/1/2/2026/11/20/one.jpg' }
    expect(FeedRequest.parse(told)).toEqual(told)
    for (const missing of ['event', 'id', 'url']) {
      expect(FeedRequest.safeParse({ ...told, [missing]: undefined }).success).toBe(false)
    }
  })

  test('request a picture by event and id [3.23b]', () => {
    const upload = { id, url: '/objects/one', method: 'PUT', headers: {}, key: 'one', expires_in: 60 }
    expect(FeedFrame.parse({ event: 'screenshot', id, upload })).toMatchObject({ event: 'screenshot', id })
    expect(FeedFrame.safeParse({ event: 'screenshot', id: 'seven', upload }).success).toBe(false)
  })
})
