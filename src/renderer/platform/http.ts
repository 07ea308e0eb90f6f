import ky from 'ky'

/** How long an attempt may take. */
const patience = 30_000

/** The one HTTP client. It neither retries nor throws on a status: the rules for both are those of `api.ts`. */
export const http = ky.create({ baseUrl: location.origin, retry: 0, throwHttpErrors: false, timeout: patience })
