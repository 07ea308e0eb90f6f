import type { ErrorTable } from '../error-table'

export const notificationErrors = {
  'push.token_invalid': [400, 'This is not a push subscription of a browser.'],
  'push.address_refused': [
    400,
    'This server may not push to that address. Its operator can allow the network with PUSH_ALLOWED_NETWORKS.',
  ],
} as const satisfies ErrorTable
